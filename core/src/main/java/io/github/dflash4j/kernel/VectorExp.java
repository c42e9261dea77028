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
 * a number leaves the range in which that is straight-line code, the scalar path is taken. Flat and
 * twice, since a method of its own is not always inlined and then makes objects (kernels 7, trap
 * 2).
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
      DoubleVector lx = (DoubleVector) x.convertShape(VectorOperators.F2D, DOUBLES, 0);
      DoubleVector lt = lx.mul(FixedMath.LOG2_E).add(TO_INTEGER);
      DoubleVector lr = lx.sub(lt.sub(TO_INTEGER).mul(FixedMath.LN_2));
      DoubleVector lp = DoubleVector.broadcast(DOUBLES, 1.0 / 3628800);
      lp = lp.mul(lr).add(1.0 / 362880);
      lp = lp.mul(lr).add(1.0 / 40320);
      lp = lp.mul(lr).add(1.0 / 5040);
      lp = lp.mul(lr).add(1.0 / 720);
      lp = lp.mul(lr).add(1.0 / 120);
      lp = lp.mul(lr).add(1.0 / 24);
      lp = lp.mul(lr).add(1.0 / 6);
      lp = lp.mul(lr).add(0.5);
      lp = lp.mul(lr).add(1.0);
      lp = lp.mul(lr).add(1.0);
      DoubleVector low =
          lp.mul(
              lt.reinterpretAsLongs()
                  .add(1023)
                  .lanewise(VectorOperators.LSHL, 52)
                  .reinterpretAsDoubles());
      DoubleVector hx = (DoubleVector) x.convertShape(VectorOperators.F2D, DOUBLES, 1);
      DoubleVector ht = hx.mul(FixedMath.LOG2_E).add(TO_INTEGER);
      DoubleVector hr = hx.sub(ht.sub(TO_INTEGER).mul(FixedMath.LN_2));
      DoubleVector hp = DoubleVector.broadcast(DOUBLES, 1.0 / 3628800);
      hp = hp.mul(hr).add(1.0 / 362880);
      hp = hp.mul(hr).add(1.0 / 40320);
      hp = hp.mul(hr).add(1.0 / 5040);
      hp = hp.mul(hr).add(1.0 / 720);
      hp = hp.mul(hr).add(1.0 / 120);
      hp = hp.mul(hr).add(1.0 / 24);
      hp = hp.mul(hr).add(1.0 / 6);
      hp = hp.mul(hr).add(0.5);
      hp = hp.mul(hr).add(1.0);
      hp = hp.mul(hr).add(1.0);
      DoubleVector high =
          hp.mul(
              ht.reinterpretAsLongs()
                  .add(1023)
                  .lanewise(VectorOperators.LSHL, 52)
                  .reinterpretAsDoubles());
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
      DoubleVector lx = (DoubleVector) d.convertShape(VectorOperators.F2D, DOUBLES, 0);
      DoubleVector lt = lx.mul(FixedMath.LOG2_E).add(TO_INTEGER);
      DoubleVector lr = lx.sub(lt.sub(TO_INTEGER).mul(FixedMath.LN_2));
      DoubleVector lp = DoubleVector.broadcast(DOUBLES, 1.0 / 3628800);
      lp = lp.mul(lr).add(1.0 / 362880);
      lp = lp.mul(lr).add(1.0 / 40320);
      lp = lp.mul(lr).add(1.0 / 5040);
      lp = lp.mul(lr).add(1.0 / 720);
      lp = lp.mul(lr).add(1.0 / 120);
      lp = lp.mul(lr).add(1.0 / 24);
      lp = lp.mul(lr).add(1.0 / 6);
      lp = lp.mul(lr).add(0.5);
      lp = lp.mul(lr).add(1.0);
      lp = lp.mul(lr).add(1.0);
      DoubleVector low =
          lp.mul(
              lt.reinterpretAsLongs()
                  .add(1023)
                  .lanewise(VectorOperators.LSHL, 52)
                  .reinterpretAsDoubles());
      DoubleVector hx = (DoubleVector) d.convertShape(VectorOperators.F2D, DOUBLES, 1);
      DoubleVector ht = hx.mul(FixedMath.LOG2_E).add(TO_INTEGER);
      DoubleVector hr = hx.sub(ht.sub(TO_INTEGER).mul(FixedMath.LN_2));
      DoubleVector hp = DoubleVector.broadcast(DOUBLES, 1.0 / 3628800);
      hp = hp.mul(hr).add(1.0 / 362880);
      hp = hp.mul(hr).add(1.0 / 40320);
      hp = hp.mul(hr).add(1.0 / 5040);
      hp = hp.mul(hr).add(1.0 / 720);
      hp = hp.mul(hr).add(1.0 / 120);
      hp = hp.mul(hr).add(1.0 / 24);
      hp = hp.mul(hr).add(1.0 / 6);
      hp = hp.mul(hr).add(0.5);
      hp = hp.mul(hr).add(1.0);
      hp = hp.mul(hr).add(1.0);
      DoubleVector high =
          hp.mul(
              ht.reinterpretAsLongs()
                  .add(1023)
                  .lanewise(VectorOperators.LSHL, 52)
                  .reinterpretAsDoubles());
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
}
