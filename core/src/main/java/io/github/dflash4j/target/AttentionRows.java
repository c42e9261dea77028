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
      takeQueries(layer.gating(), s, rows);
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
      gate(layer.gating(), s, rows);
    }
    compute.project(layer.o(), s.attended, rows, s.normed);
  }

  private void takeQueries(Gating gating, StackState s, int rows) {
    int dim = spec.headDim();
    int width = spec.heads() * dim;
    for (int r = 0; r < rows; r++) {
      for (int h = 0; h < spec.heads(); h++) {
        int from = 2 * r * width + gating.query(h, dim);
        System.arraycopy(s.queryGates, from, s.q, r * width + h * dim, dim);
      }
    }
  }

  private void gate(Gating gating, StackState s, int rows) {
    int dim = spec.headDim();
    int width = spec.heads() * dim;
    for (int r = 0; r < rows; r++) {
      for (int h = 0; h < spec.heads(); h++) {
        int from = 2 * r * width + gating.gate(h, spec.heads(), dim);
        compute.kernels().sigmoidMultiply(s.attended, r * width + h * dim, s.queryGates, from, dim);
      }
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
