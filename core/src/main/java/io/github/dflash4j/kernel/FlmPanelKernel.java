/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.PanelSpecies.FLOATS;
import static io.github.dflash4j.kernel.PanelSpecies.INTS;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
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
    int row0 = (row * x.groups + column / 32) * 20;
    for (int g = 0; g < groups; g++) {
      int x0 = row0 + g * 20;
      long from = at + g * 512L;
      ShortVector e0 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o0 = e0;
      for (int c = 0; c < 16; c += 4) {
        IntVector v0 =
            ByteVector.fromMemorySegment(BYTES, w, from + c * 32, ByteOrder.LITTLE_ENDIAN)
                .rearrange(COLUMNS_TOGETHER)
                .reinterpretAsInts();
        ShortVector w00 = v0.and(0x000F000F).reinterpretAsShorts();
        ShortVector w01 =
            v0.lanewise(VectorOperators.LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w02 =
            v0.lanewise(VectorOperators.LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w03 =
            v0.lanewise(VectorOperators.LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y00 = IntVector.broadcast(INTS, q[x0 + c]).reinterpretAsShorts();
        ShortVector z00 = IntVector.broadcast(INTS, q[x0 + c + 1]).reinterpretAsShorts();
        e0 = w00.mul(y00).add(w02.mul(z00)).add(e0);
        o0 = w01.mul(y00).add(w03.mul(z00)).add(o0);
        IntVector v1 =
            ByteVector.fromMemorySegment(BYTES, w, from + c * 32 + 64, ByteOrder.LITTLE_ENDIAN)
                .rearrange(COLUMNS_TOGETHER)
                .reinterpretAsInts();
        ShortVector w10 = v1.and(0x000F000F).reinterpretAsShorts();
        ShortVector w11 =
            v1.lanewise(VectorOperators.LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w12 =
            v1.lanewise(VectorOperators.LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w13 =
            v1.lanewise(VectorOperators.LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y10 = IntVector.broadcast(INTS, q[x0 + c + 2]).reinterpretAsShorts();
        ShortVector z10 = IntVector.broadcast(INTS, q[x0 + c + 3]).reinterpretAsShorts();
        e0 = w10.mul(y10).add(w12.mul(z10)).add(e0);
        o0 = w11.mul(y10).add(w13.mul(z10)).add(o0);
      }
      FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64);
      FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + 16);
      FloatVector m0 = FloatVector.fromArray(FLOATS, f, g * 32 + 512);
      FloatVector m1 = FloatVector.fromArray(FLOATS, f, g * 32 + 528);
      ShortVector n0 = IntVector.broadcast(INTS, q[x0 + 17]).reinterpretAsShorts();
      ShortVector even0 = n0.add(e0);
      ShortVector odd0 = n0.add(o0);
      IntVector i0 = even0.reinterpretAsInts();
      IntVector j0 = odd0.reinterpretAsInts();
      IntVector b0 = IntVector.broadcast(INTS, q[x0 + 16]);
      FloatVector u0 = IntVector.broadcast(INTS, q[x0 + 18]).reinterpretAsFloats();
      FloatVector v09 = IntVector.broadcast(INTS, q[x0 + 19]).reinterpretAsFloats();
      FloatVector l0 =
          (FloatVector)
              even0
                  .add(i0.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b0)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      FloatVector h0 =
          (FloatVector)
              odd0.add(j0.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b0)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      s0.fma(l0.mul(u0), FloatVector.fromArray(FLOATS, f, 768)).intoArray(f, 768);
      s1.fma(h0.mul(u0), FloatVector.fromArray(FLOATS, f, 784)).intoArray(f, 784);
      m0.fma(v09, FloatVector.fromArray(FLOATS, f, 1024)).intoArray(f, 1024);
      m1.fma(v09, FloatVector.fromArray(FLOATS, f, 1040)).intoArray(f, 1040);
    }
  }

  private static void rows2(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {
    int[] q = x.pairs;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 20;
    int row1 = ((row + 1) * x.groups + column / 32) * 20;
    for (int g = 0; g < groups; g++) {
      int x0 = row0 + g * 20;
      int x1 = row1 + g * 20;
      long from = at + g * 512L;
      ShortVector e0 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o0 = e0;
      ShortVector e1 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o1 = e1;
      for (int c = 0; c < 16; c += 4) {
        IntVector v0 =
            ByteVector.fromMemorySegment(BYTES, w, from + c * 32, ByteOrder.LITTLE_ENDIAN)
                .rearrange(COLUMNS_TOGETHER)
                .reinterpretAsInts();
        ShortVector w00 = v0.and(0x000F000F).reinterpretAsShorts();
        ShortVector w01 =
            v0.lanewise(VectorOperators.LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w02 =
            v0.lanewise(VectorOperators.LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w03 =
            v0.lanewise(VectorOperators.LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y00 = IntVector.broadcast(INTS, q[x0 + c]).reinterpretAsShorts();
        ShortVector z00 = IntVector.broadcast(INTS, q[x0 + c + 1]).reinterpretAsShorts();
        e0 = w00.mul(y00).add(w02.mul(z00)).add(e0);
        o0 = w01.mul(y00).add(w03.mul(z00)).add(o0);
        ShortVector y01 = IntVector.broadcast(INTS, q[x1 + c]).reinterpretAsShorts();
        ShortVector z01 = IntVector.broadcast(INTS, q[x1 + c + 1]).reinterpretAsShorts();
        e1 = w00.mul(y01).add(w02.mul(z01)).add(e1);
        o1 = w01.mul(y01).add(w03.mul(z01)).add(o1);
        IntVector v1 =
            ByteVector.fromMemorySegment(BYTES, w, from + c * 32 + 64, ByteOrder.LITTLE_ENDIAN)
                .rearrange(COLUMNS_TOGETHER)
                .reinterpretAsInts();
        ShortVector w10 = v1.and(0x000F000F).reinterpretAsShorts();
        ShortVector w11 =
            v1.lanewise(VectorOperators.LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w12 =
            v1.lanewise(VectorOperators.LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w13 =
            v1.lanewise(VectorOperators.LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y10 = IntVector.broadcast(INTS, q[x0 + c + 2]).reinterpretAsShorts();
        ShortVector z10 = IntVector.broadcast(INTS, q[x0 + c + 3]).reinterpretAsShorts();
        e0 = w10.mul(y10).add(w12.mul(z10)).add(e0);
        o0 = w11.mul(y10).add(w13.mul(z10)).add(o0);
        ShortVector y11 = IntVector.broadcast(INTS, q[x1 + c + 2]).reinterpretAsShorts();
        ShortVector z11 = IntVector.broadcast(INTS, q[x1 + c + 3]).reinterpretAsShorts();
        e1 = w10.mul(y11).add(w12.mul(z11)).add(e1);
        o1 = w11.mul(y11).add(w13.mul(z11)).add(o1);
      }
      FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64);
      FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + 16);
      FloatVector m0 = FloatVector.fromArray(FLOATS, f, g * 32 + 512);
      FloatVector m1 = FloatVector.fromArray(FLOATS, f, g * 32 + 528);
      ShortVector n0 = IntVector.broadcast(INTS, q[x0 + 17]).reinterpretAsShorts();
      ShortVector even0 = n0.add(e0);
      ShortVector odd0 = n0.add(o0);
      IntVector i0 = even0.reinterpretAsInts();
      IntVector j0 = odd0.reinterpretAsInts();
      IntVector b0 = IntVector.broadcast(INTS, q[x0 + 16]);
      FloatVector u0 = IntVector.broadcast(INTS, q[x0 + 18]).reinterpretAsFloats();
      FloatVector v09 = IntVector.broadcast(INTS, q[x0 + 19]).reinterpretAsFloats();
      FloatVector l0 =
          (FloatVector)
              even0
                  .add(i0.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b0)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      FloatVector h0 =
          (FloatVector)
              odd0.add(j0.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b0)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      s0.fma(l0.mul(u0), FloatVector.fromArray(FLOATS, f, 768)).intoArray(f, 768);
      s1.fma(h0.mul(u0), FloatVector.fromArray(FLOATS, f, 784)).intoArray(f, 784);
      m0.fma(v09, FloatVector.fromArray(FLOATS, f, 1024)).intoArray(f, 1024);
      m1.fma(v09, FloatVector.fromArray(FLOATS, f, 1040)).intoArray(f, 1040);
      ShortVector n1 = IntVector.broadcast(INTS, q[x1 + 17]).reinterpretAsShorts();
      ShortVector even1 = n1.add(e1);
      ShortVector odd1 = n1.add(o1);
      IntVector i1 = even1.reinterpretAsInts();
      IntVector j1 = odd1.reinterpretAsInts();
      IntVector b1 = IntVector.broadcast(INTS, q[x1 + 16]);
      FloatVector u1 = IntVector.broadcast(INTS, q[x1 + 18]).reinterpretAsFloats();
      FloatVector v19 = IntVector.broadcast(INTS, q[x1 + 19]).reinterpretAsFloats();
      FloatVector l1 =
          (FloatVector)
              even1
                  .add(i1.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b1)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      FloatVector h1 =
          (FloatVector)
              odd1.add(j1.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b1)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      s0.fma(l1.mul(u1), FloatVector.fromArray(FLOATS, f, 800)).intoArray(f, 800);
      s1.fma(h1.mul(u1), FloatVector.fromArray(FLOATS, f, 816)).intoArray(f, 816);
      m0.fma(v19, FloatVector.fromArray(FLOATS, f, 1056)).intoArray(f, 1056);
      m1.fma(v19, FloatVector.fromArray(FLOATS, f, 1072)).intoArray(f, 1072);
    }
  }

  private static void rows4(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {
    int[] q = x.pairs;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 20;
    int row1 = ((row + 1) * x.groups + column / 32) * 20;
    int row2 = ((row + 2) * x.groups + column / 32) * 20;
    int row3 = ((row + 3) * x.groups + column / 32) * 20;
    for (int g = 0; g < groups; g++) {
      int x0 = row0 + g * 20;
      int x1 = row1 + g * 20;
      int x2 = row2 + g * 20;
      int x3 = row3 + g * 20;
      long from = at + g * 512L;
      ShortVector e0 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o0 = e0;
      ShortVector e1 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o1 = e1;
      ShortVector e2 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o2 = e2;
      ShortVector e3 = IntVector.zero(INTS).reinterpretAsShorts();
      ShortVector o3 = e3;
      for (int c = 0; c < 16; c += 2) {
        IntVector v0 =
            ByteVector.fromMemorySegment(BYTES, w, from + c * 32, ByteOrder.LITTLE_ENDIAN)
                .rearrange(COLUMNS_TOGETHER)
                .reinterpretAsInts();
        ShortVector w00 = v0.and(0x000F000F).reinterpretAsShorts();
        ShortVector w01 =
            v0.lanewise(VectorOperators.LSHR, 4).and(0x000F000F).reinterpretAsShorts();
        ShortVector w02 =
            v0.lanewise(VectorOperators.LSHR, 8).and(0x000F000F).reinterpretAsShorts();
        ShortVector w03 =
            v0.lanewise(VectorOperators.LSHR, 12).and(0x000F000F).reinterpretAsShorts();
        ShortVector y00 = IntVector.broadcast(INTS, q[x0 + c]).reinterpretAsShorts();
        ShortVector z00 = IntVector.broadcast(INTS, q[x0 + c + 1]).reinterpretAsShorts();
        e0 = w00.mul(y00).add(w02.mul(z00)).add(e0);
        o0 = w01.mul(y00).add(w03.mul(z00)).add(o0);
        ShortVector y01 = IntVector.broadcast(INTS, q[x1 + c]).reinterpretAsShorts();
        ShortVector z01 = IntVector.broadcast(INTS, q[x1 + c + 1]).reinterpretAsShorts();
        e1 = w00.mul(y01).add(w02.mul(z01)).add(e1);
        o1 = w01.mul(y01).add(w03.mul(z01)).add(o1);
        ShortVector y02 = IntVector.broadcast(INTS, q[x2 + c]).reinterpretAsShorts();
        ShortVector z02 = IntVector.broadcast(INTS, q[x2 + c + 1]).reinterpretAsShorts();
        e2 = w00.mul(y02).add(w02.mul(z02)).add(e2);
        o2 = w01.mul(y02).add(w03.mul(z02)).add(o2);
        ShortVector y03 = IntVector.broadcast(INTS, q[x3 + c]).reinterpretAsShorts();
        ShortVector z03 = IntVector.broadcast(INTS, q[x3 + c + 1]).reinterpretAsShorts();
        e3 = w00.mul(y03).add(w02.mul(z03)).add(e3);
        o3 = w01.mul(y03).add(w03.mul(z03)).add(o3);
      }
      FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64);
      FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + 16);
      FloatVector m0 = FloatVector.fromArray(FLOATS, f, g * 32 + 512);
      FloatVector m1 = FloatVector.fromArray(FLOATS, f, g * 32 + 528);
      ShortVector n0 = IntVector.broadcast(INTS, q[x0 + 17]).reinterpretAsShorts();
      ShortVector even0 = n0.add(e0);
      ShortVector odd0 = n0.add(o0);
      IntVector i0 = even0.reinterpretAsInts();
      IntVector j0 = odd0.reinterpretAsInts();
      IntVector b0 = IntVector.broadcast(INTS, q[x0 + 16]);
      FloatVector u0 = IntVector.broadcast(INTS, q[x0 + 18]).reinterpretAsFloats();
      FloatVector v09 = IntVector.broadcast(INTS, q[x0 + 19]).reinterpretAsFloats();
      FloatVector l0 =
          (FloatVector)
              even0
                  .add(i0.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b0)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      FloatVector h0 =
          (FloatVector)
              odd0.add(j0.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b0)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      s0.fma(l0.mul(u0), FloatVector.fromArray(FLOATS, f, 768)).intoArray(f, 768);
      s1.fma(h0.mul(u0), FloatVector.fromArray(FLOATS, f, 784)).intoArray(f, 784);
      m0.fma(v09, FloatVector.fromArray(FLOATS, f, 1024)).intoArray(f, 1024);
      m1.fma(v09, FloatVector.fromArray(FLOATS, f, 1040)).intoArray(f, 1040);
      ShortVector n1 = IntVector.broadcast(INTS, q[x1 + 17]).reinterpretAsShorts();
      ShortVector even1 = n1.add(e1);
      ShortVector odd1 = n1.add(o1);
      IntVector i1 = even1.reinterpretAsInts();
      IntVector j1 = odd1.reinterpretAsInts();
      IntVector b1 = IntVector.broadcast(INTS, q[x1 + 16]);
      FloatVector u1 = IntVector.broadcast(INTS, q[x1 + 18]).reinterpretAsFloats();
      FloatVector v19 = IntVector.broadcast(INTS, q[x1 + 19]).reinterpretAsFloats();
      FloatVector l1 =
          (FloatVector)
              even1
                  .add(i1.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b1)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      FloatVector h1 =
          (FloatVector)
              odd1.add(j1.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b1)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      s0.fma(l1.mul(u1), FloatVector.fromArray(FLOATS, f, 800)).intoArray(f, 800);
      s1.fma(h1.mul(u1), FloatVector.fromArray(FLOATS, f, 816)).intoArray(f, 816);
      m0.fma(v19, FloatVector.fromArray(FLOATS, f, 1056)).intoArray(f, 1056);
      m1.fma(v19, FloatVector.fromArray(FLOATS, f, 1072)).intoArray(f, 1072);
      ShortVector n2 = IntVector.broadcast(INTS, q[x2 + 17]).reinterpretAsShorts();
      ShortVector even2 = n2.add(e2);
      ShortVector odd2 = n2.add(o2);
      IntVector i2 = even2.reinterpretAsInts();
      IntVector j2 = odd2.reinterpretAsInts();
      IntVector b2 = IntVector.broadcast(INTS, q[x2 + 16]);
      FloatVector u2 = IntVector.broadcast(INTS, q[x2 + 18]).reinterpretAsFloats();
      FloatVector v29 = IntVector.broadcast(INTS, q[x2 + 19]).reinterpretAsFloats();
      FloatVector l2 =
          (FloatVector)
              even2
                  .add(i2.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b2)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      FloatVector h2 =
          (FloatVector)
              odd2.add(j2.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b2)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      s0.fma(l2.mul(u2), FloatVector.fromArray(FLOATS, f, 832)).intoArray(f, 832);
      s1.fma(h2.mul(u2), FloatVector.fromArray(FLOATS, f, 848)).intoArray(f, 848);
      m0.fma(v29, FloatVector.fromArray(FLOATS, f, 1088)).intoArray(f, 1088);
      m1.fma(v29, FloatVector.fromArray(FLOATS, f, 1104)).intoArray(f, 1104);
      ShortVector n3 = IntVector.broadcast(INTS, q[x3 + 17]).reinterpretAsShorts();
      ShortVector even3 = n3.add(e3);
      ShortVector odd3 = n3.add(o3);
      IntVector i3 = even3.reinterpretAsInts();
      IntVector j3 = odd3.reinterpretAsInts();
      IntVector b3 = IntVector.broadcast(INTS, q[x3 + 16]);
      FloatVector u3 = IntVector.broadcast(INTS, q[x3 + 18]).reinterpretAsFloats();
      FloatVector v39 = IntVector.broadcast(INTS, q[x3 + 19]).reinterpretAsFloats();
      FloatVector l3 =
          (FloatVector)
              even3
                  .add(i3.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b3)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      FloatVector h3 =
          (FloatVector)
              odd3.add(j3.lanewise(VectorOperators.LSHL, 16).reinterpretAsShorts())
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.ASHR, 16)
                  .add(b3)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      s0.fma(l3.mul(u3), FloatVector.fromArray(FLOATS, f, 864)).intoArray(f, 864);
      s1.fma(h3.mul(u3), FloatVector.fromArray(FLOATS, f, 880)).intoArray(f, 880);
      m0.fma(v39, FloatVector.fromArray(FLOATS, f, 1120)).intoArray(f, 1120);
      m1.fma(v39, FloatVector.fromArray(FLOATS, f, 1136)).intoArray(f, 1136);
    }
  }
}
