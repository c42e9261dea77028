/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Inner products with BF16 weights as they lie, on 512-bit vectors, with the bits of {@link
 * FloatKernels#dot}. A weight is the upper half of a float, so it is widened beside the
 * multiplication: while rows are multiplied, memory is read. Decoding rows first makes the two wait
 * for each other.
 */
final class BrainFloatProducts {
  /** Weight rows of a tile; {@link #project} takes multiples of it. */
  static final int WEIGHTS = 4;

  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_512;
  private static final int LANES = 16;
  private static final int STEP = FloatKernels.PARTIAL_SUMS;

  private BrainFloatProducts() {}

  /**
   * Products with each row of inputs: {@code y[yOffset + o + r * yStride]} for weight row {@code o}
   * and input row {@code r}. All weight rows meet four input rows before they meet the next: they
   * are read from memory in one go, and then lie in the second-level cache.
   *
   * @param w the bytes of the matrix
   * @param at where the first weight row starts
   * @param weightRows how many, a multiple of {@link #WEIGHTS}
   * @param count numbers in a row
   * @param x input rows
   * @param rows how many
   */
  static void project(
      MemorySegment w,
      long at,
      int weightRows,
      int count,
      float[] x,
      int rows,
      float[] y,
      int yOffset,
      int yStride) {
    float[] sums = PartialSums.ofThread();
    long rowBytes = 2L * count;
    int r = 0;
    for (; r <= rows - 4; r += 4) {
      int half = weightRows / 2;
      for (int o = 0; o < half; o++) {
        long from = at + o * rowBytes;
        twoByFour(w, from, from + half * rowBytes, count, x, r * count, sums);
        int to = yOffset + o + r * yStride;
        Vector512Kernels.fold(sums, 0, 4, y, to, yStride);
        Vector512Kernels.fold(sums, 4 * LANES, 4, y, to + half, yStride);
      }
    }
    for (; r < rows; r++) {
      int quarter = weightRows / 4;
      for (int o = 0; o < quarter; o++) {
        fourByOne(w, at + o * rowBytes, quarter * rowBytes, count, x, r * count, sums);
        Vector512Kernels.fold(sums, 0, WEIGHTS, y, yOffset + o + r * yStride, quarter);
      }
    }
    if (count % STEP != 0) {
      tails(w, at, weightRows, count, x, rows, y, yOffset, yStride);
    }
  }

  private static void tails(
      MemorySegment w,
      long at,
      int weightRows,
      int count,
      float[] x,
      int rows,
      float[] y,
      int yOffset,
      int yStride) {
    int whole = count - count % STEP;
    for (int o = 0; o < weightRows; o++) {
      for (int i = whole; i < count; i++) {
        long from = at + 2L * (o * (long) count + i);
        float weight = Float.intBitsToFloat(w.get(RowDecoders.SHORT, from) << 16);
        for (int r = 0; r < rows; r++) {
          int to = yOffset + o + r * yStride;
          y[to] = Math.fma(weight, x[r * count + i], y[to]);
        }
      }
    }
  }

  private static void twoByFour(
      MemorySegment w, long at0, long at1, int count, float[] x, int xOffset, float[] sums) {
    int x1 = xOffset + count;
    int x2 = xOffset + 2 * count;
    int x3 = xOffset + 3 * count;
    FloatVector s000 = FloatVector.zero(FLOATS);
    FloatVector s001 = FloatVector.zero(FLOATS);
    FloatVector s010 = FloatVector.zero(FLOATS);
    FloatVector s011 = FloatVector.zero(FLOATS);
    FloatVector s020 = FloatVector.zero(FLOATS);
    FloatVector s021 = FloatVector.zero(FLOATS);
    FloatVector s030 = FloatVector.zero(FLOATS);
    FloatVector s031 = FloatVector.zero(FLOATS);
    FloatVector s100 = FloatVector.zero(FLOATS);
    FloatVector s101 = FloatVector.zero(FLOATS);
    FloatVector s110 = FloatVector.zero(FLOATS);
    FloatVector s111 = FloatVector.zero(FLOATS);
    FloatVector s120 = FloatVector.zero(FLOATS);
    FloatVector s121 = FloatVector.zero(FLOATS);
    FloatVector s130 = FloatVector.zero(FLOATS);
    FloatVector s131 = FloatVector.zero(FLOATS);
    for (int i = 0; i <= count - STEP; i += STEP) {
      FloatVector w00 =
          ((IntVector)
                  ShortVector.fromMemorySegment(SHORTS, w, at0 + 2L * i, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      FloatVector w01 =
          ((IntVector)
                  ShortVector.fromMemorySegment(
                          SHORTS, w, at0 + 2L * i + 2 * LANES, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      FloatVector w10 =
          ((IntVector)
                  ShortVector.fromMemorySegment(SHORTS, w, at1 + 2L * i, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      FloatVector w11 =
          ((IntVector)
                  ShortVector.fromMemorySegment(
                          SHORTS, w, at1 + 2L * i + 2 * LANES, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      FloatVector v00 = FloatVector.fromArray(FLOATS, x, xOffset + i);
      s000 = w00.fma(v00, s000);
      s100 = w10.fma(v00, s100);
      FloatVector v01 = FloatVector.fromArray(FLOATS, x, xOffset + i + LANES);
      s001 = w01.fma(v01, s001);
      s101 = w11.fma(v01, s101);
      FloatVector v10 = FloatVector.fromArray(FLOATS, x, x1 + i);
      s010 = w00.fma(v10, s010);
      s110 = w10.fma(v10, s110);
      FloatVector v11 = FloatVector.fromArray(FLOATS, x, x1 + i + LANES);
      s011 = w01.fma(v11, s011);
      s111 = w11.fma(v11, s111);
      FloatVector v20 = FloatVector.fromArray(FLOATS, x, x2 + i);
      s020 = w00.fma(v20, s020);
      s120 = w10.fma(v20, s120);
      FloatVector v21 = FloatVector.fromArray(FLOATS, x, x2 + i + LANES);
      s021 = w01.fma(v21, s021);
      s121 = w11.fma(v21, s121);
      FloatVector v30 = FloatVector.fromArray(FLOATS, x, x3 + i);
      s030 = w00.fma(v30, s030);
      s130 = w10.fma(v30, s130);
      FloatVector v31 = FloatVector.fromArray(FLOATS, x, x3 + i + LANES);
      s031 = w01.fma(v31, s031);
      s131 = w11.fma(v31, s131);
    }
    FloatVector one = FloatVector.broadcast(FLOATS, 1f);
    one.fma(s000, s001).intoArray(sums, 0);
    one.fma(s010, s011).intoArray(sums, LANES);
    one.fma(s020, s021).intoArray(sums, 2 * LANES);
    one.fma(s030, s031).intoArray(sums, 3 * LANES);
    one.fma(s100, s101).intoArray(sums, 4 * LANES);
    one.fma(s110, s111).intoArray(sums, 5 * LANES);
    one.fma(s120, s121).intoArray(sums, 6 * LANES);
    one.fma(s130, s131).intoArray(sums, 7 * LANES);
  }

  private static void fourByOne(
      MemorySegment w, long at, long rowBytes, int count, float[] x, int xOffset, float[] sums) {
    long at1 = at + rowBytes;
    long at2 = at + 2 * rowBytes;
    long at3 = at + 3 * rowBytes;
    FloatVector s00 = FloatVector.zero(FLOATS);
    FloatVector s01 = FloatVector.zero(FLOATS);
    FloatVector s10 = FloatVector.zero(FLOATS);
    FloatVector s11 = FloatVector.zero(FLOATS);
    FloatVector s20 = FloatVector.zero(FLOATS);
    FloatVector s21 = FloatVector.zero(FLOATS);
    FloatVector s30 = FloatVector.zero(FLOATS);
    FloatVector s31 = FloatVector.zero(FLOATS);
    for (int i = 0; i <= count - STEP; i += STEP) {
      FloatVector v0 = FloatVector.fromArray(FLOATS, x, xOffset + i);
      FloatVector v1 = FloatVector.fromArray(FLOATS, x, xOffset + i + LANES);
      FloatVector w00 =
          ((IntVector)
                  ShortVector.fromMemorySegment(SHORTS, w, at + 2L * i, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      s00 = w00.fma(v0, s00);
      FloatVector w01 =
          ((IntVector)
                  ShortVector.fromMemorySegment(
                          SHORTS, w, at + 2L * i + 2 * LANES, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      s01 = w01.fma(v1, s01);
      FloatVector w10 =
          ((IntVector)
                  ShortVector.fromMemorySegment(SHORTS, w, at1 + 2L * i, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      s10 = w10.fma(v0, s10);
      FloatVector w11 =
          ((IntVector)
                  ShortVector.fromMemorySegment(
                          SHORTS, w, at1 + 2L * i + 2 * LANES, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      s11 = w11.fma(v1, s11);
      FloatVector w20 =
          ((IntVector)
                  ShortVector.fromMemorySegment(SHORTS, w, at2 + 2L * i, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      s20 = w20.fma(v0, s20);
      FloatVector w21 =
          ((IntVector)
                  ShortVector.fromMemorySegment(
                          SHORTS, w, at2 + 2L * i + 2 * LANES, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      s21 = w21.fma(v1, s21);
      FloatVector w30 =
          ((IntVector)
                  ShortVector.fromMemorySegment(SHORTS, w, at3 + 2L * i, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      s30 = w30.fma(v0, s30);
      FloatVector w31 =
          ((IntVector)
                  ShortVector.fromMemorySegment(
                          SHORTS, w, at3 + 2L * i + 2 * LANES, ByteOrder.LITTLE_ENDIAN)
                      .convertShape(VectorOperators.S2I, INTS, 0))
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      s31 = w31.fma(v1, s31);
    }
    FloatVector one = FloatVector.broadcast(FLOATS, 1f);
    one.fma(s00, s01).intoArray(sums, 0);
    one.fma(s10, s11).intoArray(sums, LANES);
    one.fma(s20, s21).intoArray(sums, 2 * LANES);
    one.fma(s30, s31).intoArray(sums, 3 * LANES);
  }
}
