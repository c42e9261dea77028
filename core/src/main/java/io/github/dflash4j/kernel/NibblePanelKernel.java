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
    return 8;
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
      case 4 -> rows4(w, at, groups, x, row, column, s);
      default -> rows8(w, at, groups, x, row, column, s);
    }
  }

  private static void rows1(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {
    int[] q = x.twice;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 36;
    for (int g = 0; g < groups; g++) {
      int x0 = row0 + g * 36;
      for (int p = 0; p < 16; p += LANES) {
        long from = at + g * 512L + 4 * p;
        ShortVector a0 = IntVector.zero(INTS).reinterpretAsShorts();
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
          a0 = w10.mul(IntVector.broadcast(INTS, q[x0 + c + 4]).reinterpretAsShorts()).add(a0);
          a0 = w11.mul(IntVector.broadcast(INTS, q[x0 + c + 5]).reinterpretAsShorts()).add(a0);
          a0 = w12.mul(IntVector.broadcast(INTS, q[x0 + c + 6]).reinterpretAsShorts()).add(a0);
          a0 = w13.mul(IntVector.broadcast(INTS, q[x0 + c + 7]).reinterpretAsShorts()).add(a0);
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
        s0.fma(l0.mul(y0), FloatVector.fromArray(FLOATS, f, p + 768)).intoArray(f, p + 768);
        s1.fma(h0.mul(y0), FloatVector.fromArray(FLOATS, f, p + 784)).intoArray(f, p + 784);
        m0.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1024)).intoArray(f, p + 1024);
        m1.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1040)).intoArray(f, p + 1040);
      }
    }
  }

  private static void rows2(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {
    int[] q = x.twice;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 36;
    int row1 = ((row + 1) * x.groups + column / 32) * 36;
    for (int g = 0; g < groups; g++) {
      int x0 = row0 + g * 36;
      int x1 = row1 + g * 36;
      for (int p = 0; p < 16; p += LANES) {
        long from = at + g * 512L + 4 * p;
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
        s0.fma(l0.mul(y0), FloatVector.fromArray(FLOATS, f, p + 768)).intoArray(f, p + 768);
        s1.fma(h0.mul(y0), FloatVector.fromArray(FLOATS, f, p + 784)).intoArray(f, p + 784);
        m0.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1024)).intoArray(f, p + 1024);
        m1.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1040)).intoArray(f, p + 1040);
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
        s0.fma(l1.mul(y1), FloatVector.fromArray(FLOATS, f, p + 800)).intoArray(f, p + 800);
        s1.fma(h1.mul(y1), FloatVector.fromArray(FLOATS, f, p + 816)).intoArray(f, p + 816);
        m0.fma(z1, FloatVector.fromArray(FLOATS, f, p + 1056)).intoArray(f, p + 1056);
        m1.fma(z1, FloatVector.fromArray(FLOATS, f, p + 1072)).intoArray(f, p + 1072);
      }
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
    for (int g = 0; g < groups; g++) {
      int x0 = row0 + g * 36;
      int x1 = row1 + g * 36;
      int x2 = row2 + g * 36;
      int x3 = row3 + g * 36;
      for (int p = 0; p < 16; p += LANES) {
        long from = at + g * 512L + 4 * p;
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
        s0.fma(l0.mul(y0), FloatVector.fromArray(FLOATS, f, p + 768)).intoArray(f, p + 768);
        s1.fma(h0.mul(y0), FloatVector.fromArray(FLOATS, f, p + 784)).intoArray(f, p + 784);
        m0.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1024)).intoArray(f, p + 1024);
        m1.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1040)).intoArray(f, p + 1040);
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
        s0.fma(l1.mul(y1), FloatVector.fromArray(FLOATS, f, p + 800)).intoArray(f, p + 800);
        s1.fma(h1.mul(y1), FloatVector.fromArray(FLOATS, f, p + 816)).intoArray(f, p + 816);
        m0.fma(z1, FloatVector.fromArray(FLOATS, f, p + 1056)).intoArray(f, p + 1056);
        m1.fma(z1, FloatVector.fromArray(FLOATS, f, p + 1072)).intoArray(f, p + 1072);
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
        s0.fma(l2.mul(y2), FloatVector.fromArray(FLOATS, f, p + 832)).intoArray(f, p + 832);
        s1.fma(h2.mul(y2), FloatVector.fromArray(FLOATS, f, p + 848)).intoArray(f, p + 848);
        m0.fma(z2, FloatVector.fromArray(FLOATS, f, p + 1088)).intoArray(f, p + 1088);
        m1.fma(z2, FloatVector.fromArray(FLOATS, f, p + 1104)).intoArray(f, p + 1104);
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
        s0.fma(l3.mul(y3), FloatVector.fromArray(FLOATS, f, p + 864)).intoArray(f, p + 864);
        s1.fma(h3.mul(y3), FloatVector.fromArray(FLOATS, f, p + 880)).intoArray(f, p + 880);
        m0.fma(z3, FloatVector.fromArray(FLOATS, f, p + 1120)).intoArray(f, p + 1120);
        m1.fma(z3, FloatVector.fromArray(FLOATS, f, p + 1136)).intoArray(f, p + 1136);
      }
    }
  }

  private static void rows8(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {
    int[] q = x.twice;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 36;
    int row1 = ((row + 1) * x.groups + column / 32) * 36;
    int row2 = ((row + 2) * x.groups + column / 32) * 36;
    int row3 = ((row + 3) * x.groups + column / 32) * 36;
    int row4 = ((row + 4) * x.groups + column / 32) * 36;
    int row5 = ((row + 5) * x.groups + column / 32) * 36;
    int row6 = ((row + 6) * x.groups + column / 32) * 36;
    int row7 = ((row + 7) * x.groups + column / 32) * 36;
    for (int g = 0; g < groups; g++) {
      int x0 = row0 + g * 36;
      int x1 = row1 + g * 36;
      int x2 = row2 + g * 36;
      int x3 = row3 + g * 36;
      int x4 = row4 + g * 36;
      int x5 = row5 + g * 36;
      int x6 = row6 + g * 36;
      int x7 = row7 + g * 36;
      for (int p = 0; p < 16; p += LANES) {
        long from = at + g * 512L + 4 * p;
        ShortVector a0 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector a1 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector a2 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector a3 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector a4 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector a5 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector a6 = IntVector.zero(INTS).reinterpretAsShorts();
        ShortVector a7 = IntVector.zero(INTS).reinterpretAsShorts();
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
          a4 = w00.mul(IntVector.broadcast(INTS, q[x4 + c]).reinterpretAsShorts()).add(a4);
          a4 = w01.mul(IntVector.broadcast(INTS, q[x4 + c + 1]).reinterpretAsShorts()).add(a4);
          a4 = w02.mul(IntVector.broadcast(INTS, q[x4 + c + 2]).reinterpretAsShorts()).add(a4);
          a4 = w03.mul(IntVector.broadcast(INTS, q[x4 + c + 3]).reinterpretAsShorts()).add(a4);
          a5 = w00.mul(IntVector.broadcast(INTS, q[x5 + c]).reinterpretAsShorts()).add(a5);
          a5 = w01.mul(IntVector.broadcast(INTS, q[x5 + c + 1]).reinterpretAsShorts()).add(a5);
          a5 = w02.mul(IntVector.broadcast(INTS, q[x5 + c + 2]).reinterpretAsShorts()).add(a5);
          a5 = w03.mul(IntVector.broadcast(INTS, q[x5 + c + 3]).reinterpretAsShorts()).add(a5);
          a6 = w00.mul(IntVector.broadcast(INTS, q[x6 + c]).reinterpretAsShorts()).add(a6);
          a6 = w01.mul(IntVector.broadcast(INTS, q[x6 + c + 1]).reinterpretAsShorts()).add(a6);
          a6 = w02.mul(IntVector.broadcast(INTS, q[x6 + c + 2]).reinterpretAsShorts()).add(a6);
          a6 = w03.mul(IntVector.broadcast(INTS, q[x6 + c + 3]).reinterpretAsShorts()).add(a6);
          a7 = w00.mul(IntVector.broadcast(INTS, q[x7 + c]).reinterpretAsShorts()).add(a7);
          a7 = w01.mul(IntVector.broadcast(INTS, q[x7 + c + 1]).reinterpretAsShorts()).add(a7);
          a7 = w02.mul(IntVector.broadcast(INTS, q[x7 + c + 2]).reinterpretAsShorts()).add(a7);
          a7 = w03.mul(IntVector.broadcast(INTS, q[x7 + c + 3]).reinterpretAsShorts()).add(a7);
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
        s0.fma(l0.mul(y0), FloatVector.fromArray(FLOATS, f, p + 768)).intoArray(f, p + 768);
        s1.fma(h0.mul(y0), FloatVector.fromArray(FLOATS, f, p + 784)).intoArray(f, p + 784);
        m0.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1024)).intoArray(f, p + 1024);
        m1.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1040)).intoArray(f, p + 1040);
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
        s0.fma(l1.mul(y1), FloatVector.fromArray(FLOATS, f, p + 800)).intoArray(f, p + 800);
        s1.fma(h1.mul(y1), FloatVector.fromArray(FLOATS, f, p + 816)).intoArray(f, p + 816);
        m0.fma(z1, FloatVector.fromArray(FLOATS, f, p + 1056)).intoArray(f, p + 1056);
        m1.fma(z1, FloatVector.fromArray(FLOATS, f, p + 1072)).intoArray(f, p + 1072);
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
        s0.fma(l2.mul(y2), FloatVector.fromArray(FLOATS, f, p + 832)).intoArray(f, p + 832);
        s1.fma(h2.mul(y2), FloatVector.fromArray(FLOATS, f, p + 848)).intoArray(f, p + 848);
        m0.fma(z2, FloatVector.fromArray(FLOATS, f, p + 1088)).intoArray(f, p + 1088);
        m1.fma(z2, FloatVector.fromArray(FLOATS, f, p + 1104)).intoArray(f, p + 1104);
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
        s0.fma(l3.mul(y3), FloatVector.fromArray(FLOATS, f, p + 864)).intoArray(f, p + 864);
        s1.fma(h3.mul(y3), FloatVector.fromArray(FLOATS, f, p + 880)).intoArray(f, p + 880);
        m0.fma(z3, FloatVector.fromArray(FLOATS, f, p + 1120)).intoArray(f, p + 1120);
        m1.fma(z3, FloatVector.fromArray(FLOATS, f, p + 1136)).intoArray(f, p + 1136);
        IntVector i4 =
            IntVector.broadcast(INTS, q[x4 + 33]).reinterpretAsShorts().add(a4).reinterpretAsInts();
        IntVector e4 = IntVector.broadcast(INTS, q[x4 + 32]);
        FloatVector y4 = IntVector.broadcast(INTS, q[x4 + 34]).reinterpretAsFloats();
        FloatVector z4 = IntVector.broadcast(INTS, q[x4 + 35]).reinterpretAsFloats();
        FloatVector l4 =
            (FloatVector)
                i4.lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(e4)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        FloatVector h4 =
            (FloatVector)
                i4.lanewise(VectorOperators.ASHR, 16)
                    .add(e4)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        s0.fma(l4.mul(y4), FloatVector.fromArray(FLOATS, f, p + 896)).intoArray(f, p + 896);
        s1.fma(h4.mul(y4), FloatVector.fromArray(FLOATS, f, p + 912)).intoArray(f, p + 912);
        m0.fma(z4, FloatVector.fromArray(FLOATS, f, p + 1152)).intoArray(f, p + 1152);
        m1.fma(z4, FloatVector.fromArray(FLOATS, f, p + 1168)).intoArray(f, p + 1168);
        IntVector i5 =
            IntVector.broadcast(INTS, q[x5 + 33]).reinterpretAsShorts().add(a5).reinterpretAsInts();
        IntVector e5 = IntVector.broadcast(INTS, q[x5 + 32]);
        FloatVector y5 = IntVector.broadcast(INTS, q[x5 + 34]).reinterpretAsFloats();
        FloatVector z5 = IntVector.broadcast(INTS, q[x5 + 35]).reinterpretAsFloats();
        FloatVector l5 =
            (FloatVector)
                i5.lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(e5)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        FloatVector h5 =
            (FloatVector)
                i5.lanewise(VectorOperators.ASHR, 16)
                    .add(e5)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        s0.fma(l5.mul(y5), FloatVector.fromArray(FLOATS, f, p + 928)).intoArray(f, p + 928);
        s1.fma(h5.mul(y5), FloatVector.fromArray(FLOATS, f, p + 944)).intoArray(f, p + 944);
        m0.fma(z5, FloatVector.fromArray(FLOATS, f, p + 1184)).intoArray(f, p + 1184);
        m1.fma(z5, FloatVector.fromArray(FLOATS, f, p + 1200)).intoArray(f, p + 1200);
        IntVector i6 =
            IntVector.broadcast(INTS, q[x6 + 33]).reinterpretAsShorts().add(a6).reinterpretAsInts();
        IntVector e6 = IntVector.broadcast(INTS, q[x6 + 32]);
        FloatVector y6 = IntVector.broadcast(INTS, q[x6 + 34]).reinterpretAsFloats();
        FloatVector z6 = IntVector.broadcast(INTS, q[x6 + 35]).reinterpretAsFloats();
        FloatVector l6 =
            (FloatVector)
                i6.lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(e6)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        FloatVector h6 =
            (FloatVector)
                i6.lanewise(VectorOperators.ASHR, 16)
                    .add(e6)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        s0.fma(l6.mul(y6), FloatVector.fromArray(FLOATS, f, p + 960)).intoArray(f, p + 960);
        s1.fma(h6.mul(y6), FloatVector.fromArray(FLOATS, f, p + 976)).intoArray(f, p + 976);
        m0.fma(z6, FloatVector.fromArray(FLOATS, f, p + 1216)).intoArray(f, p + 1216);
        m1.fma(z6, FloatVector.fromArray(FLOATS, f, p + 1232)).intoArray(f, p + 1232);
        IntVector i7 =
            IntVector.broadcast(INTS, q[x7 + 33]).reinterpretAsShorts().add(a7).reinterpretAsInts();
        IntVector e7 = IntVector.broadcast(INTS, q[x7 + 32]);
        FloatVector y7 = IntVector.broadcast(INTS, q[x7 + 34]).reinterpretAsFloats();
        FloatVector z7 = IntVector.broadcast(INTS, q[x7 + 35]).reinterpretAsFloats();
        FloatVector l7 =
            (FloatVector)
                i7.lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(e7)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        FloatVector h7 =
            (FloatVector)
                i7.lanewise(VectorOperators.ASHR, 16)
                    .add(e7)
                    .convertShape(VectorOperators.I2F, FLOATS, 0);
        s0.fma(l7.mul(y7), FloatVector.fromArray(FLOATS, f, p + 992)).intoArray(f, p + 992);
        s1.fma(h7.mul(y7), FloatVector.fromArray(FLOATS, f, p + 1008)).intoArray(f, p + 1008);
        m0.fma(z7, FloatVector.fromArray(FLOATS, f, p + 1248)).intoArray(f, p + 1248);
        m1.fma(z7, FloatVector.fromArray(FLOATS, f, p + 1264)).intoArray(f, p + 1264);
      }
    }
  }
}
