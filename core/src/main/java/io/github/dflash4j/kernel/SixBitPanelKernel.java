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
 * Codes of up to six bits in 16-bit lanes: eight products fit, then they are added to 32-bit sums.
 */
final class SixBitPanelKernel implements PanelKernel {
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
    for (int g = 0; g < groups; g++) {
      int x0 = row0 + g * 36;
      for (int p = 0; p < 16; p += LANES) {
        for (int half = 0; half < 2; half++) {
          long from = at + g * 768L + half * 384 + 4 * p;
          IntVector l0 = IntVector.zero(INTS);
          IntVector h0 = l0;
          IntVector u0 = IntVector.fromMemorySegment(INTS, w, from + 128, ByteOrder.LITTLE_ENDIAN);
          IntVector v00 = IntVector.fromMemorySegment(INTS, w, from, ByteOrder.LITTLE_ENDIAN);
          ShortVector w00 =
              v00.and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHL, 4).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w01 =
              v00.lanewise(VectorOperators.LSHR, 4)
                  .and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHL, 2).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w02 =
              v00.lanewise(VectorOperators.LSHR, 8)
                  .and(0x000F000F)
                  .or(u0.and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w03 =
              v00.lanewise(VectorOperators.LSHR, 12)
                  .and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHR, 2).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          IntVector v01 = IntVector.fromMemorySegment(INTS, w, from + 64, ByteOrder.LITTLE_ENDIAN);
          ShortVector w04 =
              v01.and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHR, 4).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w05 =
              v01.lanewise(VectorOperators.LSHR, 4)
                  .and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHR, 6).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w06 =
              v01.lanewise(VectorOperators.LSHR, 8)
                  .and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHR, 8).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w07 =
              v01.lanewise(VectorOperators.LSHR, 12)
                  .and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHR, 10).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector a00 =
              w00.mul(IntVector.broadcast(INTS, q[x0 + half * 16]).reinterpretAsShorts());
          a00 =
              a00.add(
                  w01.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 1]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w02.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 2]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w03.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 3]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w04.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 4]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w05.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 5]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w06.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 6]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w07.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 7]).reinterpretAsShorts()));
          l0 =
              l0.add(
                  a00.reinterpretAsInts()
                      .lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 16));
          h0 = h0.add(a00.reinterpretAsInts().lanewise(VectorOperators.ASHR, 16));
          IntVector u1 = IntVector.fromMemorySegment(INTS, w, from + 320, ByteOrder.LITTLE_ENDIAN);
          IntVector v10 = IntVector.fromMemorySegment(INTS, w, from + 192, ByteOrder.LITTLE_ENDIAN);
          ShortVector w10 =
              v10.and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHL, 4).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w11 =
              v10.lanewise(VectorOperators.LSHR, 4)
                  .and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHL, 2).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w12 =
              v10.lanewise(VectorOperators.LSHR, 8)
                  .and(0x000F000F)
                  .or(u1.and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w13 =
              v10.lanewise(VectorOperators.LSHR, 12)
                  .and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHR, 2).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          IntVector v11 = IntVector.fromMemorySegment(INTS, w, from + 256, ByteOrder.LITTLE_ENDIAN);
          ShortVector w14 =
              v11.and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHR, 4).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w15 =
              v11.lanewise(VectorOperators.LSHR, 4)
                  .and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHR, 6).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w16 =
              v11.lanewise(VectorOperators.LSHR, 8)
                  .and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHR, 8).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w17 =
              v11.lanewise(VectorOperators.LSHR, 12)
                  .and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHR, 10).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector a10 =
              w10.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 8]).reinterpretAsShorts());
          a10 =
              a10.add(
                  w11.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 9]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w12.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 10]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w13.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 11]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w14.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 12]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w15.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 13]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w16.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 14]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w17.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 15]).reinterpretAsShorts()));
          l0 =
              l0.add(
                  a10.reinterpretAsInts()
                      .lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 16));
          h0 = h0.add(a10.reinterpretAsInts().lanewise(VectorOperators.ASHR, 16));
          FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64 + half * 32 + p);
          FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + half * 32 + 16 + p);
          FloatVector y0 = IntVector.broadcast(INTS, q[x0 + 34]).reinterpretAsFloats();
          s0.fma(
                  ((FloatVector) l0.convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y0),
                  FloatVector.fromArray(FLOATS, f, p + 768))
              .intoArray(f, p + 768);
          s1.fma(
                  ((FloatVector) h0.convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y0),
                  FloatVector.fromArray(FLOATS, f, p + 784))
              .intoArray(f, p + 784);
        }
        FloatVector m0 = FloatVector.fromArray(FLOATS, f, g * 32 + 512 + p);
        FloatVector m1 = FloatVector.fromArray(FLOATS, f, g * 32 + 528 + p);
        FloatVector z0 = IntVector.broadcast(INTS, q[x0 + 35]).reinterpretAsFloats();
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
        for (int half = 0; half < 2; half++) {
          long from = at + g * 768L + half * 384 + 4 * p;
          IntVector l0 = IntVector.zero(INTS);
          IntVector h0 = l0;
          IntVector l1 = IntVector.zero(INTS);
          IntVector h1 = l1;
          IntVector u0 = IntVector.fromMemorySegment(INTS, w, from + 128, ByteOrder.LITTLE_ENDIAN);
          IntVector v00 = IntVector.fromMemorySegment(INTS, w, from, ByteOrder.LITTLE_ENDIAN);
          ShortVector w00 =
              v00.and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHL, 4).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w01 =
              v00.lanewise(VectorOperators.LSHR, 4)
                  .and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHL, 2).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w02 =
              v00.lanewise(VectorOperators.LSHR, 8)
                  .and(0x000F000F)
                  .or(u0.and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w03 =
              v00.lanewise(VectorOperators.LSHR, 12)
                  .and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHR, 2).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          IntVector v01 = IntVector.fromMemorySegment(INTS, w, from + 64, ByteOrder.LITTLE_ENDIAN);
          ShortVector w04 =
              v01.and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHR, 4).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w05 =
              v01.lanewise(VectorOperators.LSHR, 4)
                  .and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHR, 6).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w06 =
              v01.lanewise(VectorOperators.LSHR, 8)
                  .and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHR, 8).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w07 =
              v01.lanewise(VectorOperators.LSHR, 12)
                  .and(0x000F000F)
                  .or(u0.lanewise(VectorOperators.LSHR, 10).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector a00 =
              w00.mul(IntVector.broadcast(INTS, q[x0 + half * 16]).reinterpretAsShorts());
          a00 =
              a00.add(
                  w01.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 1]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w02.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 2]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w03.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 3]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w04.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 4]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w05.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 5]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w06.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 6]).reinterpretAsShorts()));
          a00 =
              a00.add(
                  w07.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 7]).reinterpretAsShorts()));
          l0 =
              l0.add(
                  a00.reinterpretAsInts()
                      .lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 16));
          h0 = h0.add(a00.reinterpretAsInts().lanewise(VectorOperators.ASHR, 16));
          ShortVector a01 =
              w00.mul(IntVector.broadcast(INTS, q[x1 + half * 16]).reinterpretAsShorts());
          a01 =
              a01.add(
                  w01.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 1]).reinterpretAsShorts()));
          a01 =
              a01.add(
                  w02.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 2]).reinterpretAsShorts()));
          a01 =
              a01.add(
                  w03.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 3]).reinterpretAsShorts()));
          a01 =
              a01.add(
                  w04.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 4]).reinterpretAsShorts()));
          a01 =
              a01.add(
                  w05.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 5]).reinterpretAsShorts()));
          a01 =
              a01.add(
                  w06.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 6]).reinterpretAsShorts()));
          a01 =
              a01.add(
                  w07.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 7]).reinterpretAsShorts()));
          l1 =
              l1.add(
                  a01.reinterpretAsInts()
                      .lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 16));
          h1 = h1.add(a01.reinterpretAsInts().lanewise(VectorOperators.ASHR, 16));
          IntVector u1 = IntVector.fromMemorySegment(INTS, w, from + 320, ByteOrder.LITTLE_ENDIAN);
          IntVector v10 = IntVector.fromMemorySegment(INTS, w, from + 192, ByteOrder.LITTLE_ENDIAN);
          ShortVector w10 =
              v10.and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHL, 4).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w11 =
              v10.lanewise(VectorOperators.LSHR, 4)
                  .and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHL, 2).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w12 =
              v10.lanewise(VectorOperators.LSHR, 8)
                  .and(0x000F000F)
                  .or(u1.and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w13 =
              v10.lanewise(VectorOperators.LSHR, 12)
                  .and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHR, 2).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          IntVector v11 = IntVector.fromMemorySegment(INTS, w, from + 256, ByteOrder.LITTLE_ENDIAN);
          ShortVector w14 =
              v11.and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHR, 4).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w15 =
              v11.lanewise(VectorOperators.LSHR, 4)
                  .and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHR, 6).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w16 =
              v11.lanewise(VectorOperators.LSHR, 8)
                  .and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHR, 8).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector w17 =
              v11.lanewise(VectorOperators.LSHR, 12)
                  .and(0x000F000F)
                  .or(u1.lanewise(VectorOperators.LSHR, 10).and(0x00300030))
                  .reinterpretAsShorts()
                  .sub((short) 32);
          ShortVector a10 =
              w10.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 8]).reinterpretAsShorts());
          a10 =
              a10.add(
                  w11.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 9]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w12.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 10]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w13.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 11]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w14.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 12]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w15.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 13]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w16.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 14]).reinterpretAsShorts()));
          a10 =
              a10.add(
                  w17.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + 15]).reinterpretAsShorts()));
          l0 =
              l0.add(
                  a10.reinterpretAsInts()
                      .lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 16));
          h0 = h0.add(a10.reinterpretAsInts().lanewise(VectorOperators.ASHR, 16));
          ShortVector a11 =
              w10.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 8]).reinterpretAsShorts());
          a11 =
              a11.add(
                  w11.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 9]).reinterpretAsShorts()));
          a11 =
              a11.add(
                  w12.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 10]).reinterpretAsShorts()));
          a11 =
              a11.add(
                  w13.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 11]).reinterpretAsShorts()));
          a11 =
              a11.add(
                  w14.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 12]).reinterpretAsShorts()));
          a11 =
              a11.add(
                  w15.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 13]).reinterpretAsShorts()));
          a11 =
              a11.add(
                  w16.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 14]).reinterpretAsShorts()));
          a11 =
              a11.add(
                  w17.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + 15]).reinterpretAsShorts()));
          l1 =
              l1.add(
                  a11.reinterpretAsInts()
                      .lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 16));
          h1 = h1.add(a11.reinterpretAsInts().lanewise(VectorOperators.ASHR, 16));
          FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64 + half * 32 + p);
          FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + half * 32 + 16 + p);
          FloatVector y0 = IntVector.broadcast(INTS, q[x0 + 34]).reinterpretAsFloats();
          s0.fma(
                  ((FloatVector) l0.convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y0),
                  FloatVector.fromArray(FLOATS, f, p + 768))
              .intoArray(f, p + 768);
          s1.fma(
                  ((FloatVector) h0.convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y0),
                  FloatVector.fromArray(FLOATS, f, p + 784))
              .intoArray(f, p + 784);
          FloatVector y1 = IntVector.broadcast(INTS, q[x1 + 34]).reinterpretAsFloats();
          s0.fma(
                  ((FloatVector) l1.convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y1),
                  FloatVector.fromArray(FLOATS, f, p + 800))
              .intoArray(f, p + 800);
          s1.fma(
                  ((FloatVector) h1.convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y1),
                  FloatVector.fromArray(FLOATS, f, p + 816))
              .intoArray(f, p + 816);
        }
        FloatVector m0 = FloatVector.fromArray(FLOATS, f, g * 32 + 512 + p);
        FloatVector m1 = FloatVector.fromArray(FLOATS, f, g * 32 + 528 + p);
        FloatVector z0 = IntVector.broadcast(INTS, q[x0 + 35]).reinterpretAsFloats();
        m0.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1024)).intoArray(f, p + 1024);
        m1.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1040)).intoArray(f, p + 1040);
        FloatVector z1 = IntVector.broadcast(INTS, q[x1 + 35]).reinterpretAsFloats();
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
        for (int half = 0; half < 2; half++) {
          long from = at + g * 768L + half * 384 + 4 * p;
          IntVector l0 = IntVector.zero(INTS);
          IntVector h0 = l0;
          IntVector l1 = IntVector.zero(INTS);
          IntVector h1 = l1;
          IntVector l2 = IntVector.zero(INTS);
          IntVector h2 = l2;
          IntVector l3 = IntVector.zero(INTS);
          IntVector h3 = l3;
          for (int c = 0; c < 16; c += 8) {
            IntVector u0 =
                IntVector.fromMemorySegment(INTS, w, from + c * 24 + 128, ByteOrder.LITTLE_ENDIAN);
            IntVector v00 =
                IntVector.fromMemorySegment(INTS, w, from + c * 24, ByteOrder.LITTLE_ENDIAN);
            ShortVector w00 =
                v00.and(0x000F000F)
                    .or(u0.lanewise(VectorOperators.LSHL, 4).and(0x00300030))
                    .reinterpretAsShorts()
                    .sub((short) 32);
            ShortVector w01 =
                v00.lanewise(VectorOperators.LSHR, 4)
                    .and(0x000F000F)
                    .or(u0.lanewise(VectorOperators.LSHL, 2).and(0x00300030))
                    .reinterpretAsShorts()
                    .sub((short) 32);
            ShortVector w02 =
                v00.lanewise(VectorOperators.LSHR, 8)
                    .and(0x000F000F)
                    .or(u0.and(0x00300030))
                    .reinterpretAsShorts()
                    .sub((short) 32);
            ShortVector w03 =
                v00.lanewise(VectorOperators.LSHR, 12)
                    .and(0x000F000F)
                    .or(u0.lanewise(VectorOperators.LSHR, 2).and(0x00300030))
                    .reinterpretAsShorts()
                    .sub((short) 32);
            IntVector v01 =
                IntVector.fromMemorySegment(INTS, w, from + c * 24 + 64, ByteOrder.LITTLE_ENDIAN);
            ShortVector w04 =
                v01.and(0x000F000F)
                    .or(u0.lanewise(VectorOperators.LSHR, 4).and(0x00300030))
                    .reinterpretAsShorts()
                    .sub((short) 32);
            ShortVector w05 =
                v01.lanewise(VectorOperators.LSHR, 4)
                    .and(0x000F000F)
                    .or(u0.lanewise(VectorOperators.LSHR, 6).and(0x00300030))
                    .reinterpretAsShorts()
                    .sub((short) 32);
            ShortVector w06 =
                v01.lanewise(VectorOperators.LSHR, 8)
                    .and(0x000F000F)
                    .or(u0.lanewise(VectorOperators.LSHR, 8).and(0x00300030))
                    .reinterpretAsShorts()
                    .sub((short) 32);
            ShortVector w07 =
                v01.lanewise(VectorOperators.LSHR, 12)
                    .and(0x000F000F)
                    .or(u0.lanewise(VectorOperators.LSHR, 10).and(0x00300030))
                    .reinterpretAsShorts()
                    .sub((short) 32);
            ShortVector a00 =
                w00.mul(IntVector.broadcast(INTS, q[x0 + half * 16 + c]).reinterpretAsShorts());
            a00 =
                a00.add(
                    w01.mul(
                        IntVector.broadcast(INTS, q[x0 + half * 16 + c + 1])
                            .reinterpretAsShorts()));
            a00 =
                a00.add(
                    w02.mul(
                        IntVector.broadcast(INTS, q[x0 + half * 16 + c + 2])
                            .reinterpretAsShorts()));
            a00 =
                a00.add(
                    w03.mul(
                        IntVector.broadcast(INTS, q[x0 + half * 16 + c + 3])
                            .reinterpretAsShorts()));
            a00 =
                a00.add(
                    w04.mul(
                        IntVector.broadcast(INTS, q[x0 + half * 16 + c + 4])
                            .reinterpretAsShorts()));
            a00 =
                a00.add(
                    w05.mul(
                        IntVector.broadcast(INTS, q[x0 + half * 16 + c + 5])
                            .reinterpretAsShorts()));
            a00 =
                a00.add(
                    w06.mul(
                        IntVector.broadcast(INTS, q[x0 + half * 16 + c + 6])
                            .reinterpretAsShorts()));
            a00 =
                a00.add(
                    w07.mul(
                        IntVector.broadcast(INTS, q[x0 + half * 16 + c + 7])
                            .reinterpretAsShorts()));
            l0 =
                a00.reinterpretAsInts()
                    .lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(l0);
            h0 = a00.reinterpretAsInts().lanewise(VectorOperators.ASHR, 16).add(h0);
            ShortVector a01 =
                w00.mul(IntVector.broadcast(INTS, q[x1 + half * 16 + c]).reinterpretAsShorts());
            a01 =
                a01.add(
                    w01.mul(
                        IntVector.broadcast(INTS, q[x1 + half * 16 + c + 1])
                            .reinterpretAsShorts()));
            a01 =
                a01.add(
                    w02.mul(
                        IntVector.broadcast(INTS, q[x1 + half * 16 + c + 2])
                            .reinterpretAsShorts()));
            a01 =
                a01.add(
                    w03.mul(
                        IntVector.broadcast(INTS, q[x1 + half * 16 + c + 3])
                            .reinterpretAsShorts()));
            a01 =
                a01.add(
                    w04.mul(
                        IntVector.broadcast(INTS, q[x1 + half * 16 + c + 4])
                            .reinterpretAsShorts()));
            a01 =
                a01.add(
                    w05.mul(
                        IntVector.broadcast(INTS, q[x1 + half * 16 + c + 5])
                            .reinterpretAsShorts()));
            a01 =
                a01.add(
                    w06.mul(
                        IntVector.broadcast(INTS, q[x1 + half * 16 + c + 6])
                            .reinterpretAsShorts()));
            a01 =
                a01.add(
                    w07.mul(
                        IntVector.broadcast(INTS, q[x1 + half * 16 + c + 7])
                            .reinterpretAsShorts()));
            l1 =
                a01.reinterpretAsInts()
                    .lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(l1);
            h1 = a01.reinterpretAsInts().lanewise(VectorOperators.ASHR, 16).add(h1);
            ShortVector a02 =
                w00.mul(IntVector.broadcast(INTS, q[x2 + half * 16 + c]).reinterpretAsShorts());
            a02 =
                a02.add(
                    w01.mul(
                        IntVector.broadcast(INTS, q[x2 + half * 16 + c + 1])
                            .reinterpretAsShorts()));
            a02 =
                a02.add(
                    w02.mul(
                        IntVector.broadcast(INTS, q[x2 + half * 16 + c + 2])
                            .reinterpretAsShorts()));
            a02 =
                a02.add(
                    w03.mul(
                        IntVector.broadcast(INTS, q[x2 + half * 16 + c + 3])
                            .reinterpretAsShorts()));
            a02 =
                a02.add(
                    w04.mul(
                        IntVector.broadcast(INTS, q[x2 + half * 16 + c + 4])
                            .reinterpretAsShorts()));
            a02 =
                a02.add(
                    w05.mul(
                        IntVector.broadcast(INTS, q[x2 + half * 16 + c + 5])
                            .reinterpretAsShorts()));
            a02 =
                a02.add(
                    w06.mul(
                        IntVector.broadcast(INTS, q[x2 + half * 16 + c + 6])
                            .reinterpretAsShorts()));
            a02 =
                a02.add(
                    w07.mul(
                        IntVector.broadcast(INTS, q[x2 + half * 16 + c + 7])
                            .reinterpretAsShorts()));
            l2 =
                a02.reinterpretAsInts()
                    .lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(l2);
            h2 = a02.reinterpretAsInts().lanewise(VectorOperators.ASHR, 16).add(h2);
            ShortVector a03 =
                w00.mul(IntVector.broadcast(INTS, q[x3 + half * 16 + c]).reinterpretAsShorts());
            a03 =
                a03.add(
                    w01.mul(
                        IntVector.broadcast(INTS, q[x3 + half * 16 + c + 1])
                            .reinterpretAsShorts()));
            a03 =
                a03.add(
                    w02.mul(
                        IntVector.broadcast(INTS, q[x3 + half * 16 + c + 2])
                            .reinterpretAsShorts()));
            a03 =
                a03.add(
                    w03.mul(
                        IntVector.broadcast(INTS, q[x3 + half * 16 + c + 3])
                            .reinterpretAsShorts()));
            a03 =
                a03.add(
                    w04.mul(
                        IntVector.broadcast(INTS, q[x3 + half * 16 + c + 4])
                            .reinterpretAsShorts()));
            a03 =
                a03.add(
                    w05.mul(
                        IntVector.broadcast(INTS, q[x3 + half * 16 + c + 5])
                            .reinterpretAsShorts()));
            a03 =
                a03.add(
                    w06.mul(
                        IntVector.broadcast(INTS, q[x3 + half * 16 + c + 6])
                            .reinterpretAsShorts()));
            a03 =
                a03.add(
                    w07.mul(
                        IntVector.broadcast(INTS, q[x3 + half * 16 + c + 7])
                            .reinterpretAsShorts()));
            l3 =
                a03.reinterpretAsInts()
                    .lanewise(VectorOperators.LSHL, 16)
                    .lanewise(VectorOperators.ASHR, 16)
                    .add(l3);
            h3 = a03.reinterpretAsInts().lanewise(VectorOperators.ASHR, 16).add(h3);
          }
          IntVector zero = IntVector.zero(INTS);
          FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64 + half * 32 + p);
          FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + half * 32 + 16 + p);
          FloatVector y0 = IntVector.broadcast(INTS, q[x0 + 34]).reinterpretAsFloats();
          s0.fma(
                  ((FloatVector) zero.add(l0).convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y0),
                  FloatVector.fromArray(FLOATS, f, p + 768))
              .intoArray(f, p + 768);
          s1.fma(
                  ((FloatVector) zero.add(h0).convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y0),
                  FloatVector.fromArray(FLOATS, f, p + 784))
              .intoArray(f, p + 784);
          FloatVector y1 = IntVector.broadcast(INTS, q[x1 + 34]).reinterpretAsFloats();
          s0.fma(
                  ((FloatVector) zero.add(l1).convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y1),
                  FloatVector.fromArray(FLOATS, f, p + 800))
              .intoArray(f, p + 800);
          s1.fma(
                  ((FloatVector) zero.add(h1).convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y1),
                  FloatVector.fromArray(FLOATS, f, p + 816))
              .intoArray(f, p + 816);
          FloatVector y2 = IntVector.broadcast(INTS, q[x2 + 34]).reinterpretAsFloats();
          s0.fma(
                  ((FloatVector) zero.add(l2).convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y2),
                  FloatVector.fromArray(FLOATS, f, p + 832))
              .intoArray(f, p + 832);
          s1.fma(
                  ((FloatVector) zero.add(h2).convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y2),
                  FloatVector.fromArray(FLOATS, f, p + 848))
              .intoArray(f, p + 848);
          FloatVector y3 = IntVector.broadcast(INTS, q[x3 + 34]).reinterpretAsFloats();
          s0.fma(
                  ((FloatVector) zero.add(l3).convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y3),
                  FloatVector.fromArray(FLOATS, f, p + 864))
              .intoArray(f, p + 864);
          s1.fma(
                  ((FloatVector) zero.add(h3).convertShape(VectorOperators.I2F, FLOATS, 0)).mul(y3),
                  FloatVector.fromArray(FLOATS, f, p + 880))
              .intoArray(f, p + 880);
        }
        FloatVector m0 = FloatVector.fromArray(FLOATS, f, g * 32 + 512 + p);
        FloatVector m1 = FloatVector.fromArray(FLOATS, f, g * 32 + 528 + p);
        FloatVector z0 = IntVector.broadcast(INTS, q[x0 + 35]).reinterpretAsFloats();
        m0.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1024)).intoArray(f, p + 1024);
        m1.fma(z0, FloatVector.fromArray(FLOATS, f, p + 1040)).intoArray(f, p + 1040);
        FloatVector z1 = IntVector.broadcast(INTS, q[x1 + 35]).reinterpretAsFloats();
        m0.fma(z1, FloatVector.fromArray(FLOATS, f, p + 1056)).intoArray(f, p + 1056);
        m1.fma(z1, FloatVector.fromArray(FLOATS, f, p + 1072)).intoArray(f, p + 1072);
        FloatVector z2 = IntVector.broadcast(INTS, q[x2 + 35]).reinterpretAsFloats();
        m0.fma(z2, FloatVector.fromArray(FLOATS, f, p + 1088)).intoArray(f, p + 1088);
        m1.fma(z2, FloatVector.fromArray(FLOATS, f, p + 1104)).intoArray(f, p + 1104);
        FloatVector z3 = IntVector.broadcast(INTS, q[x3 + 35]).reinterpretAsFloats();
        m0.fma(z3, FloatVector.fromArray(FLOATS, f, p + 1120)).intoArray(f, p + 1120);
        m1.fma(z3, FloatVector.fromArray(FLOATS, f, p + 1136)).intoArray(f, p + 1136);
      }
    }
  }
}
