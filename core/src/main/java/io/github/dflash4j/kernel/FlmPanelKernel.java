/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.PanelSpecies.FLOATS;
import static io.github.dflash4j.kernel.PanelSpecies.INTS;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Chunks of FastFlowLM as they lie, on 512-bit vectors (kernels 2): 16 bytes hold a column, so a
 * permutation brings four columns of two rows into one int; then as {@link NibblePanelKernel}, with
 * columns c and c + 2 in the halves of an int and rows 2i and 2i + 1 in two sums.
 */
final class FlmPanelKernel implements PanelKernel {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorShuffle<Byte> COLUMNS_TOGETHER =
      VectorShuffle.fromOp(BYTES, i -> i % 4 * 16 + i / 4);

  @Override
  public int mostRows() {
    return 4;
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
    switch (rows) {
      case 1 -> rows1(w, at, groups, x, row, column, s);
      case 2 -> rows2(w, at, groups, x, row, column, s);
      default -> rows4(w, at, groups, x, row, column, s);
    }
  }

  private static void rows1(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {

    int[] q = x.pairs;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 22;
    FloatVector sl0 = FloatVector.fromArray(FLOATS, f, 768);
    FloatVector sh0 = FloatVector.fromArray(FLOATS, f, 784);
    FloatVector ml0 = FloatVector.fromArray(FLOATS, f, 1024);
    FloatVector mh0 = FloatVector.fromArray(FLOATS, f, 1040);
    long from = at;
    long end = at + groups * 512L;
    int x0 = row0;
    int scale = 0;
    int minimum = 512;
    while (from != end) {
      ShortVector e0 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o0 = IntVector.zero(INTS).reinterpretAsShorts();
      IntVector v0 =
          ByteVector.fromMemorySegment(BYTES, w, from, LITTLE_ENDIAN)
              .rearrange(COLUMNS_TOGETHER)
              .reinterpretAsInts();
      ShortVector w00 = v0.and(0x000F000F).reinterpretAsShorts();
      ShortVector w01 = v0.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
      ShortVector w02 = v0.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
      ShortVector w03 = v0.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
      ShortVector y00 = IntVector.broadcast(INTS, q[x0]).reinterpretAsShorts();
      ShortVector z00 = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
      e0 = w00.mul(y00).add(w02.mul(z00)).add(e0);
      o0 = w01.mul(y00).add(w03.mul(z00)).add(o0);
      IntVector v1 =
          ByteVector.fromMemorySegment(BYTES, w, from + 64, LITTLE_ENDIAN)
              .rearrange(COLUMNS_TOGETHER)
              .reinterpretAsInts();
      ShortVector w10 = v1.and(0x000F000F).reinterpretAsShorts();
      ShortVector w11 = v1.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
      ShortVector w12 = v1.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
      ShortVector w13 = v1.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
      ShortVector y10 = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsShorts();
      ShortVector z10 = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsShorts();
      e0 = w10.mul(y10).add(w12.mul(z10)).add(e0);
      o0 = w11.mul(y10).add(w13.mul(z10)).add(o0);
      IntVector v2 =
          ByteVector.fromMemorySegment(BYTES, w, from + 128, LITTLE_ENDIAN)
              .rearrange(COLUMNS_TOGETHER)
              .reinterpretAsInts();
      ShortVector w20 = v2.and(0x000F000F).reinterpretAsShorts();
      ShortVector w21 = v2.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
      ShortVector w22 = v2.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
      ShortVector w23 = v2.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
      ShortVector y20 = IntVector.broadcast(INTS, q[x0 + 4]).reinterpretAsShorts();
      ShortVector z20 = IntVector.broadcast(INTS, q[x0 + 5]).reinterpretAsShorts();
      e0 = w20.mul(y20).add(w22.mul(z20)).add(e0);
      o0 = w21.mul(y20).add(w23.mul(z20)).add(o0);
      IntVector v3 =
          ByteVector.fromMemorySegment(BYTES, w, from + 192, LITTLE_ENDIAN)
              .rearrange(COLUMNS_TOGETHER)
              .reinterpretAsInts();
      ShortVector w30 = v3.and(0x000F000F).reinterpretAsShorts();
      ShortVector w31 = v3.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
      ShortVector w32 = v3.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
      ShortVector w33 = v3.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
      ShortVector y30 = IntVector.broadcast(INTS, q[x0 + 6]).reinterpretAsShorts();
      ShortVector z30 = IntVector.broadcast(INTS, q[x0 + 7]).reinterpretAsShorts();
      e0 = w30.mul(y30).add(w32.mul(z30)).add(e0);
      o0 = w31.mul(y30).add(w33.mul(z30)).add(o0);
      IntVector v4 =
          ByteVector.fromMemorySegment(BYTES, w, from + 256, LITTLE_ENDIAN)
              .rearrange(COLUMNS_TOGETHER)
              .reinterpretAsInts();
      ShortVector w40 = v4.and(0x000F000F).reinterpretAsShorts();
      ShortVector w41 = v4.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
      ShortVector w42 = v4.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
      ShortVector w43 = v4.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
      ShortVector y40 = IntVector.broadcast(INTS, q[x0 + 8]).reinterpretAsShorts();
      ShortVector z40 = IntVector.broadcast(INTS, q[x0 + 9]).reinterpretAsShorts();
      e0 = w40.mul(y40).add(w42.mul(z40)).add(e0);
      o0 = w41.mul(y40).add(w43.mul(z40)).add(o0);
      IntVector v5 =
          ByteVector.fromMemorySegment(BYTES, w, from + 320, LITTLE_ENDIAN)
              .rearrange(COLUMNS_TOGETHER)
              .reinterpretAsInts();
      ShortVector w50 = v5.and(0x000F000F).reinterpretAsShorts();
      ShortVector w51 = v5.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
      ShortVector w52 = v5.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
      ShortVector w53 = v5.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
      ShortVector y50 = IntVector.broadcast(INTS, q[x0 + 10]).reinterpretAsShorts();
      ShortVector z50 = IntVector.broadcast(INTS, q[x0 + 11]).reinterpretAsShorts();
      e0 = w50.mul(y50).add(w52.mul(z50)).add(e0);
      o0 = w51.mul(y50).add(w53.mul(z50)).add(o0);
      IntVector v6 =
          ByteVector.fromMemorySegment(BYTES, w, from + 384, LITTLE_ENDIAN)
              .rearrange(COLUMNS_TOGETHER)
              .reinterpretAsInts();
      ShortVector w60 = v6.and(0x000F000F).reinterpretAsShorts();
      ShortVector w61 = v6.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
      ShortVector w62 = v6.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
      ShortVector w63 = v6.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
      ShortVector y60 = IntVector.broadcast(INTS, q[x0 + 12]).reinterpretAsShorts();
      ShortVector z60 = IntVector.broadcast(INTS, q[x0 + 13]).reinterpretAsShorts();
      e0 = w60.mul(y60).add(w62.mul(z60)).add(e0);
      o0 = w61.mul(y60).add(w63.mul(z60)).add(o0);
      IntVector v7 =
          ByteVector.fromMemorySegment(BYTES, w, from + 448, LITTLE_ENDIAN)
              .rearrange(COLUMNS_TOGETHER)
              .reinterpretAsInts();
      ShortVector w70 = v7.and(0x000F000F).reinterpretAsShorts();
      ShortVector w71 = v7.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
      ShortVector w72 = v7.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
      ShortVector w73 = v7.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
      ShortVector y70 = IntVector.broadcast(INTS, q[x0 + 14]).reinterpretAsShorts();
      ShortVector z70 = IntVector.broadcast(INTS, q[x0 + 15]).reinterpretAsShorts();
      e0 = w70.mul(y70).add(w72.mul(z70)).add(e0);
      o0 = w71.mul(y70).add(w73.mul(z70)).add(o0);
      FloatVector s0 = FloatVector.fromArray(FLOATS, f, scale);
      FloatVector s1 = FloatVector.fromArray(FLOATS, f, scale + 16);
      FloatVector m0 = FloatVector.fromArray(FLOATS, f, minimum);
      FloatVector m1 = FloatVector.fromArray(FLOATS, f, minimum + 16);
      ShortVector n0 = IntVector.broadcast(INTS, q[x0 + 17]).reinterpretAsShorts();
      IntVector b0 = IntVector.broadcast(INTS, q[x0 + 16]);
      FloatVector t0 = IntVector.broadcast(INTS, q[x0 + 18]).reinterpretAsFloats();
      FloatVector c0 = IntVector.broadcast(INTS, q[x0 + 19]).reinterpretAsFloats();
      ShortVector even0 = n0.add(e0);
      FloatVector l0 =
          (FloatVector)
              even0
                  .add(even0.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b0)
                  .convertShape(I2F, FLOATS, 0);
      ShortVector odd0 = n0.add(o0);
      FloatVector h0 =
          (FloatVector)
              odd0.add(odd0.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b0)
                  .convertShape(I2F, FLOATS, 0);
      sl0 = s0.fma(l0.mul(t0), sl0);
      sh0 = s1.fma(h0.mul(t0), sh0);
      ml0 = m0.fma(c0, ml0);
      mh0 = m1.fma(c0, mh0);
      from += 512;
      x0 += 22;
      scale += 64;
      minimum += 32;
    }
    FloatVector one = FloatVector.broadcast(FLOATS, 1f);
    one.mul(sl0).intoArray(f, 768);
    one.mul(sh0).intoArray(f, 784);
    one.mul(ml0).intoArray(f, 1024);
    one.mul(mh0).intoArray(f, 1040);
  }

  private static void rows2(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {

    int[] q = x.pairs;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 22;
    int row1 = ((row + 1) * x.groups + column / 32) * 22;
    FloatVector sl0 = FloatVector.fromArray(FLOATS, f, 768);
    FloatVector sh0 = FloatVector.fromArray(FLOATS, f, 784);
    FloatVector ml0 = FloatVector.fromArray(FLOATS, f, 1024);
    FloatVector mh0 = FloatVector.fromArray(FLOATS, f, 1040);
    FloatVector sl1 = FloatVector.fromArray(FLOATS, f, 800);
    FloatVector sh1 = FloatVector.fromArray(FLOATS, f, 816);
    FloatVector ml1 = FloatVector.fromArray(FLOATS, f, 1056);
    FloatVector mh1 = FloatVector.fromArray(FLOATS, f, 1072);
    long from = at;
    long end = at + groups * 512L;
    int x0 = row0;
    int x1 = row1;
    int scale = 0;
    int minimum = 512;
    while (from != end) {
      ShortVector e0 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o0 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector e1 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o1 = IntVector.zero(INTS).reinterpretAsShorts();
      long stop = from + 512;
      while (from != stop) {
        IntVector v0 =
            ByteVector.fromMemorySegment(BYTES, w, from, LITTLE_ENDIAN)
                .rearrange(COLUMNS_TOGETHER)
                .reinterpretAsInts();
        ShortVector w00 = v0.and(0x000F000F).reinterpretAsShorts();
        ShortVector w01 = v0.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w02 = v0.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w03 = v0.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y00 = IntVector.broadcast(INTS, q[x0]).reinterpretAsShorts();
        ShortVector z00 = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
        e0 = w00.mul(y00).add(w02.mul(z00)).add(e0);
        o0 = w01.mul(y00).add(w03.mul(z00)).add(o0);
        ShortVector y01 = IntVector.broadcast(INTS, q[x1]).reinterpretAsShorts();
        ShortVector z01 = IntVector.broadcast(INTS, q[x1 + 1]).reinterpretAsShorts();
        e1 = w00.mul(y01).add(w02.mul(z01)).add(e1);
        o1 = w01.mul(y01).add(w03.mul(z01)).add(o1);
        IntVector v1 =
            ByteVector.fromMemorySegment(BYTES, w, from + 64, LITTLE_ENDIAN)
                .rearrange(COLUMNS_TOGETHER)
                .reinterpretAsInts();
        ShortVector w10 = v1.and(0x000F000F).reinterpretAsShorts();
        ShortVector w11 = v1.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w12 = v1.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w13 = v1.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y10 = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsShorts();
        ShortVector z10 = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsShorts();
        e0 = w10.mul(y10).add(w12.mul(z10)).add(e0);
        o0 = w11.mul(y10).add(w13.mul(z10)).add(o0);
        ShortVector y11 = IntVector.broadcast(INTS, q[x1 + 2]).reinterpretAsShorts();
        ShortVector z11 = IntVector.broadcast(INTS, q[x1 + 3]).reinterpretAsShorts();
        e1 = w10.mul(y11).add(w12.mul(z11)).add(e1);
        o1 = w11.mul(y11).add(w13.mul(z11)).add(o1);
        IntVector v2 =
            ByteVector.fromMemorySegment(BYTES, w, from + 128, LITTLE_ENDIAN)
                .rearrange(COLUMNS_TOGETHER)
                .reinterpretAsInts();
        ShortVector w20 = v2.and(0x000F000F).reinterpretAsShorts();
        ShortVector w21 = v2.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w22 = v2.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w23 = v2.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y20 = IntVector.broadcast(INTS, q[x0 + 4]).reinterpretAsShorts();
        ShortVector z20 = IntVector.broadcast(INTS, q[x0 + 5]).reinterpretAsShorts();
        e0 = w20.mul(y20).add(w22.mul(z20)).add(e0);
        o0 = w21.mul(y20).add(w23.mul(z20)).add(o0);
        ShortVector y21 = IntVector.broadcast(INTS, q[x1 + 4]).reinterpretAsShorts();
        ShortVector z21 = IntVector.broadcast(INTS, q[x1 + 5]).reinterpretAsShorts();
        e1 = w20.mul(y21).add(w22.mul(z21)).add(e1);
        o1 = w21.mul(y21).add(w23.mul(z21)).add(o1);
        IntVector v3 =
            ByteVector.fromMemorySegment(BYTES, w, from + 192, LITTLE_ENDIAN)
                .rearrange(COLUMNS_TOGETHER)
                .reinterpretAsInts();
        ShortVector w30 = v3.and(0x000F000F).reinterpretAsShorts();
        ShortVector w31 = v3.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w32 = v3.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w33 = v3.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y30 = IntVector.broadcast(INTS, q[x0 + 6]).reinterpretAsShorts();
        ShortVector z30 = IntVector.broadcast(INTS, q[x0 + 7]).reinterpretAsShorts();
        e0 = w30.mul(y30).add(w32.mul(z30)).add(e0);
        o0 = w31.mul(y30).add(w33.mul(z30)).add(o0);
        ShortVector y31 = IntVector.broadcast(INTS, q[x1 + 6]).reinterpretAsShorts();
        ShortVector z31 = IntVector.broadcast(INTS, q[x1 + 7]).reinterpretAsShorts();
        e1 = w30.mul(y31).add(w32.mul(z31)).add(e1);
        o1 = w31.mul(y31).add(w33.mul(z31)).add(o1);
        from += 256;
        x0 += 8;
        x1 += 8;
      }
      FloatVector s0 = FloatVector.fromArray(FLOATS, f, scale);
      FloatVector s1 = FloatVector.fromArray(FLOATS, f, scale + 16);
      FloatVector m0 = FloatVector.fromArray(FLOATS, f, minimum);
      FloatVector m1 = FloatVector.fromArray(FLOATS, f, minimum + 16);
      ShortVector n0 = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
      IntVector b0 = IntVector.broadcast(INTS, q[x0]);
      FloatVector t0 = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsFloats();
      FloatVector c0 = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsFloats();
      ShortVector even0 = n0.add(e0);
      FloatVector l0 =
          (FloatVector)
              even0
                  .add(even0.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b0)
                  .convertShape(I2F, FLOATS, 0);
      ShortVector odd0 = n0.add(o0);
      FloatVector h0 =
          (FloatVector)
              odd0.add(odd0.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b0)
                  .convertShape(I2F, FLOATS, 0);
      sl0 = s0.fma(l0.mul(t0), sl0);
      sh0 = s1.fma(h0.mul(t0), sh0);
      ml0 = m0.fma(c0, ml0);
      mh0 = m1.fma(c0, mh0);
      ShortVector n1 = IntVector.broadcast(INTS, q[x1 + 1]).reinterpretAsShorts();
      IntVector b1 = IntVector.broadcast(INTS, q[x1]);
      FloatVector t1 = IntVector.broadcast(INTS, q[x1 + 2]).reinterpretAsFloats();
      FloatVector c1 = IntVector.broadcast(INTS, q[x1 + 3]).reinterpretAsFloats();
      ShortVector even1 = n1.add(e1);
      FloatVector l1 =
          (FloatVector)
              even1
                  .add(even1.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b1)
                  .convertShape(I2F, FLOATS, 0);
      ShortVector odd1 = n1.add(o1);
      FloatVector h1 =
          (FloatVector)
              odd1.add(odd1.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b1)
                  .convertShape(I2F, FLOATS, 0);
      sl1 = s0.fma(l1.mul(t1), sl1);
      sh1 = s1.fma(h1.mul(t1), sh1);
      ml1 = m0.fma(c1, ml1);
      mh1 = m1.fma(c1, mh1);
      x0 += 6;
      x1 += 6;
      scale += 64;
      minimum += 32;
    }
    FloatVector one = FloatVector.broadcast(FLOATS, 1f);
    one.mul(sl0).intoArray(f, 768);
    one.mul(sh0).intoArray(f, 784);
    one.mul(ml0).intoArray(f, 1024);
    one.mul(mh0).intoArray(f, 1040);
    one.mul(sl1).intoArray(f, 800);
    one.mul(sh1).intoArray(f, 816);
    one.mul(ml1).intoArray(f, 1056);
    one.mul(mh1).intoArray(f, 1072);
  }

  private static void rows4(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {

    int[] q = x.pairs;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 22;
    int row1 = ((row + 1) * x.groups + column / 32) * 22;
    int row2 = ((row + 2) * x.groups + column / 32) * 22;
    int row3 = ((row + 3) * x.groups + column / 32) * 22;
    FloatVector sl0 = FloatVector.fromArray(FLOATS, f, 768);
    FloatVector sh0 = FloatVector.fromArray(FLOATS, f, 784);
    FloatVector ml0 = FloatVector.fromArray(FLOATS, f, 1024);
    FloatVector mh0 = FloatVector.fromArray(FLOATS, f, 1040);
    FloatVector sl1 = FloatVector.fromArray(FLOATS, f, 800);
    FloatVector sh1 = FloatVector.fromArray(FLOATS, f, 816);
    FloatVector ml1 = FloatVector.fromArray(FLOATS, f, 1056);
    FloatVector mh1 = FloatVector.fromArray(FLOATS, f, 1072);
    FloatVector sl2 = FloatVector.fromArray(FLOATS, f, 832);
    FloatVector sh2 = FloatVector.fromArray(FLOATS, f, 848);
    FloatVector ml2 = FloatVector.fromArray(FLOATS, f, 1088);
    FloatVector mh2 = FloatVector.fromArray(FLOATS, f, 1104);
    FloatVector sl3 = FloatVector.fromArray(FLOATS, f, 864);
    FloatVector sh3 = FloatVector.fromArray(FLOATS, f, 880);
    FloatVector ml3 = FloatVector.fromArray(FLOATS, f, 1120);
    FloatVector mh3 = FloatVector.fromArray(FLOATS, f, 1136);
    long from = at;
    long end = at + groups * 512L;
    int x0 = row0;
    int x1 = row1;
    int x2 = row2;
    int x3 = row3;
    int scale = 0;
    int minimum = 512;
    while (from != end) {
      ShortVector e0 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o0 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector e1 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o1 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector e2 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o2 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector e3 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o3 = IntVector.zero(INTS).reinterpretAsShorts();
      long stop = from + 512;
      while (from != stop) {
        IntVector v0 =
            ByteVector.fromMemorySegment(BYTES, w, from, LITTLE_ENDIAN)
                .rearrange(COLUMNS_TOGETHER)
                .reinterpretAsInts();
        ShortVector w00 = v0.and(0x000F000F).reinterpretAsShorts();
        ShortVector w01 = v0.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w02 = v0.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w03 = v0.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y00 = IntVector.broadcast(INTS, q[x0]).reinterpretAsShorts();
        ShortVector z00 = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
        e0 = w00.mul(y00).add(w02.mul(z00)).add(e0);
        o0 = w01.mul(y00).add(w03.mul(z00)).add(o0);
        ShortVector y01 = IntVector.broadcast(INTS, q[x1]).reinterpretAsShorts();
        ShortVector z01 = IntVector.broadcast(INTS, q[x1 + 1]).reinterpretAsShorts();
        e1 = w00.mul(y01).add(w02.mul(z01)).add(e1);
        o1 = w01.mul(y01).add(w03.mul(z01)).add(o1);
        ShortVector y02 = IntVector.broadcast(INTS, q[x2]).reinterpretAsShorts();
        ShortVector z02 = IntVector.broadcast(INTS, q[x2 + 1]).reinterpretAsShorts();
        e2 = w00.mul(y02).add(w02.mul(z02)).add(e2);
        o2 = w01.mul(y02).add(w03.mul(z02)).add(o2);
        ShortVector y03 = IntVector.broadcast(INTS, q[x3]).reinterpretAsShorts();
        ShortVector z03 = IntVector.broadcast(INTS, q[x3 + 1]).reinterpretAsShorts();
        e3 = w00.mul(y03).add(w02.mul(z03)).add(e3);
        o3 = w01.mul(y03).add(w03.mul(z03)).add(o3);
        IntVector v1 =
            ByteVector.fromMemorySegment(BYTES, w, from + 64, LITTLE_ENDIAN)
                .rearrange(COLUMNS_TOGETHER)
                .reinterpretAsInts();
        ShortVector w10 = v1.and(0x000F000F).reinterpretAsShorts();
        ShortVector w11 = v1.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w12 = v1.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w13 = v1.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y10 = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsShorts();
        ShortVector z10 = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsShorts();
        e0 = w10.mul(y10).add(w12.mul(z10)).add(e0);
        o0 = w11.mul(y10).add(w13.mul(z10)).add(o0);
        ShortVector y11 = IntVector.broadcast(INTS, q[x1 + 2]).reinterpretAsShorts();
        ShortVector z11 = IntVector.broadcast(INTS, q[x1 + 3]).reinterpretAsShorts();
        e1 = w10.mul(y11).add(w12.mul(z11)).add(e1);
        o1 = w11.mul(y11).add(w13.mul(z11)).add(o1);
        ShortVector y12 = IntVector.broadcast(INTS, q[x2 + 2]).reinterpretAsShorts();
        ShortVector z12 = IntVector.broadcast(INTS, q[x2 + 3]).reinterpretAsShorts();
        e2 = w10.mul(y12).add(w12.mul(z12)).add(e2);
        o2 = w11.mul(y12).add(w13.mul(z12)).add(o2);
        ShortVector y13 = IntVector.broadcast(INTS, q[x3 + 2]).reinterpretAsShorts();
        ShortVector z13 = IntVector.broadcast(INTS, q[x3 + 3]).reinterpretAsShorts();
        e3 = w10.mul(y13).add(w12.mul(z13)).add(e3);
        o3 = w11.mul(y13).add(w13.mul(z13)).add(o3);
        from += 128;
        x0 += 4;
        x1 += 4;
        x2 += 4;
        x3 += 4;
      }
      FloatVector s0 = FloatVector.fromArray(FLOATS, f, scale);
      FloatVector s1 = FloatVector.fromArray(FLOATS, f, scale + 16);
      FloatVector m0 = FloatVector.fromArray(FLOATS, f, minimum);
      FloatVector m1 = FloatVector.fromArray(FLOATS, f, minimum + 16);
      ShortVector n0 = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
      IntVector b0 = IntVector.broadcast(INTS, q[x0]);
      FloatVector t0 = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsFloats();
      FloatVector c0 = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsFloats();
      ShortVector even0 = n0.add(e0);
      FloatVector l0 =
          (FloatVector)
              even0
                  .add(even0.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b0)
                  .convertShape(I2F, FLOATS, 0);
      ShortVector odd0 = n0.add(o0);
      FloatVector h0 =
          (FloatVector)
              odd0.add(odd0.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b0)
                  .convertShape(I2F, FLOATS, 0);
      sl0 = s0.fma(l0.mul(t0), sl0);
      sh0 = s1.fma(h0.mul(t0), sh0);
      ml0 = m0.fma(c0, ml0);
      mh0 = m1.fma(c0, mh0);
      ShortVector n1 = IntVector.broadcast(INTS, q[x1 + 1]).reinterpretAsShorts();
      IntVector b1 = IntVector.broadcast(INTS, q[x1]);
      FloatVector t1 = IntVector.broadcast(INTS, q[x1 + 2]).reinterpretAsFloats();
      FloatVector c1 = IntVector.broadcast(INTS, q[x1 + 3]).reinterpretAsFloats();
      ShortVector even1 = n1.add(e1);
      FloatVector l1 =
          (FloatVector)
              even1
                  .add(even1.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b1)
                  .convertShape(I2F, FLOATS, 0);
      ShortVector odd1 = n1.add(o1);
      FloatVector h1 =
          (FloatVector)
              odd1.add(odd1.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b1)
                  .convertShape(I2F, FLOATS, 0);
      sl1 = s0.fma(l1.mul(t1), sl1);
      sh1 = s1.fma(h1.mul(t1), sh1);
      ml1 = m0.fma(c1, ml1);
      mh1 = m1.fma(c1, mh1);
      ShortVector n2 = IntVector.broadcast(INTS, q[x2 + 1]).reinterpretAsShorts();
      IntVector b2 = IntVector.broadcast(INTS, q[x2]);
      FloatVector t2 = IntVector.broadcast(INTS, q[x2 + 2]).reinterpretAsFloats();
      FloatVector c2 = IntVector.broadcast(INTS, q[x2 + 3]).reinterpretAsFloats();
      ShortVector even2 = n2.add(e2);
      FloatVector l2 =
          (FloatVector)
              even2
                  .add(even2.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b2)
                  .convertShape(I2F, FLOATS, 0);
      ShortVector odd2 = n2.add(o2);
      FloatVector h2 =
          (FloatVector)
              odd2.add(odd2.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b2)
                  .convertShape(I2F, FLOATS, 0);
      sl2 = s0.fma(l2.mul(t2), sl2);
      sh2 = s1.fma(h2.mul(t2), sh2);
      ml2 = m0.fma(c2, ml2);
      mh2 = m1.fma(c2, mh2);
      ShortVector n3 = IntVector.broadcast(INTS, q[x3 + 1]).reinterpretAsShorts();
      IntVector b3 = IntVector.broadcast(INTS, q[x3]);
      FloatVector t3 = IntVector.broadcast(INTS, q[x3 + 2]).reinterpretAsFloats();
      FloatVector c3 = IntVector.broadcast(INTS, q[x3 + 3]).reinterpretAsFloats();
      ShortVector even3 = n3.add(e3);
      FloatVector l3 =
          (FloatVector)
              even3
                  .add(even3.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b3)
                  .convertShape(I2F, FLOATS, 0);
      ShortVector odd3 = n3.add(o3);
      FloatVector h3 =
          (FloatVector)
              odd3.add(odd3.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(ASHR, 16)
                  .add(b3)
                  .convertShape(I2F, FLOATS, 0);
      sl3 = s0.fma(l3.mul(t3), sl3);
      sh3 = s1.fma(h3.mul(t3), sh3);
      ml3 = m0.fma(c3, ml3);
      mh3 = m1.fma(c3, mh3);
      x0 += 6;
      x1 += 6;
      x2 += 6;
      x3 += 6;
      scale += 64;
      minimum += 32;
    }
    FloatVector one = FloatVector.broadcast(FLOATS, 1f);
    one.mul(sl0).intoArray(f, 768);
    one.mul(sh0).intoArray(f, 784);
    one.mul(ml0).intoArray(f, 1024);
    one.mul(mh0).intoArray(f, 1040);
    one.mul(sl1).intoArray(f, 800);
    one.mul(sh1).intoArray(f, 816);
    one.mul(ml1).intoArray(f, 1056);
    one.mul(mh1).intoArray(f, 1072);
    one.mul(sl2).intoArray(f, 832);
    one.mul(sh2).intoArray(f, 848);
    one.mul(ml2).intoArray(f, 1088);
    one.mul(mh2).intoArray(f, 1104);
    one.mul(sl3).intoArray(f, 864);
    one.mul(sh3).intoArray(f, 880);
    one.mul(ml3).intoArray(f, 1120);
    one.mul(mh3).intoArray(f, 1136);
  }
}
