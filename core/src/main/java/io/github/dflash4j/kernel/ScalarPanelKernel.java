/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Panels without vectors: the twin of the vector kernels, and what runs where the vector module is
 * missing. Loops over 32 rows are left to the compiler to vectorise.
 *
 * @param form which codes
 * @param stride bytes from those of a group to the next
 */
record ScalarPanelKernel(PanelForm.Codes form, int stride) implements PanelKernel {
  private static final int ROWS = PanelForm.ROWS;

  @Override
  public int mostRows() {
    return 8;
  }

  @Override
  public void multiply(
      MemorySegment w,
      long at,
      int groups,
      Int8Rows x,
      int row,
      int rows,
      int column,
      PanelScratch s) {
    PanelCodes.unpack(form, w, at, stride, groups, s.codes);
    // Only six-bit codes may have two scales in a group; others have the same one twice.
    int step = form == PanelForm.Codes.SIX_BITS ? 16 : 32;
    for (int t = 0; t < rows; t++) {
      for (int g = 0; g < groups; g++) {
        int record = x.record(row + t, column / PanelForm.GROUP + g);
        float scale = Float.intBitsToFloat(x.twice[record + Int8Rows.SCALE]);
        float scaledSum = Float.intBitsToFloat(x.twice[record + Int8Rows.SCALED_SUM]);
        for (int first = 0; first < PanelForm.GROUP; first += step) {
          multiply(s, x.twice, record + first, g, first, step);
          addScaled(s, t * ROWS, g * 64 + first / 16 * 32, scale);
        }
        for (int r = 0; r < ROWS; r++) {
          s.floats[PanelScratch.LOWS + t * ROWS + r] =
              Math.fma(
                  s.floats[PanelScratch.MINIMA + g * ROWS + r],
                  scaledSum,
                  s.floats[PanelScratch.LOWS + t * ROWS + r]);
        }
      }
    }
  }

  private static void multiply(
      PanelScratch s, int[] x, int xAt, int group, int first, int columns) {
    Arrays.fill(s.products, 0);
    for (int c = 0; c < columns; c++) {
      int q = (short) x[xAt + c];
      int at = group * 1024 + (first + c) * ROWS;
      for (int r = 0; r < ROWS; r++) {
        s.products[r] += q * s.codes[at + r];
      }
    }
  }

  private static void addScaled(PanelScratch s, int sums, int scales, float xScale) {
    for (int r = 0; r < ROWS; r++) {
      s.floats[PanelScratch.SUMS + sums + r] =
          Math.fma(
              s.floats[scales + r], s.products[r] * xScale, s.floats[PanelScratch.SUMS + sums + r]);
    }
  }
}
