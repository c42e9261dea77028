/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Inner products on 128-bit vectors: the eight vectors hold the 32 partial sums of {@link
 * FloatKernels#dot}. The species is a constant and the code is flat, because C2 boxes vectors that
 * cross a call it does not inline (kernels 7).
 */
final class Vector128Kernels extends ScalarKernels {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_128;
  private static final int LANES = 4;
  private static final VectorShuffle<Float> DOWN_2 = VectorShuffle.iota(SPECIES, 2, 1, true);
  private static final VectorShuffle<Float> DOWN_1 = VectorShuffle.iota(SPECIES, 1, 1, true);

  @Override
  public String name() {
    return "vector-128";
  }

  @Override
  public float dot(float[] a, int aOffset, float[] b, int bOffset, int count) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    FloatVector s2 = FloatVector.zero(SPECIES);
    FloatVector s3 = FloatVector.zero(SPECIES);
    FloatVector s4 = FloatVector.zero(SPECIES);
    FloatVector s5 = FloatVector.zero(SPECIES);
    FloatVector s6 = FloatVector.zero(SPECIES);
    FloatVector s7 = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= count - PARTIAL_SUMS; i += PARTIAL_SUMS) {
      s0 =
          FloatVector.fromArray(SPECIES, a, aOffset + i)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i), s0);
      s1 =
          FloatVector.fromArray(SPECIES, a, aOffset + i + LANES)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i + LANES), s1);
      s2 =
          FloatVector.fromArray(SPECIES, a, aOffset + i + 2 * LANES)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i + 2 * LANES), s2);
      s3 =
          FloatVector.fromArray(SPECIES, a, aOffset + i + 3 * LANES)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i + 3 * LANES), s3);
      s4 =
          FloatVector.fromArray(SPECIES, a, aOffset + i + 4 * LANES)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i + 4 * LANES), s4);
      s5 =
          FloatVector.fromArray(SPECIES, a, aOffset + i + 5 * LANES)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i + 5 * LANES), s5);
      s6 =
          FloatVector.fromArray(SPECIES, a, aOffset + i + 6 * LANES)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i + 6 * LANES), s6);
      s7 =
          FloatVector.fromArray(SPECIES, a, aOffset + i + 7 * LANES)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i + 7 * LANES), s7);
    }
    return tail(
        a,
        aOffset,
        b,
        bOffset,
        i,
        count,
        fold(s0.add(s4).add(s2.add(s6)).add(s1.add(s5).add(s3.add(s7)))));
  }

  private static float fold(FloatVector v) {
    FloatVector f0 = v.add(v.rearrange(DOWN_2));
    FloatVector f1 = f0.add(f0.rearrange(DOWN_1));
    return f1.lane(0);
  }
}
