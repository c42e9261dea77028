/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.Attention;

/** Runs rows of a state through an attention layer (target-models 3.4). */
final class AttentionRows {
  private final Compute compute;
  private final Attention attention;

  AttentionRows(TargetSpec spec, Compute compute) {
    this.compute = compute;
    this.attention = new Attention(compute, spec.heads(), spec.keyValueHeads(), spec.headDim());
  }

  /** Replaces the normed rows of the state by what the layer adds to the residual stream. */
  void run(Mixer.FullAttention layer, StackState s, int rows) {
    float[] queries = layer.gated() ? s.queryGates : s.q;
    compute.project(s.normed, rows, layer.q(), queries, layer.k(), s.k, layer.v(), s.v);
    attend(layer, s, rows);
    compute.project(layer.o(), s.attended, rows, s.normed);
  }

  /** What is between the projections: from projected rows of the state to attended ones. */
  void attend(Mixer.FullAttention layer, StackState s, int rows) {
    s.regions.splitHeads(layer, rows);
    attention.attend(s.cache, layer.index(), s.q, rows, s.from, s.to, s.attended);
    if (layer.gated()) {
      s.regions.gate(rows);
    }
  }
}
