/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * Projections with activations in single precision: each strip of weight rows is decoded once and
 * multiplied with every input row.
 */
final class FloatStrips {
  private final FloatKernels kernels;

  FloatStrips(FloatKernels kernels) {
    this.kernels = kernels;
  }

  /**
   * Outputs {@code from..to-1} of some rows.
   *
   * @param from a multiple of 32
   */
  void project(
      WeightMatrix weights, float[] x, int rows, float[] y, int from, int to, PanelScratch s) {
    StripDecoder decoder = StripDecoders.of(weights.type());
    int in = weights.in();
    int out = weights.out();
    float[] strip = s.decoded(Math.multiplyExact(decoder.rows(), in));
    for (int o = from; o < to; o += decoder.rows()) {
      decoder.decode(weights, o, strip);
      for (int r = 0; r < decoder.rows(); r++) {
        kernels.dotRows(strip, r * in, x, 0, in, rows, in, y, o + r, out);
      }
    }
  }
}
