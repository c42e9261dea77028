/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.Workers;
import io.github.dflash4j.model.Rope;

/**
 * What the forward of a draft does to its rows between projections, split over the threads by rows.
 * Made once per forward object, so that a block makes no objects.
 */
final class DraftRegions {
  private final DraftConfig config;
  private final Compute compute;
  private final FloatKernels kernels;
  private final Rope rope;
  private final ForwardBuffers b;
  private final Workers.Part norming = this::norm;
  private final Workers.Part rotating = this::rotate;
  private final Workers.Part adding = this::add;

  // Arguments of the region that runs.
  private float[] source;
  private float[] weight;
  private float[] target;
  private int heads;

  DraftRegions(DraftConfig config, Compute compute, Rope rope, ForwardBuffers b) {
    this.config = config;
    this.compute = compute;
    this.kernels = compute.kernels();
    this.rope = rope;
    this.b = b;
  }

  /** Norms rows as long as the hidden size. */
  void norm(float[] x, float[] weights, int rows, float[] y) {
    source = x;
    weight = weights;
    target = y;
    split(rows, config.hidden(), norming);
    target = null;
  }

  /** Norms the heads of rows and rotates them to the positions of the rotary tables. */
  void rotate(float[] x, float[] weights, int count, int rows) {
    target = x;
    weight = weights;
    heads = count;
    split(rows, heads * config.headDim(), rotating);
    target = null;
  }

  /** Adds rows to the residual stream. */
  void add(float[] y, int rows) {
    source = y;
    split(rows, config.hidden(), adding);
  }

  private void split(int rows, int width, Workers.Part part) {
    compute.workers().run(rows, Workers.grain(width), part);
  }

  private void norm(int from, int to) {
    int hidden = config.hidden();
    for (int at = from * hidden; at < to * hidden; at += hidden) {
      kernels.rmsNorm(source, at, weight, config.normEps(), hidden, target, at);
    }
  }

  private void rotate(int from, int to) {
    int dim = config.headDim();
    for (int r = from; r < to; r++) {
      for (int h = 0; h < heads; h++) {
        int at = (r * heads + h) * dim;
        kernels.rmsNorm(target, at, weight, config.normEps(), dim, target, at);
      }
      rope.rotate(kernels, target, r * heads * dim, heads, dim, b.cos, b.sin, r);
    }
  }

  private void add(int from, int to) {
    int hidden = config.hidden();
    for (int i = from * hidden; i < to * hidden; i++) {
      b.residual[i] += source[i];
    }
  }
}
