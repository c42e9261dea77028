/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Projections on this machine: each weight row is decoded once and multiplied with every input row.
 * Output rows are split over the threads.
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
    int work = Math.max(1, weights.in() * rows);
    int grain = Math.max(1, PART_WORK / work);
    workers.run(weights.out(), grain, (from, to) -> projectRows(weights, x, rows, y, from, to));
  }

  private void projectRows(
      WeightMatrix weights, float[] x, int rows, float[] y, int from, int to) {
    int in = weights.in();
    int out = weights.out();
    RowDecoder decoder = RowDecoder.of(weights.type());
    MemorySegment data = weights.tensor().data();
    long rowBytes = weights.type().rowBytes(in);
    float[] row = scratch(in);
    for (int o = from; o < to; o++) {
      decoder.decode(data, o * rowBytes, in, row, 0);
      kernels.dotRows(row, 0, x, 0, in, rows, in, y, o, out);
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
