/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.FloatKernels;
import java.util.Arrays;

/**
 * State of one Gated DeltaNet layer for one sequence: the memory of each head and the window of the
 * convolution, both as of the last committed row, and a tape of the rows of the last forward
 * (target-models 4.2 d). A forward changes the tape only; {@link #commit} replays the kept rows on
 * the memory with the multiplications and additions of the forward, hence with its bits. Owned and
 * used by one thread at a time.
 */
public final class DeltaNetState {
  final DeltaNetShape shape;
  private final int[] keyHeads;
  final float[] memory;

  /** The window of the convolution, oldest row first, and behind it the raw rows of the tape. */
  final float[] raw;

  final float[] keys;
  final float[] deltas;
  final float[] decays;
  final DeltaNetRegions regions;

  /** Rows the tape holds. */
  final int tapeRows;

  /**
   * An empty state with all its memory.
   *
   * @param net the layer
   * @param tapeRows rows of the largest forward, each of which may be kept or forgotten
   * @throws IllegalArgumentException if a part does not fit an array; says so before allocating
   */
  public DeltaNetState(GatedDeltaNet net, int tapeRows) {
    this.tapeRows = tapeRows;
    this.shape = net.shape();
    this.keyHeads = net.keyHeads;
    int memorySize = size((long) shape.valueHeads() * shape.keyDim(), shape.valueDim());
    int rawSize = size(shape.taps() - 1L + tapeRows, shape.channels());
    int keySize = size(tapeRows, shape.keyWidth());
    int deltaSize = size(tapeRows, shape.valueWidth());
    this.memory = new float[memorySize];
    this.raw = new float[rawSize];
    this.keys = new float[keySize];
    this.deltas = new float[deltaSize];
    this.decays = new float[size(tapeRows, shape.valueHeads())];
    this.regions = new DeltaNetRegions(net, this);
  }

  static int size(long rows, int width) {
    // A product of two ints fits a long; rows is at most a product of two sizes from a file.
    if (rows > (Integer.MAX_VALUE - 8L) / width) {
      throw new IllegalArgumentException(
          rows + " rows of " + width + " numbers do not fit a recurrent layer");
    }
    return (int) (rows * width);
  }

  /**
   * Makes the first rows of the last forward part of the state and forgets the others.
   *
   * @param keep how many rows; the caller knows how many there are
   * @param compute kernels of the forward, and threads
   */
  public void commit(int keep, Compute compute) {
    if (keep == 0) {
      return;
    }
    regions.commit(compute, keep);
    keepWindow(keep);
  }

  /** Moves the window of the convolution on by some rows of the tape. */
  void keepWindow(int keep) {
    int channels = shape.channels();
    System.arraycopy(raw, keep * channels, raw, 0, (shape.taps() - 1) * channels);
  }

  /** Repeats what the first rows of the tape did to the memory of one head. */
  void replay(FloatKernels kernels, int head, int rows) {
    int keyDim = shape.keyDim();
    int valueDim = shape.valueDim();
    int valueHeads = shape.valueHeads();
    int at = head * keyDim * valueDim;
    int key = keyHeads[head] * keyDim;
    for (int r = 0; r < rows; r++) {
      kernels.deltaReplay(
          memory,
          at,
          decays[r * valueHeads + head],
          keys,
          r * shape.keyWidth() + key,
          deltas,
          (r * valueHeads + head) * valueDim,
          keyDim,
          valueDim);
    }
  }

  /**
   * Copies what the committed rows left behind.
   *
   * @param to receives {@link DeltaNetShape#stateBytes()} bytes of numbers from index 0
   */
  public void save(float[] to) {
    System.arraycopy(memory, 0, to, 0, memory.length);
    System.arraycopy(raw, 0, to, memory.length, (shape.taps() - 1) * shape.channels());
  }

  /**
   * Goes back to what was copied, and forgets the tape.
   *
   * @param from what {@link #save} wrote
   */
  public void restore(float[] from) {
    System.arraycopy(from, 0, memory, 0, memory.length);
    System.arraycopy(from, memory.length, raw, 0, (shape.taps() - 1) * shape.channels());
  }

  /** Forgets everything. */
  public void clear() {
    Arrays.fill(memory, 0f);
    Arrays.fill(raw, 0f);
  }

  /**
   * The memory of all heads after the committed rows.
   *
   * @return {@code [valueHeads, keyDim, valueDim]}, the array itself
   */
  public float[] memory() {
    return memory;
  }

  /**
   * The window of the convolution after the committed rows: the last raw rows, oldest first.
   *
   * @return a copy, {@code [taps - 1, channels]}
   */
  public float[] window() {
    return Arrays.copyOf(raw, (shape.taps() - 1) * shape.channels());
  }

  /**
   * What {@link #save} copies.
   *
   * @return bytes
   */
  public long stateBytes() {
    return shape.stateBytes();
  }

  /**
   * Memory held.
   *
   * @return bytes of state and tape
   */
  public long bytes() {
    return (long) Float.BYTES
        * ((long) memory.length + raw.length + keys.length + deltas.length + decays.length);
  }
}
