/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * Projections on this machine: each strip of weight rows is decoded once and multiplied with every
 * input row. Strips are split over the threads.
 */
final class HostProjections implements ProjectionBackend {
  /** Multiply-adds below which another thread does not pay. */
  private static final int PART_WORK = 1 << 15;

  private final FloatKernels kernels;
  private final Workers workers;
  private final ThreadLocal<float[]> decoded = ThreadLocal.withInitial(() -> new float[0]);

  HostProjections(FloatKernels kernels, Workers workers) {
    this.kernels = kernels;
    this.workers = workers;
  }

  @Override
  public String name() {
    return kernels.name();
  }

  @Override
  public boolean rowsIndependent() {
    return true;
  }

  @Override
  public void project(WeightMatrix weights, float[] x, int rows, float[] y) {
    StripDecoder decoder = StripDecoders.of(weights.type());
    long stripWork = Math.max(1L, (long) weights.in() * rows * decoder.rows());
    int grain = Math.toIntExact(Math.max(1, PART_WORK / stripWork)) * decoder.rows();
    workers.run(
        weights.out(), grain, (from, to) -> projectRows(decoder, weights, x, rows, y, from, to));
  }

  private void projectRows(
      StripDecoder decoder,
      WeightMatrix weights,
      float[] x,
      int rows,
      float[] y,
      int from,
      int to) {
    int in = weights.in();
    int out = weights.out();
    float[] strip = scratch(Math.multiplyExact(decoder.rows(), in));
    for (int o = from; o < to; o += decoder.rows()) {
      decoder.decode(weights, o, strip);
      for (int r = 0; r < decoder.rows(); r++) {
        kernels.dotRows(strip, r * in, x, 0, in, rows, in, y, o + r, out);
      }
    }
  }

  private float[] scratch(int size) {
    float[] row = decoded.get();
    if (row.length < size) {
      row = new float[size];
      decoded.set(row);
    }
    return row;
  }
}
