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
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/** Scales on vectors, for forms that lie in ints of 16 rows. */
final class VectorPanelScales extends PanelScales {
  private static final float UP = 0x1p112f;
  private static final float DOWN = 0x1p-112f;

  @Override
  void read(PanelForm form, MemorySegment w, long at, int groups, PanelScratch to) {
    switch (form) {
      case Q4_K, Q5_K -> {
        halves(w, at, to.rowScales, 0);
        halves(w, at + 64, to.rowMinima, 0);
        negate(to.rowMinima);
        boolean twice = form == PanelForm.Q5_K;
        for (int g = 0; g < groups; g++) {
          bytes(w, at + 128 + 64L * g, to.floats, g * 64, to.floats, PanelScratch.MINIMA + g * 32);
          if (twice) {
            System.arraycopy(to.floats, g * 64, to.floats, g * 64 + 32, 32);
          }
        }
      }
      case Q6_K -> {
        halves(w, at, to.rowScales, 0);
        Arrays.fill(to.rowMinima, 1f);
        Arrays.fill(to.floats, PanelScratch.MINIMA, PanelScratch.SUMS, 0f);
        for (int g = 0; g < groups; g++) {
          signedBytes(w, at + 64 + 64L * g, to.floats, g * 64);
        }
      }
      case Q4_0, Q8_0 -> {
        ones(to);
        for (int g = 0; g < groups; g++) {
          halves(w, at + 64L * g, to.floats, g * 64);
        }
        if (form == PanelForm.Q4_0) {
          minusEight(groups, to);
        }
      }
      case Q4_1 -> {
        ones(to);
        for (int g = 0; g < groups; g++) {
          halves(w, at + 128L * g, to.floats, g * 64);
          halves(w, at + 128L * g + 64, to.floats, PanelScratch.MINIMA + g * 32);
        }
      }
      default -> super.read(form, w, at, groups, to);
    }
  }

  private static void ones(PanelScratch to) {
    Arrays.fill(to.rowScales, 1f);
    Arrays.fill(to.rowMinima, 1f);
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

  private static void negate(float[] x) {
    for (int i = 0; i < PanelForm.ROWS; i += LANES) {
      FloatVector.fromArray(FLOATS, x, i).neg().intoArray(x, i);
    }
  }

  private static void minusEight(int groups, PanelScratch to) {
    for (int g = 0; g < groups; g++) {
      for (int r = 0; r < 32; r++) {
        to.floats[PanelScratch.MINIMA + g * 32 + r] = -8f * to.floats[g * 64 + r];
      }
    }
  }

  // The exponent of a half moved to where a float has it is 112 too small; what a half counts as
  // infinite passes the largest float on the way.
  private static void halves(MemorySegment w, long at, float[] to, int slot) {
    for (int i = 0; i < 16; i += LANES) {
      IntVector v = IntVector.fromMemorySegment(INTS, w, at + 4L * i, ByteOrder.LITTLE_ENDIAN);
      IntVector low = v.and(0x7FFF).lanewise(VectorOperators.LSHL, 13);
      IntVector high = v.and(0x7FFF0000).lanewise(VectorOperators.LSHR, 3);
      FloatVector l = low.reinterpretAsFloats().mul(UP).mul(UP).mul(DOWN);
      FloatVector h = high.reinterpretAsFloats().mul(UP).mul(UP).mul(DOWN);
      l.reinterpretAsInts()
          .or(v.lanewise(VectorOperators.LSHL, 16).and(0x80000000))
          .reinterpretAsFloats()
          .intoArray(to, slot + i);
      h.reinterpretAsInts()
          .or(v.and(0x80000000))
          .reinterpretAsFloats()
          .intoArray(to, slot + 16 + i);
    }
  }

  private static void bytes(
      MemorySegment w, long at, float[] scales, int slot, float[] minima, int low) {
    for (int i = 0; i < 16; i += LANES) {
      IntVector v = IntVector.fromMemorySegment(INTS, w, at + 4L * i, ByteOrder.LITTLE_ENDIAN);
      IntVector s1 = v.lanewise(VectorOperators.LSHR, 8).and(255);
      IntVector m0 = v.lanewise(VectorOperators.LSHR, 16).and(255);
      IntVector m1 = v.lanewise(VectorOperators.LSHR, 24);
      ((FloatVector) v.and(255).convertShape(VectorOperators.I2F, FLOATS, 0))
          .intoArray(scales, slot + i);
      ((FloatVector) s1.convertShape(VectorOperators.I2F, FLOATS, 0))
          .intoArray(scales, slot + 16 + i);
      ((FloatVector) m0.convertShape(VectorOperators.I2F, FLOATS, 0)).intoArray(minima, low + i);
      ((FloatVector) m1.convertShape(VectorOperators.I2F, FLOATS, 0))
          .intoArray(minima, low + 16 + i);
    }
  }

  private static void signedBytes(MemorySegment w, long at, float[] scales, int slot) {
    for (int i = 0; i < 16; i += LANES) {
      IntVector v = IntVector.fromMemorySegment(INTS, w, at + 4L * i, ByteOrder.LITTLE_ENDIAN);
      IntVector a0 = v.lanewise(VectorOperators.LSHL, 24).lanewise(VectorOperators.ASHR, 24);
      IntVector a1 = v.lanewise(VectorOperators.LSHL, 16).lanewise(VectorOperators.ASHR, 24);
      IntVector b0 = v.lanewise(VectorOperators.LSHL, 8).lanewise(VectorOperators.ASHR, 24);
      IntVector b1 = v.lanewise(VectorOperators.ASHR, 24);
      ((FloatVector) a0.convertShape(VectorOperators.I2F, FLOATS, 0)).intoArray(scales, slot + i);
      ((FloatVector) a1.convertShape(VectorOperators.I2F, FLOATS, 0))
          .intoArray(scales, slot + 16 + i);
      ((FloatVector) b0.convertShape(VectorOperators.I2F, FLOATS, 0))
          .intoArray(scales, slot + 32 + i);
      ((FloatVector) b1.convertShape(VectorOperators.I2F, FLOATS, 0))
          .intoArray(scales, slot + 48 + i);
    }
  }
}
