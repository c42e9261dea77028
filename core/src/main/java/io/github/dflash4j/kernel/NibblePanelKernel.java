/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.PanelSpecies.FLOATS;
import static io.github.dflash4j.kernel.PanelSpecies.INTS;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Four-bit codes in 16-bit lanes, 32 rows at a time (kernels 5). A sum starts at minus eight times
 * the sum of the activations, so that of 32 products of at most 15 x 127 it holds no more than 16
 * bits; what wraps on the way comes back. Flat on purpose (kernels 7, traps 2 and 3).
 */
final class NibblePanelKernel implements PanelKernel {
  private static final int LANES = PanelSpecies.LANES;

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
    int[] q = x.twice;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 36;
    for (int p = 0; p < 16; p += LANES) {
      FloatVector sl0 = FloatVector.fromArray(FLOATS, f, p + 768);
      FloatVector sh0 = FloatVector.fromArray(FLOATS, f, p + 784);
      FloatVector ml0 = FloatVector.fromArray(FLOATS, f, p + 1024);
      FloatVector mh0 = FloatVector.fromArray(FLOATS, f, p + 1040);
      for (int g = 0; g < groups; g++) {
        long from = at + g * 512L + 4 * p;
        int x0 = row0 + g * 36;
        ShortVector a0 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector b0 = IntVector.zero(INTS).reinterpretAsShorts();
        for (int c = 0; c < 32; c += 8) {
          IntVector v0 =
              IntVector.fromMemorySegment(INTS, w, from + c * 16, ByteOrder.LITTLE_ENDIAN);
          ShortVector w00 = v0.and(0x000F000F).reinterpretAsShorts();
          ShortVector w01 =
              v0.lanewise(VectorOperators.LSHR, 4).and(0x000F000F).reinterpretAsShorts();
          ShortVector w02 =
              v0.lanewise(VectorOperators.LSHR, 8).and(0x000F000F).reinterpretAsShorts();
          ShortVector w03 =
              v0.lanewise(VectorOperators.LSHR, 12).and(0x000F000F).reinterpretAsShorts();
          a0 = w00.mul(IntVector.broadcast(INTS, q[x0 + c]).reinterpretAsShorts()).add(a0);
          a0 = w01.mul(IntVector.broadcast(INTS, q[x0 + c + 1]).reinterpretAsShorts()).add(a0);
          a0 = w02.mul(IntVector.broadcast(INTS, q[x0 + c + 2]).reinterpretAsShorts()).add(a0);
          a0 = w03.mul(IntVector.broadcast(INTS, q[x0 + c + 3]).reinterpretAsShorts()).add(a0);
          IntVector v1 =
              IntVector.fromMemorySegment(INTS, w, from + c * 16 + 64, ByteOrder.LITTLE_ENDIAN);
          ShortVector w10 = v1.and(0x000F000F).reinterpretAsShorts();
          ShortVector w11 =
              v1.lanewise(VectorOperators.LSHR, 4).and(0x000F000F).reinterpretAsShorts();
          ShortVector w12 =
              v1.lanewise(VectorOperators.LSHR, 8).and(0x000F000F).reinterpretAsShorts();
          ShortVector w13 =
              v1.lanewise(VectorOperators.LSHR, 12).and(0x000F000F).reinterpretAsShorts();
          b0 = w10.mul(IntVector.broadcast(INTS, q[x0 + c + 4]).reinterpretAsShorts()).add(b0);
          b0 = w11.mul(IntVector.broadcast(INTS, q[x0 + c + 5]).reinterpretAsShorts()).add(b0);
          b0 = w12.mul(IntVector.broadcast(INTS, q[x0 + c + 6]).reinterpretAsShorts()).add(b0);
          b0 = w13.mul(IntVector.broadcast(INTS, q[x0 + c + 7]).reinterpretAsShorts()).add(b0);
        }
        FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64 + p);
        FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + 16 + p);
        FloatVector m0 = FloatVector.fromArray(FLOATS, f, g * 32 + 512 + p);
        FloatVector m1 = FloatVector.fromArray(FLOATS, f, g * 32 + 528 + p);
        IntVector i0 =
            IntVector.broadcast(INTS, q[x0 + 33])
                .reinterpretAsShorts()
                .add(a0)
                .add(b0)
                .reinterpretAsInts();
        IntVector e0 = IntVector.broadcast(INTS, q[x0 + 32]);
        FloatVector y0 = IntVector.broadcast(INTS, q[x0 + 34]).reinterpretAsFloats();
        FloatVector z0 = IntVector.broadcast(INTS, q[x0 + 35]).reinterpretAsFloats();
        FloatVector l0 =
            (FloatVector)
                i0.lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(e0)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        FloatVector h0 =
            (FloatVector)
                i0.lanewise(VectorOperators.ASHR, 16)
                    .add(e0)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        sl0 = s0.fma(l0.mul(y0), sl0);
        sh0 = s1.fma(h0.mul(y0), sh0);
        ml0 = m0.fma(z0, ml0);
        mh0 = m1.fma(z0, mh0);
      }
      FloatVector one = FloatVector.broadcast(FLOATS, 1f);
      one.mul(sl0).intoArray(f, p + 768);
      one.mul(sh0).intoArray(f, p + 784);
      one.mul(ml0).intoArray(f, p + 1024);
      one.mul(mh0).intoArray(f, p + 1040);
    }
  }

  private static void rows2(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {
    int[] q = x.twice;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 36;
    int row1 = ((row + 1) * x.groups + column / 32) * 36;
    for (int p = 0; p < 16; p += LANES) {
      FloatVector sl0 = FloatVector.fromArray(FLOATS, f, p + 768);
      FloatVector sh0 = FloatVector.fromArray(FLOATS, f, p + 784);
      FloatVector ml0 = FloatVector.fromArray(FLOATS, f, p + 1024);
      FloatVector mh0 = FloatVector.fromArray(FLOATS, f, p + 1040);
      FloatVector sl1 = FloatVector.fromArray(FLOATS, f, p + 800);
      FloatVector sh1 = FloatVector.fromArray(FLOATS, f, p + 816);
      FloatVector ml1 = FloatVector.fromArray(FLOATS, f, p + 1056);
      FloatVector mh1 = FloatVector.fromArray(FLOATS, f, p + 1072);
      for (int g = 0; g < groups; g++) {
        long from = at + g * 512L + 4 * p;
        int x0 = row0 + g * 36;
        int x1 = row1 + g * 36;
        ShortVector a0 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector a1 = IntVector.zero(INTS).reinterpretAsShorts();
        for (int c = 0; c < 32; c += 8) {
          IntVector v0 =
              IntVector.fromMemorySegment(INTS, w, from + c * 16, ByteOrder.LITTLE_ENDIAN);
          ShortVector w00 = v0.and(0x000F000F).reinterpretAsShorts();
          ShortVector w01 =
              v0.lanewise(VectorOperators.LSHR, 4).and(0x000F000F).reinterpretAsShorts();
          ShortVector w02 =
              v0.lanewise(VectorOperators.LSHR, 8).and(0x000F000F).reinterpretAsShorts();
          ShortVector w03 =
              v0.lanewise(VectorOperators.LSHR, 12).and(0x000F000F).reinterpretAsShorts();
          a0 = w00.mul(IntVector.broadcast(INTS, q[x0 + c]).reinterpretAsShorts()).add(a0);
          a0 = w01.mul(IntVector.broadcast(INTS, q[x0 + c + 1]).reinterpretAsShorts()).add(a0);
          a0 = w02.mul(IntVector.broadcast(INTS, q[x0 + c + 2]).reinterpretAsShorts()).add(a0);
          a0 = w03.mul(IntVector.broadcast(INTS, q[x0 + c + 3]).reinterpretAsShorts()).add(a0);
          a1 = w00.mul(IntVector.broadcast(INTS, q[x1 + c]).reinterpretAsShorts()).add(a1);
          a1 = w01.mul(IntVector.broadcast(INTS, q[x1 + c + 1]).reinterpretAsShorts()).add(a1);
          a1 = w02.mul(IntVector.broadcast(INTS, q[x1 + c + 2]).reinterpretAsShorts()).add(a1);
          a1 = w03.mul(IntVector.broadcast(INTS, q[x1 + c + 3]).reinterpretAsShorts()).add(a1);
          IntVector v1 =
              IntVector.fromMemorySegment(INTS, w, from + c * 16 + 64, ByteOrder.LITTLE_ENDIAN);
          ShortVector w10 = v1.and(0x000F000F).reinterpretAsShorts();
          ShortVector w11 =
              v1.lanewise(VectorOperators.LSHR, 4).and(0x000F000F).reinterpretAsShorts();
          ShortVector w12 =
              v1.lanewise(VectorOperators.LSHR, 8).and(0x000F000F).reinterpretAsShorts();
          ShortVector w13 =
              v1.lanewise(VectorOperators.LSHR, 12).and(0x000F000F).reinterpretAsShorts();
          a0 = w10.mul(IntVector.broadcast(INTS, q[x0 + c + 4]).reinterpretAsShorts()).add(a0);
          a0 = w11.mul(IntVector.broadcast(INTS, q[x0 + c + 5]).reinterpretAsShorts()).add(a0);
          a0 = w12.mul(IntVector.broadcast(INTS, q[x0 + c + 6]).reinterpretAsShorts()).add(a0);
          a0 = w13.mul(IntVector.broadcast(INTS, q[x0 + c + 7]).reinterpretAsShorts()).add(a0);
          a1 = w10.mul(IntVector.broadcast(INTS, q[x1 + c + 4]).reinterpretAsShorts()).add(a1);
          a1 = w11.mul(IntVector.broadcast(INTS, q[x1 + c + 5]).reinterpretAsShorts()).add(a1);
          a1 = w12.mul(IntVector.broadcast(INTS, q[x1 + c + 6]).reinterpretAsShorts()).add(a1);
          a1 = w13.mul(IntVector.broadcast(INTS, q[x1 + c + 7]).reinterpretAsShorts()).add(a1);
        }
        FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64 + p);
        FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + 16 + p);
        FloatVector m0 = FloatVector.fromArray(FLOATS, f, g * 32 + 512 + p);
        FloatVector m1 = FloatVector.fromArray(FLOATS, f, g * 32 + 528 + p);
        IntVector i0 =
            IntVector.broadcast(INTS, q[x0 + 33]).reinterpretAsShorts().add(a0).reinterpretAsInts();
        IntVector e0 = IntVector.broadcast(INTS, q[x0 + 32]);
        FloatVector y0 = IntVector.broadcast(INTS, q[x0 + 34]).reinterpretAsFloats();
        FloatVector z0 = IntVector.broadcast(INTS, q[x0 + 35]).reinterpretAsFloats();
        FloatVector l0 =
            (FloatVector)
                i0.lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(e0)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        FloatVector h0 =
            (FloatVector)
                i0.lanewise(VectorOperators.ASHR, 16)
                    .add(e0)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        sl0 = s0.fma(l0.mul(y0), sl0);
        sh0 = s1.fma(h0.mul(y0), sh0);
        ml0 = m0.fma(z0, ml0);
        mh0 = m1.fma(z0, mh0);
        IntVector i1 =
            IntVector.broadcast(INTS, q[x1 + 33]).reinterpretAsShorts().add(a1).reinterpretAsInts();
        IntVector e1 = IntVector.broadcast(INTS, q[x1 + 32]);
        FloatVector y1 = IntVector.broadcast(INTS, q[x1 + 34]).reinterpretAsFloats();
        FloatVector z1 = IntVector.broadcast(INTS, q[x1 + 35]).reinterpretAsFloats();
        FloatVector l1 =
            (FloatVector)
                i1.lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(e1)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        FloatVector h1 =
            (FloatVector)
                i1.lanewise(VectorOperators.ASHR, 16)
                    .add(e1)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        sl1 = s0.fma(l1.mul(y1), sl1);
        sh1 = s1.fma(h1.mul(y1), sh1);
        ml1 = m0.fma(z1, ml1);
        mh1 = m1.fma(z1, mh1);
      }
      FloatVector one = FloatVector.broadcast(FLOATS, 1f);
      one.mul(sl0).intoArray(f, p + 768);
      one.mul(sh0).intoArray(f, p + 784);
      one.mul(ml0).intoArray(f, p + 1024);
      one.mul(mh0).intoArray(f, p + 1040);
      one.mul(sl1).intoArray(f, p + 800);
      one.mul(sh1).intoArray(f, p + 816);
      one.mul(ml1).intoArray(f, p + 1056);
      one.mul(mh1).intoArray(f, p + 1072);
    }
  }

  private static void rows4(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {
    int[] q = x.twice;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 36;
    int row1 = ((row + 1) * x.groups + column / 32) * 36;
    int row2 = ((row + 2) * x.groups + column / 32) * 36;
    int row3 = ((row + 3) * x.groups + column / 32) * 36;
    for (int p = 0; p < 16; p += LANES) {
      FloatVector sl0 = FloatVector.fromArray(FLOATS, f, p + 768);
      FloatVector sh0 = FloatVector.fromArray(FLOATS, f, p + 784);
      FloatVector ml0 = FloatVector.fromArray(FLOATS, f, p + 1024);
      FloatVector mh0 = FloatVector.fromArray(FLOATS, f, p + 1040);
      FloatVector sl1 = FloatVector.fromArray(FLOATS, f, p + 800);
      FloatVector sh1 = FloatVector.fromArray(FLOATS, f, p + 816);
      FloatVector ml1 = FloatVector.fromArray(FLOATS, f, p + 1056);
      FloatVector mh1 = FloatVector.fromArray(FLOATS, f, p + 1072);
      FloatVector sl2 = FloatVector.fromArray(FLOATS, f, p + 832);
      FloatVector sh2 = FloatVector.fromArray(FLOATS, f, p + 848);
      FloatVector ml2 = FloatVector.fromArray(FLOATS, f, p + 1088);
      FloatVector mh2 = FloatVector.fromArray(FLOATS, f, p + 1104);
      FloatVector sl3 = FloatVector.fromArray(FLOATS, f, p + 864);
      FloatVector sh3 = FloatVector.fromArray(FLOATS, f, p + 880);
      FloatVector ml3 = FloatVector.fromArray(FLOATS, f, p + 1120);
      FloatVector mh3 = FloatVector.fromArray(FLOATS, f, p + 1136);
      for (int g = 0; g < groups; g++) {
        long from = at + g * 512L + 4 * p;
        int x0 = row0 + g * 36;
        int x1 = row1 + g * 36;
        int x2 = row2 + g * 36;
        int x3 = row3 + g * 36;
        ShortVector a0 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector a1 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector a2 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector a3 = IntVector.zero(INTS).reinterpretAsShorts();
        for (int c = 0; c < 32; c += 4) {
          IntVector v0 =
              IntVector.fromMemorySegment(INTS, w, from + c * 16, ByteOrder.LITTLE_ENDIAN);
          ShortVector w00 = v0.and(0x000F000F).reinterpretAsShorts();
          ShortVector w01 =
              v0.lanewise(VectorOperators.LSHR, 4).and(0x000F000F).reinterpretAsShorts();
          ShortVector w02 =
              v0.lanewise(VectorOperators.LSHR, 8).and(0x000F000F).reinterpretAsShorts();
          ShortVector w03 =
              v0.lanewise(VectorOperators.LSHR, 12).and(0x000F000F).reinterpretAsShorts();
          a0 = w00.mul(IntVector.broadcast(INTS, q[x0 + c]).reinterpretAsShorts()).add(a0);
          a0 = w01.mul(IntVector.broadcast(INTS, q[x0 + c + 1]).reinterpretAsShorts()).add(a0);
          a0 = w02.mul(IntVector.broadcast(INTS, q[x0 + c + 2]).reinterpretAsShorts()).add(a0);
          a0 = w03.mul(IntVector.broadcast(INTS, q[x0 + c + 3]).reinterpretAsShorts()).add(a0);
          a1 = w00.mul(IntVector.broadcast(INTS, q[x1 + c]).reinterpretAsShorts()).add(a1);
          a1 = w01.mul(IntVector.broadcast(INTS, q[x1 + c + 1]).reinterpretAsShorts()).add(a1);
          a1 = w02.mul(IntVector.broadcast(INTS, q[x1 + c + 2]).reinterpretAsShorts()).add(a1);
          a1 = w03.mul(IntVector.broadcast(INTS, q[x1 + c + 3]).reinterpretAsShorts()).add(a1);
          a2 = w00.mul(IntVector.broadcast(INTS, q[x2 + c]).reinterpretAsShorts()).add(a2);
          a2 = w01.mul(IntVector.broadcast(INTS, q[x2 + c + 1]).reinterpretAsShorts()).add(a2);
          a2 = w02.mul(IntVector.broadcast(INTS, q[x2 + c + 2]).reinterpretAsShorts()).add(a2);
          a2 = w03.mul(IntVector.broadcast(INTS, q[x2 + c + 3]).reinterpretAsShorts()).add(a2);
          a3 = w00.mul(IntVector.broadcast(INTS, q[x3 + c]).reinterpretAsShorts()).add(a3);
          a3 = w01.mul(IntVector.broadcast(INTS, q[x3 + c + 1]).reinterpretAsShorts()).add(a3);
          a3 = w02.mul(IntVector.broadcast(INTS, q[x3 + c + 2]).reinterpretAsShorts()).add(a3);
          a3 = w03.mul(IntVector.broadcast(INTS, q[x3 + c + 3]).reinterpretAsShorts()).add(a3);
        }
        FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64 + p);
        FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + 16 + p);
        FloatVector m0 = FloatVector.fromArray(FLOATS, f, g * 32 + 512 + p);
        FloatVector m1 = FloatVector.fromArray(FLOATS, f, g * 32 + 528 + p);
        IntVector i0 =
            IntVector.broadcast(INTS, q[x0 + 33]).reinterpretAsShorts().add(a0).reinterpretAsInts();
        IntVector e0 = IntVector.broadcast(INTS, q[x0 + 32]);
        FloatVector y0 = IntVector.broadcast(INTS, q[x0 + 34]).reinterpretAsFloats();
        FloatVector z0 = IntVector.broadcast(INTS, q[x0 + 35]).reinterpretAsFloats();
        FloatVector l0 =
            (FloatVector)
                i0.lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(e0)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        FloatVector h0 =
            (FloatVector)
                i0.lanewise(VectorOperators.ASHR, 16)
                    .add(e0)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        sl0 = s0.fma(l0.mul(y0), sl0);
        sh0 = s1.fma(h0.mul(y0), sh0);
        ml0 = m0.fma(z0, ml0);
        mh0 = m1.fma(z0, mh0);
        IntVector i1 =
            IntVector.broadcast(INTS, q[x1 + 33]).reinterpretAsShorts().add(a1).reinterpretAsInts();
        IntVector e1 = IntVector.broadcast(INTS, q[x1 + 32]);
        FloatVector y1 = IntVector.broadcast(INTS, q[x1 + 34]).reinterpretAsFloats();
        FloatVector z1 = IntVector.broadcast(INTS, q[x1 + 35]).reinterpretAsFloats();
        FloatVector l1 =
            (FloatVector)
                i1.lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(e1)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        FloatVector h1 =
            (FloatVector)
                i1.lanewise(VectorOperators.ASHR, 16)
                    .add(e1)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        sl1 = s0.fma(l1.mul(y1), sl1);
        sh1 = s1.fma(h1.mul(y1), sh1);
        ml1 = m0.fma(z1, ml1);
        mh1 = m1.fma(z1, mh1);
        IntVector i2 =
            IntVector.broadcast(INTS, q[x2 + 33]).reinterpretAsShorts().add(a2).reinterpretAsInts();
        IntVector e2 = IntVector.broadcast(INTS, q[x2 + 32]);
        FloatVector y2 = IntVector.broadcast(INTS, q[x2 + 34]).reinterpretAsFloats();
        FloatVector z2 = IntVector.broadcast(INTS, q[x2 + 35]).reinterpretAsFloats();
        FloatVector l2 =
            (FloatVector)
                i2.lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(e2)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        FloatVector h2 =
            (FloatVector)
                i2.lanewise(VectorOperators.ASHR, 16)
                    .add(e2)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        sl2 = s0.fma(l2.mul(y2), sl2);
        sh2 = s1.fma(h2.mul(y2), sh2);
        ml2 = m0.fma(z2, ml2);
        mh2 = m1.fma(z2, mh2);
        IntVector i3 =
            IntVector.broadcast(INTS, q[x3 + 33]).reinterpretAsShorts().add(a3).reinterpretAsInts();
        IntVector e3 = IntVector.broadcast(INTS, q[x3 + 32]);
        FloatVector y3 = IntVector.broadcast(INTS, q[x3 + 34]).reinterpretAsFloats();
        FloatVector z3 = IntVector.broadcast(INTS, q[x3 + 35]).reinterpretAsFloats();
        FloatVector l3 =
            (FloatVector)
                i3.lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(e3)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        FloatVector h3 =
            (FloatVector)
                i3.lanewise(VectorOperators.ASHR, 16)
                    .add(e3)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        sl3 = s0.fma(l3.mul(y3), sl3);
        sh3 = s1.fma(h3.mul(y3), sh3);
        ml3 = m0.fma(z3, ml3);
        mh3 = m1.fma(z3, mh3);
      }
      FloatVector one = FloatVector.broadcast(FLOATS, 1f);
      one.mul(sl0).intoArray(f, p + 768);
      one.mul(sh0).intoArray(f, p + 784);
      one.mul(ml0).intoArray(f, p + 1024);
      one.mul(mh0).intoArray(f, p + 1040);
      one.mul(sl1).intoArray(f, p + 800);
      one.mul(sh1).intoArray(f, p + 816);
      one.mul(ml1).intoArray(f, p + 1056);
      one.mul(mh1).intoArray(f, p + 1072);
      one.mul(sl2).intoArray(f, p + 832);
      one.mul(sh2).intoArray(f, p + 848);
      one.mul(ml2).intoArray(f, p + 1088);
      one.mul(mh2).intoArray(f, p + 1104);
      one.mul(sl3).intoArray(f, p + 864);
      one.mul(sh3).intoArray(f, p + 880);
      one.mul(ml3).intoArray(f, p + 1120);
      one.mul(mh3).intoArray(f, p + 1136);
    }
  }
}
