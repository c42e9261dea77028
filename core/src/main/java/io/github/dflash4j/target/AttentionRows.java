/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.model.Attention;
import io.github.dflash4j.model.Rope;

/** Runs rows of a state through an attention layer (target-models 3.4). */
final class AttentionRows {
  private final TargetSpec spec;
  private final Compute compute;
  private final Rope rope;
  private final Attention attention;

  AttentionRows(TargetSpec spec, Compute compute, Rope rope) {
    this.spec = spec;
    this.compute = compute;
    this.rope = rope;
    this.attention = new Attention(compute, spec.heads(), spec.keyValueHeads(), spec.headDim());
  }

  /** Replaces the normed rows of the state by what the layer adds to the residual stream. */
  void run(Mixer.FullAttention layer, StackState s, int rows) {
    float[] queries = layer.gated() ? s.queryGates : s.q;
    compute.project(s.normed, rows, layer.q(), queries, layer.k(), s.k, layer.v(), s.v);
    if (layer.gated()) {
      takeQueries(s, rows);
    }
    FloatKernels kernels = compute.kernels();
    int qWidth = spec.heads() * spec.headDim();
    int kWidth = spec.keyValueHeads() * spec.headDim();
    for (int r = 0; r < rows; r++) {
      normHeads(layer.qNorm(), s.q, r * qWidth, spec.heads());
      normHeads(layer.kNorm(), s.k, r * kWidth, spec.keyValueHeads());
      rope.rotate(kernels, s.q, r * qWidth, spec.heads(), spec.headDim(), s.cos, s.sin, r);
      rope.rotate(kernels, s.k, r * kWidth, spec.keyValueHeads(), spec.headDim(), s.cos, s.sin, r);
      s.cache.put(layer.index(), s.length() + r, s.k, s.v, r * kWidth);
    }
    attention.attend(s.cache, layer.index(), s.q, rows, s.from, s.to, s.attended);
    if (layer.gated()) {
      gate(s, rows);
    }
    compute.project(layer.o(), s.attended, rows, s.normed);
  }

  // A head owns 2 x headDim rows of the gated projection: its query, then its gate.
  private void takeQueries(StackState s, int rows) {
    int dim = spec.headDim();
    for (int item = 0; item < rows * spec.heads(); item++) {
      System.arraycopy(s.queryGates, 2 * item * dim, s.q, item * dim, dim);
    }
  }

  private void gate(StackState s, int rows) {
    int dim = spec.headDim();
    for (int item = 0; item < rows * spec.heads(); item++) {
      compute
          .kernels()
          .sigmoidMultiply(s.attended, item * dim, s.queryGates, (2 * item + 1) * dim, dim);
    }
  }

  private void normHeads(float[] weight, float[] x, int offset, int heads) {
    if (weight == null) {
      return;
    }
    int dim = spec.headDim();
    for (int h = 0; h < heads; h++) {
      int at = offset + h * dim;
      compute.kernels().rmsNorm(x, at, weight, spec.normEpsilon(), dim, x, at);
    }
  }
}
