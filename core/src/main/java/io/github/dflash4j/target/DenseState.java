/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.model.KeyValueCache;
import java.util.Arrays;

/** State of a dense target: keys and values, and the buffers of a forward, all sized up front. */
final class DenseState implements TargetState {
  final DenseTarget owner;
  final int[] tapLayers;
  final KeyValueCache cache;
  final float[] hidden;
  final float[] normed;
  final float[] q;
  final float[] k;
  final float[] v;
  final float[] attended;
  final float[] gate;
  final float[] up;
  final float[] cos;
  final float[] sin;
  final int[] from;
  final int[] to;
  final float[] taps;
  final float[] finalHidden;
  private final int capacity;
  private final int maxRows;
  private final int vocabulary;
  private float[] logits;
  private int length;
  private int pending;

  DenseState(DenseTarget owner, int capacity, int maxRows, int[] tapLayers) {
    TargetSpec s = owner.spec();
    this.owner = owner;
    this.capacity = capacity;
    this.maxRows = maxRows;
    this.tapLayers = tapLayers.clone();
    this.vocabulary = s.vocabulary();
    this.cache = new KeyValueCache(s.layers(), s.keyValueHeads(), s.headDim(), capacity, false);
    this.hidden = rows((long) s.hidden());
    this.normed = rows((long) s.hidden());
    this.q = rows((long) s.heads() * s.headDim());
    this.k = rows((long) s.keyValueHeads() * s.headDim());
    this.v = rows((long) s.keyValueHeads() * s.headDim());
    this.attended = rows((long) s.heads() * s.headDim());
    this.gate = rows((long) s.intermediate());
    this.up = rows((long) s.intermediate());
    this.cos = rows((long) s.rotaryDims() / 2);
    this.sin = rows((long) s.rotaryDims() / 2);
    this.from = new int[maxRows];
    this.to = new int[maxRows];
    this.taps = rows((long) tapLayers.length * s.hidden());
    this.finalHidden = rows((long) s.hidden());
    this.logits = new float[0];
  }

  private float[] rows(long width) {
    long size = width * maxRows;
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          maxRows + " rows of " + width + " numbers are too many for one forward");
    }
    return new float[(int) size];
  }

  void begin(int rows, int logitRows) {
    pending = 0;
    long size = (long) logitRows * vocabulary;
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "logits of " + logitRows + " rows are too many for one forward");
    }
    if (logits.length < size) {
      logits = new float[(int) size];
    }
    for (int r = 0; r < rows; r++) {
      from[r] = 0;
      to[r] = length + r + 1;
    }
  }

  void finish(int rows) {
    pending = rows;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public int pendingRows() {
    return pending;
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public int maxRows() {
    return maxRows;
  }

  @Override
  public void commit(int keep) {
    if (keep < 0 || keep > pending) {
      throw new IllegalArgumentException(
          "cannot keep " + keep + " of " + pending + " pending rows");
    }
    length += keep;
    pending = 0;
  }

  @Override
  public void truncate(int newLength) {
    if (newLength < 0 || newLength > length) {
      throw new IllegalArgumentException(
          "cannot go back to " + newLength + " of " + length + " rows");
    }
    length = newLength;
    pending = 0;
  }

  @Override
  public float[] logits() {
    return logits;
  }

  @Override
  public float[] taps() {
    return taps;
  }

  @Override
  public float[] finalHidden() {
    return finalHidden;
  }

  @Override
  public long bytes() {
    long buffers = 0;
    for (float[] b :
        Arrays.asList(
            hidden, normed, q, k, v, attended, gate, up, cos, sin, taps, finalHidden, logits)) {
      buffers += (long) b.length * Float.BYTES;
    }
    return cache.bytes() + buffers;
  }
}
