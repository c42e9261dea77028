/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.LargestOutputs;
import io.github.dflash4j.model.DeltaNetRows;
import io.github.dflash4j.model.DeltaNetState;
import io.github.dflash4j.model.GatedDeltaNet;
import io.github.dflash4j.model.KeyValueCache;
import io.github.dflash4j.model.Rope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * State of a target: keys and values, recurrent state, and the buffers of a forward, all sized up
 * front. Attention layers roll back by their length, recurrent layers because a forward leaves them
 * untouched until {@link #commit}.
 */
final class StackState implements TargetState {
  final StackTarget owner;
  final int[] tapLayers;
  final KeyValueCache cache;
  final float[] hidden;
  final float[] normed;
  final float[] q;

  /** Queries and gates as gated attention projects them; empty without gates. */
  final float[] queryGates;

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
  final List<DeltaNetState> recurrent = new ArrayList<>();

  private final Checkpoints checkpoints = new Checkpoints(recurrent);

  /** What is done to these rows between projections. */
  final RowRegions regions;

  /** Buffers of recurrent layers, or null if there are none. */
  final DeltaNetRows recurrentRows;

  private final int capacity;
  private final int maxRows;
  private final int pendingMost;
  private final int vocabulary;
  private float[] logits;

  /** The most likely tokens where those are asked for. */
  private final LargestOutputs chosen = new LargestOutputs();

  /** How many of the first tokens are chosen among; 0 if logits are asked for. */
  private int choosing;

  /** How many are chosen of a row. */
  private int mostChosen;

  private int length;
  private int pending;

  /** Set while rows go right into the recurrent state, and for good if that fails half-way. */
  private boolean reading;

  /**
   * A state.
   *
   * @param s sizes: those of the target, or of a part of it that has a state of its own
   * @param rope rotary positions
   */
  StackState(
      StackTarget owner,
      TargetSpec s,
      Rope rope,
      List<GatedDeltaNet> recurrent,
      int capacity,
      StateRows rows,
      int[] tapLayers) {
    this.owner = owner;
    this.capacity = capacity;
    this.maxRows = rows.most();
    this.pendingMost = rows.pending();
    this.tapLayers = tapLayers.clone();
    this.vocabulary = s.vocabulary();
    this.cache =
        new KeyValueCache(s.attentionLayers(), s.keyValueHeads(), s.headDim(), capacity, false);
    this.hidden = rows(maxRows, s.hidden());
    this.normed = rows(maxRows, (long) s.hidden());
    this.q = rows(maxRows, (long) s.heads() * s.headDim());
    this.queryGates =
        s.hybrid().isPresent() ? rows(maxRows, 2L * s.heads() * s.headDim()) : new float[0];
    this.k = rows(maxRows, (long) s.keyValueHeads() * s.headDim());
    this.v = rows(maxRows, (long) s.keyValueHeads() * s.headDim());
    this.attended = rows(maxRows, (long) s.heads() * s.headDim());
    this.gate = rows(maxRows, (long) s.intermediate());
    this.up = rows(maxRows, (long) s.intermediate());
    this.cos = rows(maxRows, (long) s.rotaryDims() / 2);
    this.sin = rows(maxRows, (long) s.rotaryDims() / 2);
    this.from = new int[this.maxRows];
    this.to = new int[this.maxRows];
    this.taps = rows(maxRows, (long) tapLayers.length * s.hidden());
    this.finalHidden = rows(maxRows, (long) s.hidden());
    this.logits = new float[0];
    rope.reserve(capacity);
    this.regions = new RowRegions(this, owner, rope);
    for (GatedDeltaNet net : recurrent) {
      this.recurrent.add(new DeltaNetState(net, pendingMost));
    }
    this.recurrentRows =
        recurrent.isEmpty() ? null : new DeltaNetRows(recurrent.getFirst().shape(), this.maxRows);
  }

  /** A buffer of rows. */
  static float[] rows(int count, long width) {
    long size = width * count;
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          count + " rows of " + width + " numbers are too many for one forward");
    }
    return new float[(int) size];
  }

  void forgetPending() {
    pending = 0;
  }

  void begin(int rows, int logitRows) {
    forgetPending();
    long size = (long) logitRows * vocabulary;
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "logits of " + logitRows + " rows are too many for one forward");
    }
    if (logits.length < size && choosing == 0) {
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

  void beginReading() {
    reading = true;
  }

  void finishReading(int rows) {
    reading = false;
    length += rows;
  }

  boolean isReading() {
    return reading;
  }

  int pendingMost() {
    return pendingMost;
  }

  /** Refuses a state whose recurrent layers may each be at another row. */
  void checkWhole() {
    if (reading && !recurrent.isEmpty()) {
      throw new IllegalStateException(
          "reading rows failed half-way; the state has to be rewound or truncated to the start");
    }
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
    checkWhole();
    if (keep < 0 || keep > pending) {
      throw new IllegalArgumentException(
          "cannot keep " + keep + " of " + pending + " pending rows");
    }
    // By index: an iterator is an object.
    for (int n = 0; n < recurrent.size(); n++) {
      recurrent.get(n).commit(keep, owner.compute());
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
    if (!recurrent.isEmpty() && (newLength < length || reading)) {
      if (newLength > 0) {
        throw new UnsupportedOperationException(
            "a target with recurrent layers cannot go back to "
                + newLength
                + " of "
                + length
                + " rows, only to the start");
      }
      checkpoints.forgetBehind(0);
      recurrent.forEach(DeltaNetState::clear);
    }
    length = newLength;
    pending = 0;
    reading = false;
  }

  @Override
  public boolean needsCheckpoints() {
    return !recurrent.isEmpty();
  }

  @Override
  public void checkpoint() {
    checkWhole();
    if (!recurrent.isEmpty() && length > 0) {
      checkpoints.add(length);
    }
  }

  @Override
  public void limitCheckpoints(int most) {
    TargetState.super.limitCheckpoints(most);
    checkpoints.limit(most);
  }

  @Override
  public int rewind(int newLength) {
    boolean here = newLength == length && !reading;
    if (recurrent.isEmpty() || newLength < 0 || newLength > length || here) {
      truncate(newLength);
    } else {
      length = checkpoints.restore(newLength);
      pending = 0;
      reading = false;
    }
    return length;
  }

  @Override
  public boolean chooseAmong(int tokens, int most) {
    if (tokens < 1 || tokens > vocabulary || most < 0 || most > MOST_CHOSEN) {
      throw new IllegalArgumentException(
          most + " cannot be chosen among " + tokens + " tokens of " + vocabulary);
    }
    choosing = most > 0 && owner.compute().findsLargest() ? tokens : 0;
    mostChosen = most;
    if (choosing > 0) {
      chosen.clear(pendingMost, most);
    }
    return choosing > 0;
  }

  int choosing() {
    return choosing;
  }

  int mostChosen() {
    return mostChosen;
  }

  @Override
  public LargestOutputs mostLikely() {
    return chosen;
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
            hidden,
            normed,
            q,
            queryGates,
            k,
            v,
            attended,
            gate,
            up,
            cos,
            sin,
            taps,
            finalHidden,
            logits)) {
      buffers += (long) b.length * Float.BYTES;
    }
    for (DeltaNetState layer : recurrent) {
      buffers += layer.bytes();
    }
    buffers += checkpoints.bytes() + chosen.bytes();
    return cache.bytes() + buffers + (recurrentRows == null ? 0 : recurrentRows.bytes());
  }
}
