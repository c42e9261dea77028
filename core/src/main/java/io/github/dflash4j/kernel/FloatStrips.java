/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/**
 * Projections with activations in single precision: each strip of weight rows is decoded once and
 * multiplied with every input row.
 */
final class FloatStrips {
  /** Weight rows that meet the input rows together. */
  private static final int TOGETHER = 4;

  private static final int TILE = 64;

  /** BF16 weights that stay near. */
  private static final int NEAR_WEIGHTS = 1 << 16;

  private final FloatKernels kernels;

  FloatStrips(FloatKernels kernels) {
    this.kernels = kernels;
  }

  /**
   * Outputs {@code from..to-1} of some rows.
   *
   * @param from a multiple of 32
   * @param y receives output o of row r at {@code o - from + yOffset + r * yStride}
   */
  void project(
      WeightMatrix weights,
      float[] x,
      int rows,
      float[] y,
      int yOffset,
      int yStride,
      int from,
      int to,
      PanelScratch s) {
    StripDecoder decoder = StripDecoders.of(weights.type());
    int in = weights.in();
    if (decoder.rows() == 1) {
      projectRows(weights, x, rows, y, yOffset, yStride, from, to, s);
      return;
    }
    float[] strip = s.decoded(Math.multiplyExact(decoder.rows(), in));
    for (int o = from; o < to; o += decoder.rows()) {
      decoder.decode(weights, o, strip);
      kernels.dotGrid(
          strip, 0, in, decoder.rows(), x, 0, in, rows, in, y, yOffset + o - from, yStride);
    }
  }

  private void projectRows(
      WeightMatrix weights,
      float[] x,
      int rows,
      float[] y,
      int yOffset,
      int yStride,
      int from,
      int to,
      PanelScratch s) {
    int whole = from;
    if (weights.type() == StorageType.BF16 && kernels instanceof ScalarKernels fast) {
      whole = brainFloats(fast, weights, x, rows, y, yOffset, yStride, from, to);
    }
    if (whole < to) {
      decodeRows(weights, x, rows, y, yOffset + whole - from, yStride, whole, to, s);
    }
  }

  /** Projects as many whole tiles as there are; returns the first output that is left. */
  private static int brainFloats(
      ScalarKernels kernels,
      WeightMatrix weights,
      float[] x,
      int rows,
      float[] y,
      int yOffset,
      int yStride,
      int from,
      int to) {
    int together = kernels.brainFloatRows();
    if (together == 0) {
      return from;
    }
    MemorySegment data = weights.tensor().data();
    int in = weights.in();
    int whole = to - (to - from) % together;
    // As many rows as stay in the second-level cache while all input rows pass by.
    int most = Math.max(together, NEAR_WEIGHTS / in / together * together);
    for (int o = from; o < whole; o += most) {
      int taken = Math.min(most, whole - o);
      int at = yOffset + o - from;
      kernels.projectBrainFloats(data, 2L * in * o, taken, in, x, rows, y, at, yStride);
    }
    return whole;
  }

  private void decodeRows(
      WeightMatrix weights,
      float[] x,
      int rows,
      float[] y,
      int yOffset,
      int yStride,
      int from,
      int to,
      PanelScratch s) {
    RowDecoder decoder = RowDecoder.of(weights.type());
    MemorySegment data = weights.tensor().data();
    int in = weights.in();
    long rowBytes = weights.type().rowBytes(in);
    float[] decoded = s.decoded(Math.multiplyExact(TOGETHER, in));
    for (int o = from; o < to; o += TOGETHER) {
      int taken = Math.min(TOGETHER, to - o);
      for (int r = 0; r < taken; r++) {
        decoder.decode(data, (o + r) * rowBytes, in, decoded, r * in);
      }
      for (int row = 0; row < rows; row += TILE) {
        int some = Math.min(TILE, rows - row);
        int at = yOffset + o - from + row * yStride;
        kernels.dotGrid(decoded, 0, in, taken, x, row * in, in, some, in, y, at, yStride);
      }
    }
  }
}
