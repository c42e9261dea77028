/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.PanelSpecies.FLOATS;
import static io.github.dflash4j.kernel.PanelSpecies.LANES;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link FixedMath#exp} on vectors, operation by operation, so that every lane has its bits. Where
 * a number leaves the range in which that is straight-line code, the caller takes the scalar path.
 */
final class VectorExp {
  /** Beyond it results may be infinite, zero or denormal. */
  private static final float RANGE = 80f;

  /** Adding it leaves the nearest integer, ties to even, in the low bits. */
  private static final double TO_INTEGER = 0x1.8p52;

  private static final VectorSpecies<Double> DOUBLES =
      VectorSpecies.of(double.class, VectorShape.forBitSize(PanelSpecies.BITS));

  private VectorExp() {}

  /** {@link FloatKernels#siluMultiply}. */
  static void siluMultiply(float[] gate, float[] up, int offset, int count) {
    int end = offset + count;
    int i = offset;
    for (; i <= end - LANES; i += LANES) {
      FloatVector a = FloatVector.fromArray(FLOATS, gate, i);
      float largest = a.abs().reduceLanes(VectorOperators.MAX);
      if (!(largest < RANGE)) {
        scalarSilu(gate, up, i, i + LANES);
        continue;
      }
      FloatVector x = a.neg();
      DoubleVector low = exp((DoubleVector) x.convertShape(VectorOperators.F2D, DOUBLES, 0));
      DoubleVector high = exp((DoubleVector) x.convertShape(VectorOperators.F2D, DOUBLES, 1));
      FloatVector e =
          ((FloatVector) low.convertShape(VectorOperators.D2F, FLOATS, 0))
              .add((FloatVector) high.convertShape(VectorOperators.D2F, FLOATS, -1));
      a.div(e.add(1f)).mul(FloatVector.fromArray(FLOATS, up, i)).intoArray(gate, i);
    }
    scalarSilu(gate, up, i, end);
  }

  private static void scalarSilu(float[] gate, float[] up, int from, int to) {
    for (int i = from; i < to; i++) {
      float a = gate[i];
      gate[i] = a / (1f + FixedMath.exp(-a)) * up[i];
    }
  }

  /** {@code x[i] = exp(x[i] - max)} for numbers not above {@code max}. */
  static void expOfDifferences(float[] x, int offset, int count, float max) {
    int end = offset + count;
    int i = offset;
    for (; i <= end - LANES; i += LANES) {
      FloatVector d = FloatVector.fromArray(FLOATS, x, i).sub(max);
      if (!(d.abs().reduceLanes(VectorOperators.MAX) < RANGE)) {
        scalarDifferences(x, i, i + LANES, max);
        continue;
      }
      DoubleVector low = exp((DoubleVector) d.convertShape(VectorOperators.F2D, DOUBLES, 0));
      DoubleVector high = exp((DoubleVector) d.convertShape(VectorOperators.F2D, DOUBLES, 1));
      ((FloatVector) low.convertShape(VectorOperators.D2F, FLOATS, 0))
          .add((FloatVector) high.convertShape(VectorOperators.D2F, FLOATS, -1))
          .intoArray(x, i);
    }
    scalarDifferences(x, i, end, max);
  }

  private static void scalarDifferences(float[] x, int from, int to, float max) {
    for (int i = from; i < to; i++) {
      x[i] = FixedMath.exp(x[i] - max);
    }
  }

  private static DoubleVector exp(DoubleVector x) {
    DoubleVector shifted = x.mul(FixedMath.LOG2_E).add(TO_INTEGER);
    DoubleVector r = x.sub(shifted.sub(TO_INTEGER).mul(FixedMath.LN_2));
    DoubleVector p = DoubleVector.broadcast(DOUBLES, 1.0 / 3628800);
    p = p.mul(r).add(1.0 / 362880);
    p = p.mul(r).add(1.0 / 40320);
    p = p.mul(r).add(1.0 / 5040);
    p = p.mul(r).add(1.0 / 720);
    p = p.mul(r).add(1.0 / 120);
    p = p.mul(r).add(1.0 / 24);
    p = p.mul(r).add(1.0 / 6);
    p = p.mul(r).add(0.5);
    p = p.mul(r).add(1.0);
    p = p.mul(r).add(1.0);
    return p.mul(
        shifted
            .reinterpretAsLongs()
            .add(1023)
            .lanewise(VectorOperators.LSHL, 52)
            .reinterpretAsDoubles());
  }
}
