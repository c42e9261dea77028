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
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * Chunks of Q4_K in panel form: four-bit codes in 16-bit lanes, two columns in an int, 32 rows at a
 * time (kernels 5). A sum of products of at most 15 x 127 takes the start, minus eight times the
 * sum of the activations, so that 32 of them hold no more than 16 bits. Loops end at a place and
 * not after a count: C2 lays bounds for every access of a counted loop before it. Flat on purpose
 * (kernels 7, traps 2 and 3).
 */
final class Q4KPanelKernel implements ChunkKernel {
  private static final int LANES = PanelSpecies.LANES;
  private static final float UP = 0x1p112f;
  private static final float DOWN = 0x1p-112f;

  @Override
  public int mostRows() {
    return 4;
  }

  @Override
  public void add(
      MemorySegment w,
      long at,
      int groups,
      Int8Rows x,
      int row,
      int rows,
      int column,
      float[] results,
      int to) {
    switch (rows) {
      case 1 -> rows1(w, at, groups, x, row, column, results, to);
      case 2 -> rows2(w, at, groups, x, row, column, results, to);
      default -> rows4(w, at, groups, x, row, column, results, to);
    }
  }

  @Override
  public boolean takesTwo() {
    return true;
  }

  @Override
  public void addTwo(
      MemorySegment w,
      long at0,
      long at1,
      int groups,
      Int8Rows x,
      int row,
      int column,
      float[] results,
      int to0,
      int to1) {

    int[] q = x.pairs;
    int row0 = (row * x.groups + column / 32) * 22;
    long apart = at1 - at0;
    for (int p = 0; p < 16; p += LANES) {
      FloatVector sl0 = FloatVector.zero(FLOATS);
      FloatVector sh0 = FloatVector.zero(FLOATS);
      FloatVector ml0 = FloatVector.zero(FLOATS);
      FloatVector mh0 = FloatVector.zero(FLOATS);
      FloatVector sl1 = FloatVector.zero(FLOATS);
      FloatVector sh1 = FloatVector.zero(FLOATS);
      FloatVector ml1 = FloatVector.zero(FLOATS);
      FloatVector mh1 = FloatVector.zero(FLOATS);
      long from = at0 + 128 + 4 * p;
      long end = from + groups * 576L;
      int x0 = row0;
      while (from != end) {
        IntVector head0 = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
        ShortVector e0 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector o0 = IntVector.zero(INTS).reinterpretAsShorts();
        IntVector head1 = IntVector.fromMemorySegment(INTS, w, from + apart, LITTLE_ENDIAN);
        ShortVector e1 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector o1 = IntVector.zero(INTS).reinterpretAsShorts();
        long stop = from + 512;
        while (from != stop) {
          ShortVector y0 = IntVector.broadcast(INTS, q[x0]).reinterpretAsShorts();
          ShortVector z0 = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
          IntVector v00 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
          ShortVector w000 = v00.and(0x000F000F).reinterpretAsShorts();
          ShortVector w001 = v00.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
          ShortVector w002 = v00.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
          ShortVector w003 = v00.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
          e0 = w000.mul(y0).add(w002.mul(z0)).add(e0);
          o0 = w001.mul(y0).add(w003.mul(z0)).add(o0);
          IntVector v01 = IntVector.fromMemorySegment(INTS, w, from + apart + 64, LITTLE_ENDIAN);
          ShortVector w010 = v01.and(0x000F000F).reinterpretAsShorts();
          ShortVector w011 = v01.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
          ShortVector w012 = v01.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
          ShortVector w013 = v01.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
          e1 = w010.mul(y0).add(w012.mul(z0)).add(e1);
          o1 = w011.mul(y0).add(w013.mul(z0)).add(o1);
          ShortVector y1 = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsShorts();
          ShortVector z1 = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsShorts();
          IntVector v10 = IntVector.fromMemorySegment(INTS, w, from + 128, LITTLE_ENDIAN);
          ShortVector w100 = v10.and(0x000F000F).reinterpretAsShorts();
          ShortVector w101 = v10.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
          ShortVector w102 = v10.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
          ShortVector w103 = v10.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
          e0 = w100.mul(y1).add(w102.mul(z1)).add(e0);
          o0 = w101.mul(y1).add(w103.mul(z1)).add(o0);
          IntVector v11 = IntVector.fromMemorySegment(INTS, w, from + apart + 128, LITTLE_ENDIAN);
          ShortVector w110 = v11.and(0x000F000F).reinterpretAsShorts();
          ShortVector w111 = v11.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
          ShortVector w112 = v11.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
          ShortVector w113 = v11.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
          e1 = w110.mul(y1).add(w112.mul(z1)).add(e1);
          o1 = w111.mul(y1).add(w113.mul(z1)).add(o1);
          from += 128;
          x0 += 4;
        }
        ShortVector n = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
        IntVector b = IntVector.broadcast(INTS, q[x0]);
        FloatVector t = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsFloats();
        FloatVector c = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsFloats();
        FloatVector s00 = (FloatVector) head0.and(255).convertShape(I2F, FLOATS, 0);
        FloatVector s10 =
            (FloatVector) head0.lanewise(LSHR, 8).and(255).convertShape(I2F, FLOATS, 0);
        FloatVector m00 =
            (FloatVector) head0.lanewise(LSHR, 16).and(255).convertShape(I2F, FLOATS, 0);
        FloatVector m10 = (FloatVector) head0.lanewise(LSHR, 24).convertShape(I2F, FLOATS, 0);
        ShortVector even0 = n.add(e0);
        FloatVector l0 =
            (FloatVector)
                even0
                    .add(even0.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                    .reinterpretAsInts()
                    .lanewise(ASHR, 16)
                    .add(b)
                    .convertShape(I2F, FLOATS, 0);
        ShortVector odd0 = n.add(o0);
        FloatVector h0 =
            (FloatVector)
                odd0.add(odd0.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                    .reinterpretAsInts()
                    .lanewise(ASHR, 16)
                    .add(b)
                    .convertShape(I2F, FLOATS, 0);
        sl0 = s00.fma(l0.mul(t), sl0);
        sh0 = s10.fma(h0.mul(t), sh0);
        ml0 = m00.fma(c, ml0);
        mh0 = m10.fma(c, mh0);
        FloatVector s01 = (FloatVector) head1.and(255).convertShape(I2F, FLOATS, 0);
        FloatVector s11 =
            (FloatVector) head1.lanewise(LSHR, 8).and(255).convertShape(I2F, FLOATS, 0);
        FloatVector m01 =
            (FloatVector) head1.lanewise(LSHR, 16).and(255).convertShape(I2F, FLOATS, 0);
        FloatVector m11 = (FloatVector) head1.lanewise(LSHR, 24).convertShape(I2F, FLOATS, 0);
        ShortVector even1 = n.add(e1);
        FloatVector l1 =
            (FloatVector)
                even1
                    .add(even1.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                    .reinterpretAsInts()
                    .lanewise(ASHR, 16)
                    .add(b)
                    .convertShape(I2F, FLOATS, 0);
        ShortVector odd1 = n.add(o1);
        FloatVector h1 =
            (FloatVector)
                odd1.add(odd1.reinterpretAsInts().lanewise(LSHL, 16).reinterpretAsShorts())
                    .reinterpretAsInts()
                    .lanewise(ASHR, 16)
                    .add(b)
                    .convertShape(I2F, FLOATS, 0);
        sl1 = s01.fma(l1.mul(t), sl1);
        sh1 = s11.fma(h1.mul(t), sh1);
        ml1 = m01.fma(c, ml1);
        mh1 = m11.fma(c, mh1);
        from += 64;
        x0 += 6;
      }
      IntVector scale0v = IntVector.fromMemorySegment(INTS, w, at0 + 4 * p, LITTLE_ENDIAN);
      FloatVector scale0l =
          scale0v
              .and(0x7FFF)
              .lanewise(LSHL, 13)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(scale0v.lanewise(LSHL, 16).and(0x80000000))
              .reinterpretAsFloats();
      FloatVector scale0h =
          scale0v
              .and(0x7FFF0000)
              .lanewise(LSHR, 3)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(scale0v.and(0x80000000))
              .reinterpretAsFloats();
      IntVector minimum0v = IntVector.fromMemorySegment(INTS, w, at0 + 4 * p + 64, LITTLE_ENDIAN);
      FloatVector minimum0l =
          minimum0v
              .and(0x7FFF)
              .lanewise(LSHL, 13)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(minimum0v.lanewise(LSHL, 16).and(0x80000000))
              .reinterpretAsFloats()
              .neg();
      FloatVector minimum0h =
          minimum0v
              .and(0x7FFF0000)
              .lanewise(LSHR, 3)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(minimum0v.and(0x80000000))
              .reinterpretAsFloats()
              .neg();
      minimum0l
          .fma(ml0, scale0l.fma(sl0, FloatVector.fromArray(FLOATS, results, to0 + p)))
          .intoArray(results, to0 + p);
      minimum0h
          .fma(mh0, scale0h.fma(sh0, FloatVector.fromArray(FLOATS, results, to0 + p + 16)))
          .intoArray(results, to0 + p + 16);
      IntVector scale1v = IntVector.fromMemorySegment(INTS, w, at1 + 4 * p, LITTLE_ENDIAN);
      FloatVector scale1l =
          scale1v
              .and(0x7FFF)
              .lanewise(LSHL, 13)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(scale1v.lanewise(LSHL, 16).and(0x80000000))
              .reinterpretAsFloats();
      FloatVector scale1h =
          scale1v
              .and(0x7FFF0000)
              .lanewise(LSHR, 3)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(scale1v.and(0x80000000))
              .reinterpretAsFloats();
      IntVector minimum1v = IntVector.fromMemorySegment(INTS, w, at1 + 4 * p + 64, LITTLE_ENDIAN);
      FloatVector minimum1l =
          minimum1v
              .and(0x7FFF)
              .lanewise(LSHL, 13)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(minimum1v.lanewise(LSHL, 16).and(0x80000000))
              .reinterpretAsFloats()
              .neg();
      FloatVector minimum1h =
          minimum1v
              .and(0x7FFF0000)
              .lanewise(LSHR, 3)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(minimum1v.and(0x80000000))
              .reinterpretAsFloats()
              .neg();
      minimum1l
          .fma(ml1, scale1l.fma(sl1, FloatVector.fromArray(FLOATS, results, to1 + p)))
          .intoArray(results, to1 + p);
      minimum1h
          .fma(mh1, scale1h.fma(sh1, FloatVector.fromArray(FLOATS, results, to1 + p + 16)))
          .intoArray(results, to1 + p + 16);
    }
  }

  private static void rows1(
      MemorySegment w,
      long at,
      int groups,
      Int8Rows x,
      int row,
      int column,
      float[] results,
      int to) {

    int[] q = x.pairs;
    int row0 = (row * x.groups + column / 32) * 22;
    for (int p = 0; p < 16; p += LANES) {
      FloatVector sl0 = FloatVector.zero(FLOATS);
      FloatVector sh0 = FloatVector.zero(FLOATS);
      FloatVector ml0 = FloatVector.zero(FLOATS);
      FloatVector mh0 = FloatVector.zero(FLOATS);
      long from = at + 128 + 4 * p;
      long end = from + groups * 576L;
      int x0 = row0;
      while (from != end) {
        IntVector head = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
        ShortVector e0 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector o0 = IntVector.zero(INTS).reinterpretAsShorts();
        IntVector v0 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
        ShortVector w00 = v0.and(0x000F000F).reinterpretAsShorts();
        ShortVector w01 = v0.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w02 = v0.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w03 = v0.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y00 = IntVector.broadcast(INTS, q[x0]).reinterpretAsShorts();
        ShortVector z00 = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
        e0 = w00.mul(y00).add(w02.mul(z00)).add(e0);
        o0 = w01.mul(y00).add(w03.mul(z00)).add(o0);
        IntVector v1 = IntVector.fromMemorySegment(INTS, w, from + 128, LITTLE_ENDIAN);
        ShortVector w10 = v1.and(0x000F000F).reinterpretAsShorts();
        ShortVector w11 = v1.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w12 = v1.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w13 = v1.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y10 = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsShorts();
        ShortVector z10 = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsShorts();
        e0 = w10.mul(y10).add(w12.mul(z10)).add(e0);
        o0 = w11.mul(y10).add(w13.mul(z10)).add(o0);
        IntVector v2 = IntVector.fromMemorySegment(INTS, w, from + 192, LITTLE_ENDIAN);
        ShortVector w20 = v2.and(0x000F000F).reinterpretAsShorts();
        ShortVector w21 = v2.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w22 = v2.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w23 = v2.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y20 = IntVector.broadcast(INTS, q[x0 + 4]).reinterpretAsShorts();
        ShortVector z20 = IntVector.broadcast(INTS, q[x0 + 5]).reinterpretAsShorts();
        e0 = w20.mul(y20).add(w22.mul(z20)).add(e0);
        o0 = w21.mul(y20).add(w23.mul(z20)).add(o0);
        IntVector v3 = IntVector.fromMemorySegment(INTS, w, from + 256, LITTLE_ENDIAN);
        ShortVector w30 = v3.and(0x000F000F).reinterpretAsShorts();
        ShortVector w31 = v3.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w32 = v3.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w33 = v3.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y30 = IntVector.broadcast(INTS, q[x0 + 6]).reinterpretAsShorts();
        ShortVector z30 = IntVector.broadcast(INTS, q[x0 + 7]).reinterpretAsShorts();
        e0 = w30.mul(y30).add(w32.mul(z30)).add(e0);
        o0 = w31.mul(y30).add(w33.mul(z30)).add(o0);
        IntVector v4 = IntVector.fromMemorySegment(INTS, w, from + 320, LITTLE_ENDIAN);
        ShortVector w40 = v4.and(0x000F000F).reinterpretAsShorts();
        ShortVector w41 = v4.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w42 = v4.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w43 = v4.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y40 = IntVector.broadcast(INTS, q[x0 + 8]).reinterpretAsShorts();
        ShortVector z40 = IntVector.broadcast(INTS, q[x0 + 9]).reinterpretAsShorts();
        e0 = w40.mul(y40).add(w42.mul(z40)).add(e0);
        o0 = w41.mul(y40).add(w43.mul(z40)).add(o0);
        IntVector v5 = IntVector.fromMemorySegment(INTS, w, from + 384, LITTLE_ENDIAN);
        ShortVector w50 = v5.and(0x000F000F).reinterpretAsShorts();
        ShortVector w51 = v5.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w52 = v5.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w53 = v5.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y50 = IntVector.broadcast(INTS, q[x0 + 10]).reinterpretAsShorts();
        ShortVector z50 = IntVector.broadcast(INTS, q[x0 + 11]).reinterpretAsShorts();
        e0 = w50.mul(y50).add(w52.mul(z50)).add(e0);
        o0 = w51.mul(y50).add(w53.mul(z50)).add(o0);
        IntVector v6 = IntVector.fromMemorySegment(INTS, w, from + 448, LITTLE_ENDIAN);
        ShortVector w60 = v6.and(0x000F000F).reinterpretAsShorts();
        ShortVector w61 = v6.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w62 = v6.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w63 = v6.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y60 = IntVector.broadcast(INTS, q[x0 + 12]).reinterpretAsShorts();
        ShortVector z60 = IntVector.broadcast(INTS, q[x0 + 13]).reinterpretAsShorts();
        e0 = w60.mul(y60).add(w62.mul(z60)).add(e0);
        o0 = w61.mul(y60).add(w63.mul(z60)).add(o0);
        IntVector v7 = IntVector.fromMemorySegment(INTS, w, from + 512, LITTLE_ENDIAN);
        ShortVector w70 = v7.and(0x000F000F).reinterpretAsShorts();
        ShortVector w71 = v7.lanewise(LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w72 = v7.lanewise(LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w73 = v7.lanewise(LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y70 = IntVector.broadcast(INTS, q[x0 + 14]).reinterpretAsShorts();
        ShortVector z70 = IntVector.broadcast(INTS, q[x0 + 15]).reinterpretAsShorts();
        e0 = w70.mul(y70).add(w72.mul(z70)).add(e0);
        o0 = w71.mul(y70).add(w73.mul(z70)).add(o0);
        FloatVector s0 = (FloatVector) head.and(255).convertShape(I2F, FLOATS, 0);
        FloatVector s1 = (FloatVector) head.lanewise(LSHR, 8).and(255).convertShape(I2F, FLOATS, 0);
        FloatVector m0 =
            (FloatVector) head.lanewise(LSHR, 16).and(255).convertShape(I2F, FLOATS, 0);
        FloatVector m1 = (FloatVector) head.lanewise(LSHR, 24).convertShape(I2F, FLOATS, 0);
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
        from += 576;
        x0 += 22;
      }
      IntVector scalev = IntVector.fromMemorySegment(INTS, w, at + 4 * p, LITTLE_ENDIAN);
      FloatVector scalel =
          scalev
              .and(0x7FFF)
              .lanewise(LSHL, 13)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(scalev.lanewise(LSHL, 16).and(0x80000000))
              .reinterpretAsFloats();
      FloatVector scaleh =
          scalev
              .and(0x7FFF0000)
              .lanewise(LSHR, 3)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(scalev.and(0x80000000))
              .reinterpretAsFloats();
      IntVector minimumv = IntVector.fromMemorySegment(INTS, w, at + 4 * p + 64, LITTLE_ENDIAN);
      FloatVector minimuml =
          minimumv
              .and(0x7FFF)
              .lanewise(LSHL, 13)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(minimumv.lanewise(LSHL, 16).and(0x80000000))
              .reinterpretAsFloats()
              .neg();
      FloatVector minimumh =
          minimumv
              .and(0x7FFF0000)
              .lanewise(LSHR, 3)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(minimumv.and(0x80000000))
              .reinterpretAsFloats()
              .neg();
      minimuml
          .fma(ml0, scalel.fma(sl0, FloatVector.fromArray(FLOATS, results, to + p)))
          .intoArray(results, to + p);
      minimumh
          .fma(mh0, scaleh.fma(sh0, FloatVector.fromArray(FLOATS, results, to + p + 16)))
          .intoArray(results, to + p + 16);
    }
  }

  private static void rows2(
      MemorySegment w,
      long at,
      int groups,
      Int8Rows x,
      int row,
      int column,
      float[] results,
      int to) {

    int[] q = x.pairs;
    int row0 = (row * x.groups + column / 32) * 22;
    int row1 = ((row + 1) * x.groups + column / 32) * 22;
    for (int p = 0; p < 16; p += LANES) {
      FloatVector sl0 = FloatVector.zero(FLOATS);
      FloatVector sh0 = FloatVector.zero(FLOATS);
      FloatVector ml0 = FloatVector.zero(FLOATS);
      FloatVector mh0 = FloatVector.zero(FLOATS);
      FloatVector sl1 = FloatVector.zero(FLOATS);
      FloatVector sh1 = FloatVector.zero(FLOATS);
      FloatVector ml1 = FloatVector.zero(FLOATS);
      FloatVector mh1 = FloatVector.zero(FLOATS);
      long from = at + 128 + 4 * p;
      long end = from + groups * 576L;
      int x0 = row0;
      int x1 = row1;
      while (from != end) {
        IntVector head = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
        ShortVector e0 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector o0 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector e1 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector o1 = IntVector.zero(INTS).reinterpretAsShorts();
        long stop = from + 512;
        while (from != stop) {
          IntVector v0 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
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
          IntVector v1 = IntVector.fromMemorySegment(INTS, w, from + 128, LITTLE_ENDIAN);
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
          IntVector v2 = IntVector.fromMemorySegment(INTS, w, from + 192, LITTLE_ENDIAN);
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
          IntVector v3 = IntVector.fromMemorySegment(INTS, w, from + 256, LITTLE_ENDIAN);
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
        FloatVector s0 = (FloatVector) head.and(255).convertShape(I2F, FLOATS, 0);
        FloatVector s1 = (FloatVector) head.lanewise(LSHR, 8).and(255).convertShape(I2F, FLOATS, 0);
        FloatVector m0 =
            (FloatVector) head.lanewise(LSHR, 16).and(255).convertShape(I2F, FLOATS, 0);
        FloatVector m1 = (FloatVector) head.lanewise(LSHR, 24).convertShape(I2F, FLOATS, 0);
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
        from += 64;
        x0 += 6;
        x1 += 6;
      }
      IntVector scalev = IntVector.fromMemorySegment(INTS, w, at + 4 * p, LITTLE_ENDIAN);
      FloatVector scalel =
          scalev
              .and(0x7FFF)
              .lanewise(LSHL, 13)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(scalev.lanewise(LSHL, 16).and(0x80000000))
              .reinterpretAsFloats();
      FloatVector scaleh =
          scalev
              .and(0x7FFF0000)
              .lanewise(LSHR, 3)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(scalev.and(0x80000000))
              .reinterpretAsFloats();
      IntVector minimumv = IntVector.fromMemorySegment(INTS, w, at + 4 * p + 64, LITTLE_ENDIAN);
      FloatVector minimuml =
          minimumv
              .and(0x7FFF)
              .lanewise(LSHL, 13)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(minimumv.lanewise(LSHL, 16).and(0x80000000))
              .reinterpretAsFloats()
              .neg();
      FloatVector minimumh =
          minimumv
              .and(0x7FFF0000)
              .lanewise(LSHR, 3)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(minimumv.and(0x80000000))
              .reinterpretAsFloats()
              .neg();
      minimuml
          .fma(ml0, scalel.fma(sl0, FloatVector.fromArray(FLOATS, results, to + p)))
          .intoArray(results, to + p);
      minimumh
          .fma(mh0, scaleh.fma(sh0, FloatVector.fromArray(FLOATS, results, to + p + 16)))
          .intoArray(results, to + p + 16);
      minimuml
          .fma(ml1, scalel.fma(sl1, FloatVector.fromArray(FLOATS, results, to + p + 32)))
          .intoArray(results, to + p + 32);
      minimumh
          .fma(mh1, scaleh.fma(sh1, FloatVector.fromArray(FLOATS, results, to + p + 48)))
          .intoArray(results, to + p + 48);
    }
  }

  private static void rows4(
      MemorySegment w,
      long at,
      int groups,
      Int8Rows x,
      int row,
      int column,
      float[] results,
      int to) {

    int[] q = x.pairs;
    int row0 = (row * x.groups + column / 32) * 22;
    int row1 = ((row + 1) * x.groups + column / 32) * 22;
    int row2 = ((row + 2) * x.groups + column / 32) * 22;
    int row3 = ((row + 3) * x.groups + column / 32) * 22;
    for (int p = 0; p < 16; p += LANES) {
      FloatVector sl0 = FloatVector.zero(FLOATS);
      FloatVector sh0 = FloatVector.zero(FLOATS);
      FloatVector ml0 = FloatVector.zero(FLOATS);
      FloatVector mh0 = FloatVector.zero(FLOATS);
      FloatVector sl1 = FloatVector.zero(FLOATS);
      FloatVector sh1 = FloatVector.zero(FLOATS);
      FloatVector ml1 = FloatVector.zero(FLOATS);
      FloatVector mh1 = FloatVector.zero(FLOATS);
      FloatVector sl2 = FloatVector.zero(FLOATS);
      FloatVector sh2 = FloatVector.zero(FLOATS);
      FloatVector ml2 = FloatVector.zero(FLOATS);
      FloatVector mh2 = FloatVector.zero(FLOATS);
      FloatVector sl3 = FloatVector.zero(FLOATS);
      FloatVector sh3 = FloatVector.zero(FLOATS);
      FloatVector ml3 = FloatVector.zero(FLOATS);
      FloatVector mh3 = FloatVector.zero(FLOATS);
      long from = at + 128 + 4 * p;
      long end = from + groups * 576L;
      int x0 = row0;
      int x1 = row1;
      int x2 = row2;
      int x3 = row3;
      while (from != end) {
        IntVector head = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
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
          IntVector v0 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
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
          from += 64;
          x0 += 2;
          x1 += 2;
          x2 += 2;
          x3 += 2;
        }
        FloatVector s0 = (FloatVector) head.and(255).convertShape(I2F, FLOATS, 0);
        FloatVector s1 = (FloatVector) head.lanewise(LSHR, 8).and(255).convertShape(I2F, FLOATS, 0);
        FloatVector m0 =
            (FloatVector) head.lanewise(LSHR, 16).and(255).convertShape(I2F, FLOATS, 0);
        FloatVector m1 = (FloatVector) head.lanewise(LSHR, 24).convertShape(I2F, FLOATS, 0);
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
        from += 64;
        x0 += 6;
        x1 += 6;
        x2 += 6;
        x3 += 6;
      }
      IntVector scalev = IntVector.fromMemorySegment(INTS, w, at + 4 * p, LITTLE_ENDIAN);
      FloatVector scalel =
          scalev
              .and(0x7FFF)
              .lanewise(LSHL, 13)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(scalev.lanewise(LSHL, 16).and(0x80000000))
              .reinterpretAsFloats();
      FloatVector scaleh =
          scalev
              .and(0x7FFF0000)
              .lanewise(LSHR, 3)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(scalev.and(0x80000000))
              .reinterpretAsFloats();
      IntVector minimumv = IntVector.fromMemorySegment(INTS, w, at + 4 * p + 64, LITTLE_ENDIAN);
      FloatVector minimuml =
          minimumv
              .and(0x7FFF)
              .lanewise(LSHL, 13)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(minimumv.lanewise(LSHL, 16).and(0x80000000))
              .reinterpretAsFloats()
              .neg();
      FloatVector minimumh =
          minimumv
              .and(0x7FFF0000)
              .lanewise(LSHR, 3)
              .reinterpretAsFloats()
              .mul(UP)
              .mul(UP)
              .mul(DOWN)
              .reinterpretAsInts()
              .or(minimumv.and(0x80000000))
              .reinterpretAsFloats()
              .neg();
      minimuml
          .fma(ml0, scalel.fma(sl0, FloatVector.fromArray(FLOATS, results, to + p)))
          .intoArray(results, to + p);
      minimumh
          .fma(mh0, scaleh.fma(sh0, FloatVector.fromArray(FLOATS, results, to + p + 16)))
          .intoArray(results, to + p + 16);
      minimuml
          .fma(ml1, scalel.fma(sl1, FloatVector.fromArray(FLOATS, results, to + p + 32)))
          .intoArray(results, to + p + 32);
      minimumh
          .fma(mh1, scaleh.fma(sh1, FloatVector.fromArray(FLOATS, results, to + p + 48)))
          .intoArray(results, to + p + 48);
      minimuml
          .fma(ml2, scalel.fma(sl2, FloatVector.fromArray(FLOATS, results, to + p + 64)))
          .intoArray(results, to + p + 64);
      minimumh
          .fma(mh2, scaleh.fma(sh2, FloatVector.fromArray(FLOATS, results, to + p + 80)))
          .intoArray(results, to + p + 80);
      minimuml
          .fma(ml3, scalel.fma(sl3, FloatVector.fromArray(FLOATS, results, to + p + 96)))
          .intoArray(results, to + p + 96);
      minimumh
          .fma(mh3, scaleh.fma(sh3, FloatVector.fromArray(FLOATS, results, to + p + 112)))
          .intoArray(results, to + p + 112);
    }
  }
}
