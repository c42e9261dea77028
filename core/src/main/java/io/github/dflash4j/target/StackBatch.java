/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.LargestOutputs;
import io.github.dflash4j.model.DeltaNetRows;
import io.github.dflash4j.model.GatedDeltaNet;
import java.util.List;

/**
 * Rows of several states in one pass. Projections run over the rows of all states, in the buffers
 * here; everything else runs state by state in the state's own buffers, as in a pass of that state
 * alone, and the rows are copied between. A pass makes no objects.
 */
final class StackBatch implements TargetBatch {
  private final StackTarget target;
  private final StackWeights weights;
  private final AttentionRows attention;
  private final Compute compute;
  private final int maxRows;
  private final int hidden;
  private final int attended;
  private final int keyValues;
  private final int vocabulary;

  private final float[] normed;

  /** Queries, with their gates where attention is gated. */
  private final float[] q;

  private final float[] k;
  private final float[] v;
  private final float[] heads;
  private final float[] gate;
  private final float[] up;
  private final float[] logits;
  private final LargestOutputs chosen;

  /** Buffers of recurrent layers, or null if there are none. */
  private final DeltaNetRows recurrentRows;

  private final Part[] parts;
  private int count;
  private int rows;

  /** The rows of one state. */
  private static final class Part {
    StackState state;
    int[] tokens;
    int offset;
    int first;
    int rows;
    int logitRows;

    /** From the state's rows to those of all. */
    void give(float[] own, float[] shared, int width) {
      System.arraycopy(own, 0, shared, first * width, rows * width);
    }

    /** From the rows of all to the state's. */
    void take(float[] shared, float[] own, int width) {
      System.arraycopy(shared, first * width, own, 0, rows * width);
    }
  }

  StackBatch(StackTarget target, StackWeights weights, AttentionRows attention, int maxRows) {
    if (maxRows < 1) {
      throw new IllegalArgumentException("a pass has at least one row, not " + maxRows);
    }
    TargetSpec s = weights.spec();
    this.target = target;
    this.weights = weights;
    this.attention = attention;
    this.compute = target.compute();
    this.maxRows = maxRows;
    this.hidden = s.hidden();
    this.attended = s.heads() * s.headDim();
    this.keyValues = s.keyValueHeads() * s.headDim();
    this.vocabulary = s.vocabulary();
    this.normed = StackState.rows(maxRows, hidden);
    this.q = StackState.rows(maxRows, (s.hybrid().isPresent() ? 2L : 1L) * attended);
    this.k = StackState.rows(maxRows, keyValues);
    this.v = StackState.rows(maxRows, keyValues);
    this.heads = StackState.rows(maxRows, attended);
    this.gate = StackState.rows(maxRows, s.intermediate());
    this.up = StackState.rows(maxRows, s.intermediate());
    this.logits = StackState.rows(maxRows, vocabulary);
    this.chosen = new LargestOutputs(maxRows, TargetState.MOST_CHOSEN);
    List<GatedDeltaNet> recurrent = weights.recurrent();
    this.recurrentRows =
        recurrent.isEmpty() ? null : new DeltaNetRows(recurrent.getFirst().shape(), maxRows);
    this.parts = new Part[maxRows];
    for (int n = 0; n < maxRows; n++) {
      parts[n] = new Part();
    }
  }

  @Override
  public int maxRows() {
    return maxRows;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public void add(TargetState state, int[] tokens, int offset, int added, int logitRows) {
    StackState s = target.checkForward(state, tokens, offset, added, logitRows);
    if (added > maxRows - rows) {
      throw new IllegalArgumentException(
          added + " more rows do not fit a pass of " + maxRows + " that has " + rows);
    }
    for (int n = 0; n < count; n++) {
      if (parts[n].state == s) {
        throw new IllegalArgumentException("the state is in this pass already");
      }
    }
    Part part = parts[count++];
    part.state = s;
    part.tokens = tokens;
    part.offset = offset;
    part.first = rows;
    part.rows = added;
    part.logitRows = logitRows;
    rows += added;
  }

  @Override
  public void clear() {
    for (int n = 0; n < count; n++) {
      parts[n].state = null;
      parts[n].tokens = null;
    }
    count = 0;
    rows = 0;
  }

  @Override
  public void run() {
    try {
      for (int n = 0; n < count; n++) {
        Part p = parts[n];
        target.checkForward(p.state, p.tokens, p.offset, p.rows, p.logitRows);
      }
      for (int n = 0; n < count; n++) {
        parts[n].state.forgetPending();
      }
      for (int n = 0; n < count; n++) {
        Part p = parts[n];
        target.begin(p.state, p.tokens, p.offset, p.rows, p.logitRows);
      }
      for (int layer = 0; layer < weights.layers().size() && count > 0; layer++) {
        run(weights.layers().get(layer));
        for (int n = 0; n < count; n++) {
          target.keepTaps(parts[n].state, layer, parts[n].rows);
        }
      }
      head();
      for (int n = 0; n < count; n++) {
        parts[n].state.finish(parts[n].rows);
      }
    } finally {
      clear();
    }
  }

  private void run(StackLayer layer) {
    for (int n = 0; n < count; n++) {
      StackState s = parts[n].state;
      s.regions.norm(s.hidden, 0, layer.mixerNorm(), parts[n].rows, s.normed);
      parts[n].give(s.normed, normed, hidden);
    }
    switch (layer.mixer()) {
      case Mixer.FullAttention full -> attend(full);
      case Mixer.Recurrent r -> recur(r);
    }
    for (int n = 0; n < count; n++) {
      StackState s = parts[n].state;
      parts[n].take(normed, s.normed, hidden);
      s.regions.add(layer.mlpNorm(), parts[n].rows);
      parts[n].give(s.normed, normed, hidden);
    }
    layer.mlp().apply(compute, normed, rows, gate, up, normed);
    for (int n = 0; n < count; n++) {
      StackState s = parts[n].state;
      parts[n].take(normed, s.normed, hidden);
      s.regions.add(null, parts[n].rows);
    }
  }

  private void attend(Mixer.FullAttention layer) {
    compute.project(normed, rows, layer.q(), q, layer.k(), k, layer.v(), v);
    for (int n = 0; n < count; n++) {
      Part p = parts[n];
      StackState s = p.state;
      if (layer.gated()) {
        p.take(q, s.queryGates, 2 * attended);
      } else {
        p.take(q, s.q, attended);
      }
      p.take(k, s.k, keyValues);
      p.take(v, s.v, keyValues);
      attention.attend(layer, s, p.rows);
      p.give(s.attended, heads, attended);
    }
    compute.project(layer.o(), heads, rows, normed);
  }

  private void recur(Mixer.Recurrent layer) {
    layer.net().project(compute, recurrentRows, normed, rows);
    for (int n = 0; n < count; n++) {
      Part p = parts[n];
      StackState s = p.state;
      s.recurrentRows.takeProjected(recurrentRows, p.first, p.rows);
      layer.net().mix(compute, s.recurrent.get(layer.index()), s.recurrentRows, p.rows);
      s.recurrentRows.giveMixed(recurrentRows, p.first, p.rows);
    }
    layer.net().projectOut(compute, recurrentRows, rows, normed);
  }

  /** Norms the rows asked for, then gives those that ask for the same to the head together. */
  private void head() {
    for (int n = 0; n < count; n++) {
      Part p = parts[n];
      if (p.logitRows > 0) {
        p.state.regions.norm(
            p.state.hidden,
            p.rows - p.logitRows,
            weights.finalNorm(),
            p.logitRows,
            p.state.finalHidden);
      }
    }
    for (int n = 0; n < count; n++) {
      int choosing = parts[n].state.choosing();
      boolean done = parts[n].logitRows == 0;
      for (int before = 0; before < n && !done; before++) {
        done = parts[before].logitRows > 0 && parts[before].state.choosing() == choosing;
      }
      if (!done) {
        head(choosing);
      }
    }
  }

  /** For the rows of all states that choose among so many tokens, or, for 0, want logits. */
  private void head(int choosing) {
    int asked = 0;
    int most = 0;
    for (int n = 0; n < count; n++) {
      Part p = parts[n];
      if (p.state.choosing() == choosing) {
        System.arraycopy(p.state.finalHidden, 0, normed, asked * hidden, p.logitRows * hidden);
        asked += p.logitRows;
        // The largest of a row begin with those of a state that wants fewer.
        most = Math.max(most, p.state.mostChosen());
      }
    }
    if (choosing > 0) {
      target.head().mostLikely(normed, asked, choosing, most, chosen);
    } else {
      target.head().logits(normed, asked, logits);
    }
    int first = 0;
    for (int n = 0; n < count; n++) {
      Part p = parts[n];
      if (p.logitRows == 0 || p.state.choosing() != choosing) {
        continue;
      }
      if (choosing > 0) {
        chosen.give(first, p.logitRows, p.state.mostLikely(), p.state.mostChosen());
      } else {
        System.arraycopy(logits, first * vocabulary, p.state.logits(), 0, p.logitRows * vocabulary);
      }
      first += p.logitRows;
    }
  }

  @Override
  public long bytes() {
    long numbers =
        (long) normed.length
            + q.length
            + k.length
            + v.length
            + heads.length
            + gate.length
            + up.length
            + logits.length;
    return numbers * Float.BYTES
        + chosen.bytes()
        + (recurrentRows == null ? 0 : recurrentRows.bytes());
  }
}
