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
 * Chunks of Q6_K in panel form: codes of up to six bits in 16-bit lanes, two columns in an int.
 * With the start, minus 32 times the sum of the activations, a sum of eight products holds no more
 * than 16 bits; what wraps on the way comes back. Loops as in {@link Q4KPanelKernel}.
 */
final class Q6KPanelKernel implements ChunkKernel {
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
      FloatVector sl1 = FloatVector.zero(FLOATS);
      FloatVector sh1 = FloatVector.zero(FLOATS);
      long from = at0 + 64 + 4 * p;
      long end = from + groups * 832L;
      int x0 = row0;
      while (from != end) {
        long head = from;
        from += 64;
        long next = from + 768;
        int g0 = x0;
        int start = 20;
        while (from != next) {
          ShortVector starts = IntVector.broadcast(INTS, q[g0 + start]).reinterpretAsShorts();
          IntVector scales0 = IntVector.fromMemorySegment(INTS, w, head, LITTLE_ENDIAN);
          ShortVector e0 = IntVector.zero(INTS).reinterpretAsShorts();
          ShortVector o0 = IntVector.zero(INTS).reinterpretAsShorts();
          IntVector scales1 = IntVector.fromMemorySegment(INTS, w, head + apart, LITTLE_ENDIAN);
          ShortVector e1 = IntVector.zero(INTS).reinterpretAsShorts();
          ShortVector o1 = IntVector.zero(INTS).reinterpretAsShorts();
          long stop = from + 384;
          while (from != stop) {
            ShortVector y0 = IntVector.broadcast(INTS, q[x0]).reinterpretAsShorts();
            ShortVector y1 = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
            ShortVector y2 = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsShorts();
            ShortVector y3 = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsShorts();
            IntVector u0 = IntVector.fromMemorySegment(INTS, w, from + 128, LITTLE_ENDIAN);
            IntVector v00 = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
            ShortVector w00 =
                v00.and(0x000F000F).or(u0.lanewise(LSHL, 4).and(0x00300030)).reinterpretAsShorts();
            ShortVector w01 =
                v00.lanewise(LSHR, 4)
                    .and(0x000F000F)
                    .or(u0.lanewise(LSHL, 2).and(0x00300030))
                    .reinterpretAsShorts();
            ShortVector w02 =
                v00.lanewise(LSHR, 8).and(0x000F000F).or(u0.and(0x00300030)).reinterpretAsShorts();
            ShortVector w03 =
                v00.lanewise(LSHR, 12)
                    .and(0x000F000F)
                    .or(u0.lanewise(LSHR, 2).and(0x00300030))
                    .reinterpretAsShorts();
            IntVector v01 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
            ShortVector w04 =
                v01.and(0x000F000F).or(u0.lanewise(LSHR, 4).and(0x00300030)).reinterpretAsShorts();
            ShortVector w05 =
                v01.lanewise(LSHR, 4)
                    .and(0x000F000F)
                    .or(u0.lanewise(LSHR, 6).and(0x00300030))
                    .reinterpretAsShorts();
            ShortVector w06 =
                v01.lanewise(LSHR, 8)
                    .and(0x000F000F)
                    .or(u0.lanewise(LSHR, 8).and(0x00300030))
                    .reinterpretAsShorts();
            ShortVector w07 =
                v01.lanewise(LSHR, 12)
                    .and(0x000F000F)
                    .or(u0.lanewise(LSHR, 10).and(0x00300030))
                    .reinterpretAsShorts();
            e0 = w00.mul(y0).add(w02.mul(y1)).add(w04.mul(y2).add(w06.mul(y3))).add(e0);
            o0 = w01.mul(y0).add(w03.mul(y1)).add(w05.mul(y2).add(w07.mul(y3))).add(o0);
            IntVector u1 = IntVector.fromMemorySegment(INTS, w, from + apart + 128, LITTLE_ENDIAN);
            IntVector v10 = IntVector.fromMemorySegment(INTS, w, from + apart, LITTLE_ENDIAN);
            ShortVector w10 =
                v10.and(0x000F000F).or(u1.lanewise(LSHL, 4).and(0x00300030)).reinterpretAsShorts();
            ShortVector w11 =
                v10.lanewise(LSHR, 4)
                    .and(0x000F000F)
                    .or(u1.lanewise(LSHL, 2).and(0x00300030))
                    .reinterpretAsShorts();
            ShortVector w12 =
                v10.lanewise(LSHR, 8).and(0x000F000F).or(u1.and(0x00300030)).reinterpretAsShorts();
            ShortVector w13 =
                v10.lanewise(LSHR, 12)
                    .and(0x000F000F)
                    .or(u1.lanewise(LSHR, 2).and(0x00300030))
                    .reinterpretAsShorts();
            IntVector v11 = IntVector.fromMemorySegment(INTS, w, from + apart + 64, LITTLE_ENDIAN);
            ShortVector w14 =
                v11.and(0x000F000F).or(u1.lanewise(LSHR, 4).and(0x00300030)).reinterpretAsShorts();
            ShortVector w15 =
                v11.lanewise(LSHR, 4)
                    .and(0x000F000F)
                    .or(u1.lanewise(LSHR, 6).and(0x00300030))
                    .reinterpretAsShorts();
            ShortVector w16 =
                v11.lanewise(LSHR, 8)
                    .and(0x000F000F)
                    .or(u1.lanewise(LSHR, 8).and(0x00300030))
                    .reinterpretAsShorts();
            ShortVector w17 =
                v11.lanewise(LSHR, 12)
                    .and(0x000F000F)
                    .or(u1.lanewise(LSHR, 10).and(0x00300030))
                    .reinterpretAsShorts();
            e1 = w10.mul(y0).add(w12.mul(y1)).add(w14.mul(y2).add(w16.mul(y3))).add(e1);
            o1 = w11.mul(y0).add(w13.mul(y1)).add(w15.mul(y2).add(w17.mul(y3))).add(o1);
            from += 192;
            x0 += 4;
          }
          FloatVector t = IntVector.broadcast(INTS, q[g0 + 18]).reinterpretAsFloats();
          FloatVector s00 =
              (FloatVector)
                  scales0.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector s10 =
              (FloatVector)
                  scales0.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector esum0 = starts.add(e0).reinterpretAsInts();
          FloatVector l0 =
              (FloatVector)
                  esum0
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(esum0.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sl0 = s00.fma(l0.mul(t), sl0);
          IntVector osum0 = starts.add(o0).reinterpretAsInts();
          FloatVector h0 =
              (FloatVector)
                  osum0
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(osum0.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sh0 = s10.fma(h0.mul(t), sh0);
          FloatVector s01 =
              (FloatVector)
                  scales1.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector s11 =
              (FloatVector)
                  scales1.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector esum1 = starts.add(e1).reinterpretAsInts();
          FloatVector l1 =
              (FloatVector)
                  esum1
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(esum1.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sl1 = s01.fma(l1.mul(t), sl1);
          IntVector osum1 = starts.add(o1).reinterpretAsInts();
          FloatVector h1 =
              (FloatVector)
                  osum1
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(osum1.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sh1 = s11.fma(h1.mul(t), sh1);
          head += 2;
          start++;
        }
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
      scale0l
          .fma(sl0, FloatVector.fromArray(FLOATS, results, to0 + p))
          .add(0f)
          .intoArray(results, to0 + p);
      scale0h
          .fma(sh0, FloatVector.fromArray(FLOATS, results, to0 + p + 16))
          .add(0f)
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
      scale1l
          .fma(sl1, FloatVector.fromArray(FLOATS, results, to1 + p))
          .add(0f)
          .intoArray(results, to1 + p);
      scale1h
          .fma(sh1, FloatVector.fromArray(FLOATS, results, to1 + p + 16))
          .add(0f)
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
      long from = at + 64 + 4 * p;
      long end = from + groups * 832L;
      int x0 = row0;
      while (from != end) {
        long head = from;
        from += 64;
        long next = from + 768;
        int start = 20;
        int g0 = x0;
        while (from != next) {
          IntVector scales = IntVector.fromMemorySegment(INTS, w, head, LITTLE_ENDIAN);
          ShortVector start0 = IntVector.broadcast(INTS, q[g0 + start]).reinterpretAsShorts();
          IntVector u0 = IntVector.fromMemorySegment(INTS, w, from + 128, LITTLE_ENDIAN);
          IntVector v00 = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
          ShortVector w00 =
              v00.and(0x000F000F).or(u0.lanewise(LSHL, 4).and(0x00300030)).reinterpretAsShorts();
          ShortVector w01 =
              v00.lanewise(LSHR, 4)
                  .and(0x000F000F)
                  .or(u0.lanewise(LSHL, 2).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w02 =
              v00.lanewise(LSHR, 8).and(0x000F000F).or(u0.and(0x00300030)).reinterpretAsShorts();
          ShortVector w03 =
              v00.lanewise(LSHR, 12)
                  .and(0x000F000F)
                  .or(u0.lanewise(LSHR, 2).and(0x00300030))
                  .reinterpretAsShorts();
          IntVector v01 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
          ShortVector w04 =
              v01.and(0x000F000F).or(u0.lanewise(LSHR, 4).and(0x00300030)).reinterpretAsShorts();
          ShortVector w05 =
              v01.lanewise(LSHR, 4)
                  .and(0x000F000F)
                  .or(u0.lanewise(LSHR, 6).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w06 =
              v01.lanewise(LSHR, 8)
                  .and(0x000F000F)
                  .or(u0.lanewise(LSHR, 8).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w07 =
              v01.lanewise(LSHR, 12)
                  .and(0x000F000F)
                  .or(u0.lanewise(LSHR, 10).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector y000 = IntVector.broadcast(INTS, q[x0]).reinterpretAsShorts();
          ShortVector y001 = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
          ShortVector y002 = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsShorts();
          ShortVector y003 = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsShorts();
          ShortVector e00 = w00.mul(y000).add(w02.mul(y001)).add(w04.mul(y002).add(w06.mul(y003)));
          ShortVector o00 = w01.mul(y000).add(w03.mul(y001)).add(w05.mul(y002).add(w07.mul(y003)));
          IntVector u1 = IntVector.fromMemorySegment(INTS, w, from + 320, LITTLE_ENDIAN);
          IntVector v10 = IntVector.fromMemorySegment(INTS, w, from + 192, LITTLE_ENDIAN);
          ShortVector w10 =
              v10.and(0x000F000F).or(u1.lanewise(LSHL, 4).and(0x00300030)).reinterpretAsShorts();
          ShortVector w11 =
              v10.lanewise(LSHR, 4)
                  .and(0x000F000F)
                  .or(u1.lanewise(LSHL, 2).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w12 =
              v10.lanewise(LSHR, 8).and(0x000F000F).or(u1.and(0x00300030)).reinterpretAsShorts();
          ShortVector w13 =
              v10.lanewise(LSHR, 12)
                  .and(0x000F000F)
                  .or(u1.lanewise(LSHR, 2).and(0x00300030))
                  .reinterpretAsShorts();
          IntVector v11 = IntVector.fromMemorySegment(INTS, w, from + 256, LITTLE_ENDIAN);
          ShortVector w14 =
              v11.and(0x000F000F).or(u1.lanewise(LSHR, 4).and(0x00300030)).reinterpretAsShorts();
          ShortVector w15 =
              v11.lanewise(LSHR, 4)
                  .and(0x000F000F)
                  .or(u1.lanewise(LSHR, 6).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w16 =
              v11.lanewise(LSHR, 8)
                  .and(0x000F000F)
                  .or(u1.lanewise(LSHR, 8).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w17 =
              v11.lanewise(LSHR, 12)
                  .and(0x000F000F)
                  .or(u1.lanewise(LSHR, 10).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector y100 = IntVector.broadcast(INTS, q[x0 + 4]).reinterpretAsShorts();
          ShortVector y101 = IntVector.broadcast(INTS, q[x0 + 5]).reinterpretAsShorts();
          ShortVector y102 = IntVector.broadcast(INTS, q[x0 + 6]).reinterpretAsShorts();
          ShortVector y103 = IntVector.broadcast(INTS, q[x0 + 7]).reinterpretAsShorts();
          ShortVector e10 = w10.mul(y100).add(w12.mul(y101)).add(w14.mul(y102).add(w16.mul(y103)));
          ShortVector o10 = w11.mul(y100).add(w13.mul(y101)).add(w15.mul(y102).add(w17.mul(y103)));
          from += 384;
          x0 += 8;
          FloatVector s0 =
              (FloatVector)
                  scales.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector s1 =
              (FloatVector)
                  scales.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          head += 2;
          FloatVector t0 = IntVector.broadcast(INTS, q[g0 + 18]).reinterpretAsFloats();
          IntVector esum0 = start0.add(e00).add(e10).reinterpretAsInts();
          FloatVector l0 =
              (FloatVector)
                  esum0
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(esum0.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sl0 = s0.fma(l0.mul(t0), sl0);
          IntVector osum0 = start0.add(o00).add(o10).reinterpretAsInts();
          FloatVector h0 =
              (FloatVector)
                  osum0
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(osum0.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sh0 = s1.fma(h0.mul(t0), sh0);
          start++;
        }
        x0 += 6;
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
      scalel
          .fma(sl0, FloatVector.fromArray(FLOATS, results, to + p))
          .add(0f)
          .intoArray(results, to + p);
      scaleh
          .fma(sh0, FloatVector.fromArray(FLOATS, results, to + p + 16))
          .add(0f)
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
      FloatVector sl1 = FloatVector.zero(FLOATS);
      FloatVector sh1 = FloatVector.zero(FLOATS);
      long from = at + 64 + 4 * p;
      long end = from + groups * 832L;
      int x0 = row0;
      int x1 = row1;
      while (from != end) {
        long head = from;
        from += 64;
        long next = from + 768;
        int start = 20;
        int g0 = x0;
        int g1 = x1;
        while (from != next) {
          IntVector scales = IntVector.fromMemorySegment(INTS, w, head, LITTLE_ENDIAN);
          ShortVector start0 = IntVector.broadcast(INTS, q[g0 + start]).reinterpretAsShorts();
          ShortVector start1 = IntVector.broadcast(INTS, q[g1 + start]).reinterpretAsShorts();
          IntVector u0 = IntVector.fromMemorySegment(INTS, w, from + 128, LITTLE_ENDIAN);
          IntVector v00 = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
          ShortVector w00 =
              v00.and(0x000F000F).or(u0.lanewise(LSHL, 4).and(0x00300030)).reinterpretAsShorts();
          ShortVector w01 =
              v00.lanewise(LSHR, 4)
                  .and(0x000F000F)
                  .or(u0.lanewise(LSHL, 2).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w02 =
              v00.lanewise(LSHR, 8).and(0x000F000F).or(u0.and(0x00300030)).reinterpretAsShorts();
          ShortVector w03 =
              v00.lanewise(LSHR, 12)
                  .and(0x000F000F)
                  .or(u0.lanewise(LSHR, 2).and(0x00300030))
                  .reinterpretAsShorts();
          IntVector v01 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
          ShortVector w04 =
              v01.and(0x000F000F).or(u0.lanewise(LSHR, 4).and(0x00300030)).reinterpretAsShorts();
          ShortVector w05 =
              v01.lanewise(LSHR, 4)
                  .and(0x000F000F)
                  .or(u0.lanewise(LSHR, 6).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w06 =
              v01.lanewise(LSHR, 8)
                  .and(0x000F000F)
                  .or(u0.lanewise(LSHR, 8).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w07 =
              v01.lanewise(LSHR, 12)
                  .and(0x000F000F)
                  .or(u0.lanewise(LSHR, 10).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector y000 = IntVector.broadcast(INTS, q[x0]).reinterpretAsShorts();
          ShortVector y001 = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
          ShortVector y002 = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsShorts();
          ShortVector y003 = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsShorts();
          ShortVector e00 = w00.mul(y000).add(w02.mul(y001)).add(w04.mul(y002).add(w06.mul(y003)));
          ShortVector o00 = w01.mul(y000).add(w03.mul(y001)).add(w05.mul(y002).add(w07.mul(y003)));
          ShortVector y010 = IntVector.broadcast(INTS, q[x1]).reinterpretAsShorts();
          ShortVector y011 = IntVector.broadcast(INTS, q[x1 + 1]).reinterpretAsShorts();
          ShortVector y012 = IntVector.broadcast(INTS, q[x1 + 2]).reinterpretAsShorts();
          ShortVector y013 = IntVector.broadcast(INTS, q[x1 + 3]).reinterpretAsShorts();
          ShortVector e01 = w00.mul(y010).add(w02.mul(y011)).add(w04.mul(y012).add(w06.mul(y013)));
          ShortVector o01 = w01.mul(y010).add(w03.mul(y011)).add(w05.mul(y012).add(w07.mul(y013)));
          IntVector u1 = IntVector.fromMemorySegment(INTS, w, from + 320, LITTLE_ENDIAN);
          IntVector v10 = IntVector.fromMemorySegment(INTS, w, from + 192, LITTLE_ENDIAN);
          ShortVector w10 =
              v10.and(0x000F000F).or(u1.lanewise(LSHL, 4).and(0x00300030)).reinterpretAsShorts();
          ShortVector w11 =
              v10.lanewise(LSHR, 4)
                  .and(0x000F000F)
                  .or(u1.lanewise(LSHL, 2).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w12 =
              v10.lanewise(LSHR, 8).and(0x000F000F).or(u1.and(0x00300030)).reinterpretAsShorts();
          ShortVector w13 =
              v10.lanewise(LSHR, 12)
                  .and(0x000F000F)
                  .or(u1.lanewise(LSHR, 2).and(0x00300030))
                  .reinterpretAsShorts();
          IntVector v11 = IntVector.fromMemorySegment(INTS, w, from + 256, LITTLE_ENDIAN);
          ShortVector w14 =
              v11.and(0x000F000F).or(u1.lanewise(LSHR, 4).and(0x00300030)).reinterpretAsShorts();
          ShortVector w15 =
              v11.lanewise(LSHR, 4)
                  .and(0x000F000F)
                  .or(u1.lanewise(LSHR, 6).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w16 =
              v11.lanewise(LSHR, 8)
                  .and(0x000F000F)
                  .or(u1.lanewise(LSHR, 8).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector w17 =
              v11.lanewise(LSHR, 12)
                  .and(0x000F000F)
                  .or(u1.lanewise(LSHR, 10).and(0x00300030))
                  .reinterpretAsShorts();
          ShortVector y100 = IntVector.broadcast(INTS, q[x0 + 4]).reinterpretAsShorts();
          ShortVector y101 = IntVector.broadcast(INTS, q[x0 + 5]).reinterpretAsShorts();
          ShortVector y102 = IntVector.broadcast(INTS, q[x0 + 6]).reinterpretAsShorts();
          ShortVector y103 = IntVector.broadcast(INTS, q[x0 + 7]).reinterpretAsShorts();
          ShortVector e10 = w10.mul(y100).add(w12.mul(y101)).add(w14.mul(y102).add(w16.mul(y103)));
          ShortVector o10 = w11.mul(y100).add(w13.mul(y101)).add(w15.mul(y102).add(w17.mul(y103)));
          ShortVector y110 = IntVector.broadcast(INTS, q[x1 + 4]).reinterpretAsShorts();
          ShortVector y111 = IntVector.broadcast(INTS, q[x1 + 5]).reinterpretAsShorts();
          ShortVector y112 = IntVector.broadcast(INTS, q[x1 + 6]).reinterpretAsShorts();
          ShortVector y113 = IntVector.broadcast(INTS, q[x1 + 7]).reinterpretAsShorts();
          ShortVector e11 = w10.mul(y110).add(w12.mul(y111)).add(w14.mul(y112).add(w16.mul(y113)));
          ShortVector o11 = w11.mul(y110).add(w13.mul(y111)).add(w15.mul(y112).add(w17.mul(y113)));
          from += 384;
          x0 += 8;
          x1 += 8;
          FloatVector s0 =
              (FloatVector)
                  scales.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector s1 =
              (FloatVector)
                  scales.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          head += 2;
          FloatVector t0 = IntVector.broadcast(INTS, q[g0 + 18]).reinterpretAsFloats();
          IntVector esum0 = start0.add(e00).add(e10).reinterpretAsInts();
          FloatVector l0 =
              (FloatVector)
                  esum0
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(esum0.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sl0 = s0.fma(l0.mul(t0), sl0);
          IntVector osum0 = start0.add(o00).add(o10).reinterpretAsInts();
          FloatVector h0 =
              (FloatVector)
                  osum0
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(osum0.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sh0 = s1.fma(h0.mul(t0), sh0);
          FloatVector t1 = IntVector.broadcast(INTS, q[g1 + 18]).reinterpretAsFloats();
          IntVector esum1 = start1.add(e01).add(e11).reinterpretAsInts();
          FloatVector l1 =
              (FloatVector)
                  esum1
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(esum1.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sl1 = s0.fma(l1.mul(t1), sl1);
          IntVector osum1 = start1.add(o01).add(o11).reinterpretAsInts();
          FloatVector h1 =
              (FloatVector)
                  osum1
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(osum1.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sh1 = s1.fma(h1.mul(t1), sh1);
          start++;
        }
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
      scalel
          .fma(sl0, FloatVector.fromArray(FLOATS, results, to + p))
          .add(0f)
          .intoArray(results, to + p);
      scaleh
          .fma(sh0, FloatVector.fromArray(FLOATS, results, to + p + 16))
          .add(0f)
          .intoArray(results, to + p + 16);
      scalel
          .fma(sl1, FloatVector.fromArray(FLOATS, results, to + p + 32))
          .add(0f)
          .intoArray(results, to + p + 32);
      scaleh
          .fma(sh1, FloatVector.fromArray(FLOATS, results, to + p + 48))
          .add(0f)
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
      FloatVector sl1 = FloatVector.zero(FLOATS);
      FloatVector sh1 = FloatVector.zero(FLOATS);
      FloatVector sl2 = FloatVector.zero(FLOATS);
      FloatVector sh2 = FloatVector.zero(FLOATS);
      FloatVector sl3 = FloatVector.zero(FLOATS);
      FloatVector sh3 = FloatVector.zero(FLOATS);
      long from = at + 64 + 4 * p;
      long end = from + groups * 832L;
      int x0 = row0;
      int x1 = row1;
      int x2 = row2;
      int x3 = row3;
      while (from != end) {
        long head = from;
        from += 64;
        long next = from + 768;
        int start = 20;
        int g0 = x0;
        int g1 = x1;
        int g2 = x2;
        int g3 = x3;
        while (from != next) {
          IntVector scales = IntVector.fromMemorySegment(INTS, w, head, LITTLE_ENDIAN);
          ShortVector start0 = IntVector.broadcast(INTS, q[g0 + start]).reinterpretAsShorts();
          ShortVector start1 = IntVector.broadcast(INTS, q[g1 + start]).reinterpretAsShorts();
          ShortVector start2 = IntVector.broadcast(INTS, q[g2 + start]).reinterpretAsShorts();
          ShortVector start3 = IntVector.broadcast(INTS, q[g3 + start]).reinterpretAsShorts();
          ShortVector e0 = IntVector.zero(INTS).reinterpretAsShorts();
          ShortVector o0 = IntVector.zero(INTS).reinterpretAsShorts();
          ShortVector e1 = IntVector.zero(INTS).reinterpretAsShorts();
          ShortVector o1 = IntVector.zero(INTS).reinterpretAsShorts();
          ShortVector e2 = IntVector.zero(INTS).reinterpretAsShorts();
          ShortVector o2 = IntVector.zero(INTS).reinterpretAsShorts();
          ShortVector e3 = IntVector.zero(INTS).reinterpretAsShorts();
          ShortVector o3 = IntVector.zero(INTS).reinterpretAsShorts();
          long stop = from + 384;
          while (from != stop) {
            IntVector u0 = IntVector.fromMemorySegment(INTS, w, from + 128, LITTLE_ENDIAN);
            IntVector v00 = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
            ShortVector w00 =
                v00.and(0x000F000F).or(u0.lanewise(LSHL, 4).and(0x00300030)).reinterpretAsShorts();
            ShortVector w01 =
                v00.lanewise(LSHR, 4)
                    .and(0x000F000F)
                    .or(u0.lanewise(LSHL, 2).and(0x00300030))
                    .reinterpretAsShorts();
            ShortVector w02 =
                v00.lanewise(LSHR, 8).and(0x000F000F).or(u0.and(0x00300030)).reinterpretAsShorts();
            ShortVector w03 =
                v00.lanewise(LSHR, 12)
                    .and(0x000F000F)
                    .or(u0.lanewise(LSHR, 2).and(0x00300030))
                    .reinterpretAsShorts();
            IntVector v01 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
            ShortVector w04 =
                v01.and(0x000F000F).or(u0.lanewise(LSHR, 4).and(0x00300030)).reinterpretAsShorts();
            ShortVector w05 =
                v01.lanewise(LSHR, 4)
                    .and(0x000F000F)
                    .or(u0.lanewise(LSHR, 6).and(0x00300030))
                    .reinterpretAsShorts();
            ShortVector w06 =
                v01.lanewise(LSHR, 8)
                    .and(0x000F000F)
                    .or(u0.lanewise(LSHR, 8).and(0x00300030))
                    .reinterpretAsShorts();
            ShortVector w07 =
                v01.lanewise(LSHR, 12)
                    .and(0x000F000F)
                    .or(u0.lanewise(LSHR, 10).and(0x00300030))
                    .reinterpretAsShorts();
            ShortVector y000 = IntVector.broadcast(INTS, q[x0]).reinterpretAsShorts();
            ShortVector y001 = IntVector.broadcast(INTS, q[x0 + 1]).reinterpretAsShorts();
            ShortVector y002 = IntVector.broadcast(INTS, q[x0 + 2]).reinterpretAsShorts();
            ShortVector y003 = IntVector.broadcast(INTS, q[x0 + 3]).reinterpretAsShorts();
            e0 = w00.mul(y000).add(w02.mul(y001)).add(w04.mul(y002).add(w06.mul(y003))).add(e0);
            o0 = w01.mul(y000).add(w03.mul(y001)).add(w05.mul(y002).add(w07.mul(y003))).add(o0);
            ShortVector y010 = IntVector.broadcast(INTS, q[x1]).reinterpretAsShorts();
            ShortVector y011 = IntVector.broadcast(INTS, q[x1 + 1]).reinterpretAsShorts();
            ShortVector y012 = IntVector.broadcast(INTS, q[x1 + 2]).reinterpretAsShorts();
            ShortVector y013 = IntVector.broadcast(INTS, q[x1 + 3]).reinterpretAsShorts();
            e1 = w00.mul(y010).add(w02.mul(y011)).add(w04.mul(y012).add(w06.mul(y013))).add(e1);
            o1 = w01.mul(y010).add(w03.mul(y011)).add(w05.mul(y012).add(w07.mul(y013))).add(o1);
            ShortVector y020 = IntVector.broadcast(INTS, q[x2]).reinterpretAsShorts();
            ShortVector y021 = IntVector.broadcast(INTS, q[x2 + 1]).reinterpretAsShorts();
            ShortVector y022 = IntVector.broadcast(INTS, q[x2 + 2]).reinterpretAsShorts();
            ShortVector y023 = IntVector.broadcast(INTS, q[x2 + 3]).reinterpretAsShorts();
            e2 = w00.mul(y020).add(w02.mul(y021)).add(w04.mul(y022).add(w06.mul(y023))).add(e2);
            o2 = w01.mul(y020).add(w03.mul(y021)).add(w05.mul(y022).add(w07.mul(y023))).add(o2);
            ShortVector y030 = IntVector.broadcast(INTS, q[x3]).reinterpretAsShorts();
            ShortVector y031 = IntVector.broadcast(INTS, q[x3 + 1]).reinterpretAsShorts();
            ShortVector y032 = IntVector.broadcast(INTS, q[x3 + 2]).reinterpretAsShorts();
            ShortVector y033 = IntVector.broadcast(INTS, q[x3 + 3]).reinterpretAsShorts();
            e3 = w00.mul(y030).add(w02.mul(y031)).add(w04.mul(y032).add(w06.mul(y033))).add(e3);
            o3 = w01.mul(y030).add(w03.mul(y031)).add(w05.mul(y032).add(w07.mul(y033))).add(o3);
            from += 192;
            x0 += 4;
            x1 += 4;
            x2 += 4;
            x3 += 4;
          }
          FloatVector s0 =
              (FloatVector)
                  scales.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector s1 =
              (FloatVector)
                  scales.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          head += 2;
          FloatVector t0 = IntVector.broadcast(INTS, q[g0 + 18]).reinterpretAsFloats();
          IntVector esum0 = start0.add(e0).reinterpretAsInts();
          FloatVector l0 =
              (FloatVector)
                  esum0
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(esum0.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sl0 = s0.fma(l0.mul(t0), sl0);
          IntVector osum0 = start0.add(o0).reinterpretAsInts();
          FloatVector h0 =
              (FloatVector)
                  osum0
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(osum0.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sh0 = s1.fma(h0.mul(t0), sh0);
          FloatVector t1 = IntVector.broadcast(INTS, q[g1 + 18]).reinterpretAsFloats();
          IntVector esum1 = start1.add(e1).reinterpretAsInts();
          FloatVector l1 =
              (FloatVector)
                  esum1
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(esum1.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sl1 = s0.fma(l1.mul(t1), sl1);
          IntVector osum1 = start1.add(o1).reinterpretAsInts();
          FloatVector h1 =
              (FloatVector)
                  osum1
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(osum1.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sh1 = s1.fma(h1.mul(t1), sh1);
          FloatVector t2 = IntVector.broadcast(INTS, q[g2 + 18]).reinterpretAsFloats();
          IntVector esum2 = start2.add(e2).reinterpretAsInts();
          FloatVector l2 =
              (FloatVector)
                  esum2
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(esum2.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sl2 = s0.fma(l2.mul(t2), sl2);
          IntVector osum2 = start2.add(o2).reinterpretAsInts();
          FloatVector h2 =
              (FloatVector)
                  osum2
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(osum2.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sh2 = s1.fma(h2.mul(t2), sh2);
          FloatVector t3 = IntVector.broadcast(INTS, q[g3 + 18]).reinterpretAsFloats();
          IntVector esum3 = start3.add(e3).reinterpretAsInts();
          FloatVector l3 =
              (FloatVector)
                  esum3
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(esum3.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sl3 = s0.fma(l3.mul(t3), sl3);
          IntVector osum3 = start3.add(o3).reinterpretAsInts();
          FloatVector h3 =
              (FloatVector)
                  osum3
                      .lanewise(LSHL, 16)
                      .lanewise(ASHR, 16)
                      .add(osum3.lanewise(ASHR, 16))
                      .convertShape(I2F, FLOATS, 0);
          sh3 = s1.fma(h3.mul(t3), sh3);
          start++;
        }
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
      scalel
          .fma(sl0, FloatVector.fromArray(FLOATS, results, to + p))
          .add(0f)
          .intoArray(results, to + p);
      scaleh
          .fma(sh0, FloatVector.fromArray(FLOATS, results, to + p + 16))
          .add(0f)
          .intoArray(results, to + p + 16);
      scalel
          .fma(sl1, FloatVector.fromArray(FLOATS, results, to + p + 32))
          .add(0f)
          .intoArray(results, to + p + 32);
      scaleh
          .fma(sh1, FloatVector.fromArray(FLOATS, results, to + p + 48))
          .add(0f)
          .intoArray(results, to + p + 48);
      scalel
          .fma(sl2, FloatVector.fromArray(FLOATS, results, to + p + 64))
          .add(0f)
          .intoArray(results, to + p + 64);
      scaleh
          .fma(sh2, FloatVector.fromArray(FLOATS, results, to + p + 80))
          .add(0f)
          .intoArray(results, to + p + 80);
      scalel
          .fma(sl3, FloatVector.fromArray(FLOATS, results, to + p + 96))
          .add(0f)
          .intoArray(results, to + p + 96);
      scaleh
          .fma(sh3, FloatVector.fromArray(FLOATS, results, to + p + 112))
          .add(0f)
          .intoArray(results, to + p + 112);
    }
  }
}
