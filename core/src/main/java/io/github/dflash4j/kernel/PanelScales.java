/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads the scales of a chunk into a scratch. This one is plain Java and the twin of others. */
class PanelScales {
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final int ROWS = PanelForm.ROWS;

  /**
   * Sets what all chunks of a form have in common, before the first of them is read.
   *
   * @param form the form
   * @param to the scratch
   */
  final void begin(PanelForm form, PanelScratch to) {
    Arrays.fill(to.rowScales, 1f);
    Arrays.fill(to.rowMinima, 1f);
    if (form == PanelForm.Q6_K || form == PanelForm.Q8_0) {
      Arrays.fill(to.floats, PanelScratch.MINIMA, PanelScratch.SUMS, 0f);
    }
  }

  /**
   * Reads S, M, s and m of a chunk. Slot i is row i.
   *
   * @param form the form
   * @param w where the chunk lies
   * @param at where it starts
   * @param groups how many groups it has
   * @param to the scratch
   */
  void read(PanelForm form, MemorySegment w, long at, int groups, PanelScratch to) {
    for (int r = 0; r < ROWS; r++) {
      int lane = r % 16 * 4;
      int half = r / 16;
      switch (form) {
        case Q4_K, Q5_K -> {
          to.rowScales[r] = half(w, at + lane + 2 * half);
          to.rowMinima[r] = -half(w, at + 64 + lane + 2 * half);
          for (int g = 0; g < groups; g++) {
            long slot = at + form.scalesAt() + (long) form.scalesStride() * g + lane + half;
            set(to, g, r, w.get(RowDecoders.BYTE, slot) & 255);
            to.floats[PanelScratch.MINIMA + g * ROWS + r] = w.get(RowDecoders.BYTE, slot + 2) & 255;
          }
        }
        case Q6_K -> {
          to.rowScales[r] = half(w, at + lane + 2 * half);
          for (int g = 0; g < groups; g++) {
            long slot = at + form.scalesAt() + (long) form.scalesStride() * g + lane + half;
            to.floats[g * 64 + r] = w.get(RowDecoders.BYTE, slot);
            to.floats[g * 64 + 32 + r] = w.get(RowDecoders.BYTE, slot + 2);
          }
        }
        case Q4_0, Q8_0 -> {
          for (int g = 0; g < groups; g++) {
            float scale = half(w, at + 64L * g + lane + 2 * half);
            set(to, g, r, scale);
            if (form == PanelForm.Q4_0) {
              to.floats[PanelScratch.MINIMA + g * ROWS + r] = -8f * scale;
            }
          }
        }
        case Q4_1 -> {
          for (int g = 0; g < groups; g++) {
            long slot = at + 128L * g + lane + 2 * half;
            set(to, g, r, half(w, slot));
            to.floats[PanelScratch.MINIMA + g * ROWS + r] = half(w, slot + 64);
          }
        }
        case FLM_Q4_K -> {
          to.rowScales[r] = RowDecoders.bfloat(w, at + 4608 + 2L * r);
          to.rowMinima[r] = RowDecoders.bfloat(w, at + 4672 + 2L * r);
          for (int g = 0; g < groups; g++) {
            set(to, g, r, w.get(RowDecoders.BYTE, at + g * ROWS + r) & 255);
            to.floats[PanelScratch.MINIMA + g * ROWS + r] =
                w.get(RowDecoders.BYTE, at + 256 + g * ROWS + r) & 255;
          }
        }
      }
    }
  }

  /**
   * Adds the sums of a chunk to the results: {@code S sums + M lows}.
   *
   * @param s the scratch
   * @param firstRow the first row of the results
   * @param rows how many
   */
  void addSums(PanelScratch s, int firstRow, int rows) {
    for (int t = 0; t < rows; t++) {
      int from = t * ROWS;
      int to = (firstRow + t) * ROWS;
      for (int r = 0; r < ROWS; r++) {
        float sum = s.floats[PanelScratch.SUMS + from + r];
        float first = Math.fma(s.rowScales[r], sum, s.results[to + r]);
        float low = s.floats[PanelScratch.LOWS + from + r];
        s.results[to + r] = Math.fma(s.rowMinima[r], low, first);
      }
    }
  }

  private static void set(PanelScratch to, int g, int r, float scale) {
    to.floats[g * 64 + r] = scale;
    to.floats[g * 64 + 32 + r] = scale;
  }

  private static float half(MemorySegment w, long at) {
    return RowDecoders.half(w, at);
  }
}
