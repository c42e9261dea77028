/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.RowByRow;
import io.github.dflash4j.model.DeltaNetState;
import io.github.dflash4j.model.MatrixEmbedding;
import io.github.dflash4j.model.MatrixHead;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.PredictionHead;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.weights.TensorStore;
import java.util.Optional;

/**
 * A stack of layers, each with a mixer and an MLP (target-models 3.1): Llama and Qwen3 with full
 * attention in every layer, the Qwen3.5 family with recurrent layers between.
 */
final class StackTarget implements Target {
  private final StackWeights weights;
  private final TensorStore store;
  private final TargetPanels panels;
  private final Compute compute;
  private final AttentionRows attention;
  private final TokenEmbedding embedding;
  private final OutputHead head;
  private volatile boolean closed;

  StackTarget(StackWeights weights, TensorStore store, Compute compute, TargetPanels panels) {
    TargetSpec s = weights.spec();
    this.weights = weights;
    this.store = store;
    this.panels = panels;
    this.compute = RowByRow.unlessIndependent(compute);
    this.attention = new AttentionRows(s, this.compute);
    this.embedding = new MatrixEmbedding(weights.embedding());
    this.head = new MatrixHead(this.compute, weights.head());
  }

  @Override
  public TargetSpec spec() {
    return weights.spec();
  }

  @Override
  public TokenEmbedding embedding() {
    return embedding;
  }

  @Override
  public OutputHead head() {
    return head;
  }

  @Override
  public TensorStore weights() {
    return store;
  }

  @Override
  public Compute compute() {
    return compute;
  }

  @Override
  public Optional<PredictionHead> predictionHead() {
    return weights.prediction().map(head -> new StackPrediction(this, weights, head));
  }

  @Override
  public TargetState newState(int capacity, int maxRows, int... taps) {
    return newState(capacity, new StateRows(maxRows, maxRows), taps);
  }

  @Override
  public TargetState newState(int capacity, StateRows rows, int... taps) {
    TargetSpec s = spec();
    if (capacity < 1 || capacity > s.contextLength()) {
      throw new IllegalArgumentException(
          "a state holds 1 to " + s.contextLength() + " tokens, not " + capacity);
    }
    for (int tap : taps) {
      if (tap < 0 || tap >= s.layers()) {
        throw new IllegalArgumentException(
            "tap " + tap + " is no layer of a target with " + s.layers() + " layers");
      }
    }
    return new StackState(this, s, weights.rope(), weights.recurrent(), capacity, rows, taps);
  }

  @Override
  public void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    StackState s = checkForward(state, tokens, offset, rows, logitRows);
    run(s, tokens, offset, rows, logitRows);
    s.finish(rows);
  }

  @Override
  public void read(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    StackState s = check(state, tokens, offset, rows, logitRows);
    s.beginReading();
    run(s, tokens, offset, rows, logitRows);
    s.finishReading(rows);
  }

  @Override
  public Optional<TargetBatch> newBatch(int maxRows) {
    return Optional.of(new StackBatch(this, weights, attention, maxRows));
  }

  private void run(StackState s, int[] tokens, int offset, int rows, int logitRows) {
    begin(s, tokens, offset, rows, logitRows);
    for (int n = 0; n < weights.layers().size(); n++) {
      layer(s, weights.layers().get(n), rows);
      keepTaps(s, n, rows);
    }
    finish(s, rows, logitRows);
  }

  /** Forgets pending rows and embeds new ones. */
  void begin(StackState s, int[] tokens, int offset, int rows, int logitRows) {
    panels.awaitKernels();
    s.begin(rows, logitRows);
    int hidden = spec().hidden();
    for (int r = 0; r < rows; r++) {
      embedding.row(tokens[offset + r], s.hidden, r * hidden);
    }
    weights.rope().fill(s.length(), rows, s.cos, s.sin);
  }

  /** Checks the arguments of a forward and touches nothing. */
  StackState checkForward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    StackState s = check(state, tokens, offset, rows, logitRows);
    if (rows > s.pendingMost()) {
      throw new IllegalArgumentException(
          rows + " rows are more than the " + s.pendingMost() + " that may be pending");
    }
    return s;
  }

  private StackState check(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    checkOpen();
    if (!(state instanceof StackState s) || s.owner != this) {
      throw new IllegalArgumentException("the state belongs to another target");
    }
    s.checkWhole();
    if (rows < 1 || rows > s.maxRows() || logitRows < 0 || logitRows > rows) {
      throw new IllegalArgumentException(
          rows + " rows with " + logitRows + " rows of logits do not fit " + s.maxRows());
    }
    if (s.length() + rows > s.capacity()) {
      throw new IllegalArgumentException(
          s.length() + " + " + rows + " tokens do not fit a state of " + s.capacity());
    }
    checkTokens(tokens, offset, rows);
    return s;
  }

  void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the target is closed");
    }
  }

  void checkTokens(int[] tokens, int offset, int rows) {
    for (int r = 0; r < rows; r++) {
      int token = tokens[offset + r];
      if (token < 0 || token >= spec().vocabulary()) {
        throw new IllegalArgumentException(
            "token " + token + " is out of range 0.." + (spec().vocabulary() - 1));
      }
    }
  }

  /** Runs the hidden rows of a state through a layer. */
  void layer(StackState s, StackLayer layer, int rows) {
    s.regions.norm(s.hidden, 0, layer.mixerNorm(), rows, s.normed);
    switch (layer.mixer()) {
      case Mixer.FullAttention full -> attention.run(full, s, rows);
      case Mixer.Recurrent r -> recur(s, r, rows);
    }
    s.regions.add(layer.mlpNorm(), rows);
    layer.mlp().apply(compute, s.normed, rows, s.gate, s.up, s.normed);
    s.regions.add(null, rows);
  }

  private void recur(StackState s, Mixer.Recurrent r, int rows) {
    DeltaNetState memory = s.recurrent.get(r.index());
    if (s.isReading()) {
      r.net().read(compute, memory, s.recurrentRows, s.normed, rows, s.normed);
    } else {
      r.net().forward(compute, memory, s.recurrentRows, s.normed, rows, s.normed);
    }
  }

  // A tap is the residual stream after the layer, before any norm (dflash-algorithm 3.1).
  void keepTaps(StackState s, int layer, int rows) {
    int hidden = spec().hidden();
    for (int t = 0; t < s.tapLayers.length; t++) {
      if (s.tapLayers[t] == layer) {
        for (int r = 0; r < rows; r++) {
          System.arraycopy(
              s.hidden, r * hidden, s.taps, (r * s.tapLayers.length + t) * hidden, hidden);
        }
      }
    }
  }

  private void finish(StackState s, int rows, int logitRows) {
    if (logitRows > 0) {
      s.regions.norm(s.hidden, rows - logitRows, weights.finalNorm(), logitRows, s.finalHidden);
      if (s.choosing() > 0) {
        head.mostLikely(s.finalHidden, logitRows, s.choosing(), s.mostChosen(), s.mostLikely());
      } else {
        head.logits(s.finalHidden, logitRows, s.logits());
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    store.close();
    panels.close();
  }

  @Override
  public String toString() {
    return spec().describe() + " on " + compute.projections().name();
  }
}
