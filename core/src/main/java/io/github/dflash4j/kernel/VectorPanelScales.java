/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.PanelSpecies.FLOATS;
import static io.github.dflash4j.kernel.PanelSpecies.INTS;
import static io.github.dflash4j.kernel.PanelSpecies.LANES;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/** Scales on vectors, for the forms whose kernels do not read them, and sums. */
final class VectorPanelScales extends PanelScales {
  private static final float UP = 0x1p112f;
  private static final float DOWN = 0x1p-112f;

  @Override
  void read(PanelForm form, MemorySegment w, long at, int groups, PanelScratch to) {
    float[] f = to.floats;
    switch (form) {
      case Q8_0 -> halves(w, at, groups, 64, f, 0, 64);
      case Q4_0 -> {
        halves(w, at, groups, 64, f, 0, 64);
        minusEight(groups, f);
      }
      case Q4_1 -> {
        halves(w, at, groups, 128, f, 0, 64);
        halves(w, at + 64, groups, 128, f, PanelScratch.MINIMA, 32);
      }
      default -> super.read(form, w, at, groups, to);
    }
  }

  @Override
  void addSums(PanelScratch s, int firstRow, int rows) {
    float[] f = s.floats;
    float[] results = s.results;
    for (int i = 0; i < PanelForm.ROWS; i += LANES) {
      FloatVector scale = FloatVector.fromArray(FLOATS, s.rowScales, i);
      FloatVector minimum = FloatVector.fromArray(FLOATS, s.rowMinima, i);
      for (int t = 0; t < rows; t++) {
        int from = t * PanelForm.ROWS + i;
        int to = (firstRow + t) * PanelForm.ROWS + i;
        FloatVector first =
            scale.fma(
                FloatVector.fromArray(FLOATS, f, PanelScratch.SUMS + from),
                FloatVector.fromArray(FLOATS, results, to));
        minimum
            .fma(FloatVector.fromArray(FLOATS, f, PanelScratch.LOWS + from), first)
            .intoArray(results, to);
      }
    }
  }

  private static void minusEight(int groups, float[] f) {
    for (int g = 0; g < groups; g++) {
      for (int i = 0; i < PanelForm.ROWS; i += LANES) {
        FloatVector.fromArray(FLOATS, f, g * 64 + i)
            .mul(-8f)
            .intoArray(f, PanelScratch.MINIMA + g * 32 + i);
      }
    }
  }

  // The loop ends at a place and not after a count: C2 lays bounds for every access of a counted
  // loop before it, which costs more than eight turns of one. The exponent of a half moved to where
  // a float has it is 112 too small; what a half counts as infinite passes the largest float on the
  // way.
  private static void halves(
      MemorySegment w, long at, int groups, int bytes, float[] to, int slot, int slots) {
    for (int p = 0; p < 16; p += LANES) {
      long from = at + 4 * p;
      long end = from + (long) groups * bytes;
      int low = slot + p;
      while (from != end) {
        IntVector v = IntVector.fromMemorySegment(INTS, w, from, ByteOrder.LITTLE_ENDIAN);
        IntVector a = v.and(0x7FFF).lanewise(VectorOperators.LSHL, 13);
        IntVector b = v.and(0x7FFF0000).lanewise(VectorOperators.LSHR, 3);
        a.reinterpretAsFloats()
            .mul(UP)
            .mul(UP)
            .mul(DOWN)
            .reinterpretAsInts()
            .or(v.lanewise(VectorOperators.LSHL, 16).and(0x80000000))
            .reinterpretAsFloats()
            .intoArray(to, low);
        b.reinterpretAsFloats()
            .mul(UP)
            .mul(UP)
            .mul(DOWN)
            .reinterpretAsInts()
            .or(v.and(0x80000000))
            .reinterpretAsFloats()
            .intoArray(to, low + 16);
        from += bytes;
        low += slots;
      }
    }
  }
}
