/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.Workers;
import io.github.dflash4j.model.Rope;

/**
 * What a pass does to its rows between projections, split over the threads by rows. Made once per
 * state, so that a forward makes no objects.
 */
final class RowRegions {
  private final StackState s;
  private final TargetSpec spec;
  private final Compute compute;
  private final FloatKernels kernels;
  private final Rope rope;
  private final Workers.Part norming = this::norm;
  private final Workers.Part adding = this::add;
  private final Workers.Part splitting = this::splitHeads;
  private final Workers.Part gating = this::gate;

  // Arguments of the region that runs.
  private float[] source;
  private int firstRow;
  private float[] weight;
  private float[] normed;
  private Mixer.FullAttention layer;

  RowRegions(StackState s, StackTarget target, Rope rope) {
    this.s = s;
    this.spec = target.spec();
    this.compute = target.compute();
    this.kernels = compute.kernels();
    this.rope = rope;
  }

  /** Norms rows of {@code x} from {@code first} on to the front of {@code y}. */
  void norm(float[] x, int first, float[] weights, int rows, float[] y) {
    source = x;
    firstRow = first;
    weight = weights;
    normed = y;
    split(rows, spec.hidden(), norming);
  }

  /**
   * Adds what a sublayer gave, the normed rows of the state, to its residual stream.
   *
   * @param weights of a norm of the sums to the normed rows again, or null
   */
  void add(float[] weights, int rows) {
    weight = weights;
    split(rows, spec.hidden(), adding);
  }

  /** Norms and rotates queries and keys and puts keys and values into the cache. */
  void splitHeads(Mixer.FullAttention attention, int rows) {
    layer = attention;
    split(rows, spec.heads() * spec.headDim(), splitting);
  }

  /** The gate behind attention. */
  void gate(int rows) {
    split(rows, spec.heads() * spec.headDim(), gating);
  }

  private void split(int rows, int width, Workers.Part part) {
    compute.workers().run(rows, Workers.grain(width), part);
  }

  private void norm(int from, int to) {
    int hidden = spec.hidden();
    for (int r = from; r < to; r++) {
      int at = (firstRow + r) * hidden;
      kernels.rmsNorm(source, at, weight, spec.normEpsilon(), hidden, normed, r * hidden);
    }
  }

  private void add(int from, int to) {
    int hidden = spec.hidden();
    for (int i = from * hidden; i < to * hidden; i++) {
      s.hidden[i] += s.normed[i];
    }
    for (int r = from; weight != null && r < to; r++) {
      int at = r * hidden;
      kernels.rmsNorm(s.hidden, at, weight, spec.normEpsilon(), hidden, s.normed, at);
    }
  }

  private void splitHeads(int from, int to) {
    int dim = spec.headDim();
    int qWidth = spec.heads() * dim;
    int kWidth = spec.keyValueHeads() * dim;
    for (int r = from; r < to; r++) {
      if (layer.gated()) {
        takeQueries(layer.gating(), r);
      }
      normHeads(layer.qNorm(), s.q, r * qWidth, spec.heads());
      normHeads(layer.kNorm(), s.k, r * kWidth, spec.keyValueHeads());
      rope.rotate(kernels, s.q, r * qWidth, spec.heads(), dim, s.cos, s.sin, r);
      rope.rotate(kernels, s.k, r * kWidth, spec.keyValueHeads(), dim, s.cos, s.sin, r);
      s.cache.put(layer.index(), s.length() + r, s.k, s.v, r * kWidth);
    }
  }

  private void takeQueries(Gating gating, int row) {
    int dim = spec.headDim();
    int width = spec.heads() * dim;
    for (int h = 0; h < spec.heads(); h++) {
      int from = 2 * row * width + gating.query(h, dim);
      System.arraycopy(s.queryGates, from, s.q, row * width + h * dim, dim);
    }
  }

  private void normHeads(float[] weights, float[] x, int offset, int heads) {
    if (weights == null) {
      return;
    }
    int dim = spec.headDim();
    for (int h = 0; h < heads; h++) {
      int at = offset + h * dim;
      kernels.rmsNorm(x, at, weights, spec.normEpsilon(), dim, x, at);
    }
  }

  private void gate(int from, int to) {
    int dim = spec.headDim();
    int width = spec.heads() * dim;
    for (int r = from; r < to; r++) {
      for (int h = 0; h < spec.heads(); h++) {
        int gate = 2 * r * width + layer.gating().gate(h, spec.heads(), dim);
        kernels.sigmoidMultiply(s.attended, r * width + h * dim, s.queryGates, gate, dim);
      }
    }
  }
}
