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
import jdk.incubator.vector.VectorOperators;

/**
 * Signed bytes as floats: 32 products of at most 128 x 127 add up exactly below 2^24. There is no
 * product of bytes in the Vector API, and of 16-bit products two would fill a sum.
 */
final class BytePanelKernel implements PanelKernel {
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
    float[] q = x.floats;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 36;
    for (int p = 0; p < 16; p += LANES) {
      FloatVector sl0 = FloatVector.fromArray(FLOATS, f, p + 768);
      FloatVector sh0 = FloatVector.fromArray(FLOATS, f, p + 784);
      for (int g = 0; g < groups; g++) {
        int x0 = row0 + g * 36;
        long from = at + g * 1024L + 4 * p;
        FloatVector l0 = FloatVector.zero(FLOATS);
        FloatVector h0 = l0;
        for (int c = 0; c < 32; c += 8) {
          IntVector lv0 =
              IntVector.fromMemorySegment(INTS, w, from + c * 32, ByteOrder.LITTLE_ENDIAN);
          FloatVector lw00 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 24)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw01 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw02 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 8)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw03 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          IntVector hv0 =
              IntVector.fromMemorySegment(INTS, w, from + c * 32 + 64, ByteOrder.LITTLE_ENDIAN);
          FloatVector hw00 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 24)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw01 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw02 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 8)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw03 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector y000 = FloatVector.broadcast(FLOATS, q[x0 + c]);
          l0 = lw00.fma(y000, l0);
          h0 = hw00.fma(y000, h0);
          FloatVector y001 = FloatVector.broadcast(FLOATS, q[x0 + c + 1]);
          l0 = lw01.fma(y001, l0);
          h0 = hw01.fma(y001, h0);
          FloatVector y002 = FloatVector.broadcast(FLOATS, q[x0 + c + 2]);
          l0 = lw02.fma(y002, l0);
          h0 = hw02.fma(y002, h0);
          FloatVector y003 = FloatVector.broadcast(FLOATS, q[x0 + c + 3]);
          l0 = lw03.fma(y003, l0);
          h0 = hw03.fma(y003, h0);
          IntVector lv1 =
              IntVector.fromMemorySegment(INTS, w, from + c * 32 + 128, ByteOrder.LITTLE_ENDIAN);
          FloatVector lw10 =
              (FloatVector)
                  lv1.lanewise(VectorOperators.LSHL, 24)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw11 =
              (FloatVector)
                  lv1.lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw12 =
              (FloatVector)
                  lv1.lanewise(VectorOperators.LSHL, 8)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw13 =
              (FloatVector)
                  lv1.lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          IntVector hv1 =
              IntVector.fromMemorySegment(INTS, w, from + c * 32 + 192, ByteOrder.LITTLE_ENDIAN);
          FloatVector hw10 =
              (FloatVector)
                  hv1.lanewise(VectorOperators.LSHL, 24)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw11 =
              (FloatVector)
                  hv1.lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw12 =
              (FloatVector)
                  hv1.lanewise(VectorOperators.LSHL, 8)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw13 =
              (FloatVector)
                  hv1.lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector y100 = FloatVector.broadcast(FLOATS, q[x0 + c + 4]);
          l0 = lw10.fma(y100, l0);
          h0 = hw10.fma(y100, h0);
          FloatVector y101 = FloatVector.broadcast(FLOATS, q[x0 + c + 5]);
          l0 = lw11.fma(y101, l0);
          h0 = hw11.fma(y101, h0);
          FloatVector y102 = FloatVector.broadcast(FLOATS, q[x0 + c + 6]);
          l0 = lw12.fma(y102, l0);
          h0 = hw12.fma(y102, h0);
          FloatVector y103 = FloatVector.broadcast(FLOATS, q[x0 + c + 7]);
          l0 = lw13.fma(y103, l0);
          h0 = hw13.fma(y103, h0);
        }
        FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64 + p);
        FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + 16 + p);
        FloatVector z0 = FloatVector.broadcast(FLOATS, q[x0 + 34]);
        sl0 = s0.fma(z0.mul(l0), sl0);
        sh0 = s1.fma(z0.mul(h0), sh0);
      }
      FloatVector one = FloatVector.broadcast(FLOATS, 1f);
      one.mul(sl0).intoArray(f, p + 768);
      one.mul(sh0).intoArray(f, p + 784);
    }
  }

  private static void rows2(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {
    float[] q = x.floats;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 36;
    int row1 = ((row + 1) * x.groups + column / 32) * 36;
    for (int p = 0; p < 16; p += LANES) {
      FloatVector sl0 = FloatVector.fromArray(FLOATS, f, p + 768);
      FloatVector sh0 = FloatVector.fromArray(FLOATS, f, p + 784);
      FloatVector sl1 = FloatVector.fromArray(FLOATS, f, p + 800);
      FloatVector sh1 = FloatVector.fromArray(FLOATS, f, p + 816);
      for (int g = 0; g < groups; g++) {
        int x0 = row0 + g * 36;
        int x1 = row1 + g * 36;
        long from = at + g * 1024L + 4 * p;
        FloatVector l0 = FloatVector.zero(FLOATS);
        FloatVector h0 = l0;
        FloatVector l1 = FloatVector.zero(FLOATS);
        FloatVector h1 = l1;
        for (int c = 0; c < 32; c += 4) {
          IntVector lv0 =
              IntVector.fromMemorySegment(INTS, w, from + c * 32, ByteOrder.LITTLE_ENDIAN);
          FloatVector lw00 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 24)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw01 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw02 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 8)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw03 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          IntVector hv0 =
              IntVector.fromMemorySegment(INTS, w, from + c * 32 + 64, ByteOrder.LITTLE_ENDIAN);
          FloatVector hw00 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 24)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw01 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw02 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 8)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw03 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector y000 = FloatVector.broadcast(FLOATS, q[x0 + c]);
          l0 = lw00.fma(y000, l0);
          h0 = hw00.fma(y000, h0);
          FloatVector y001 = FloatVector.broadcast(FLOATS, q[x0 + c + 1]);
          l0 = lw01.fma(y001, l0);
          h0 = hw01.fma(y001, h0);
          FloatVector y002 = FloatVector.broadcast(FLOATS, q[x0 + c + 2]);
          l0 = lw02.fma(y002, l0);
          h0 = hw02.fma(y002, h0);
          FloatVector y003 = FloatVector.broadcast(FLOATS, q[x0 + c + 3]);
          l0 = lw03.fma(y003, l0);
          h0 = hw03.fma(y003, h0);
          FloatVector y010 = FloatVector.broadcast(FLOATS, q[x1 + c]);
          l1 = lw00.fma(y010, l1);
          h1 = hw00.fma(y010, h1);
          FloatVector y011 = FloatVector.broadcast(FLOATS, q[x1 + c + 1]);
          l1 = lw01.fma(y011, l1);
          h1 = hw01.fma(y011, h1);
          FloatVector y012 = FloatVector.broadcast(FLOATS, q[x1 + c + 2]);
          l1 = lw02.fma(y012, l1);
          h1 = hw02.fma(y012, h1);
          FloatVector y013 = FloatVector.broadcast(FLOATS, q[x1 + c + 3]);
          l1 = lw03.fma(y013, l1);
          h1 = hw03.fma(y013, h1);
        }
        FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64 + p);
        FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + 16 + p);
        FloatVector z0 = FloatVector.broadcast(FLOATS, q[x0 + 34]);
        sl0 = s0.fma(z0.mul(l0), sl0);
        sh0 = s1.fma(z0.mul(h0), sh0);
        FloatVector z1 = FloatVector.broadcast(FLOATS, q[x1 + 34]);
        sl1 = s0.fma(z1.mul(l1), sl1);
        sh1 = s1.fma(z1.mul(h1), sh1);
      }
      FloatVector one = FloatVector.broadcast(FLOATS, 1f);
      one.mul(sl0).intoArray(f, p + 768);
      one.mul(sh0).intoArray(f, p + 784);
      one.mul(sl1).intoArray(f, p + 800);
      one.mul(sh1).intoArray(f, p + 816);
    }
  }

  private static void rows4(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {
    float[] q = x.floats;
    float[] f = s.floats;
    int row0 = (row * x.groups + column / 32) * 36;
    int row1 = ((row + 1) * x.groups + column / 32) * 36;
    int row2 = ((row + 2) * x.groups + column / 32) * 36;
    int row3 = ((row + 3) * x.groups + column / 32) * 36;
    for (int p = 0; p < 16; p += LANES) {
      FloatVector sl0 = FloatVector.fromArray(FLOATS, f, p + 768);
      FloatVector sh0 = FloatVector.fromArray(FLOATS, f, p + 784);
      FloatVector sl1 = FloatVector.fromArray(FLOATS, f, p + 800);
      FloatVector sh1 = FloatVector.fromArray(FLOATS, f, p + 816);
      FloatVector sl2 = FloatVector.fromArray(FLOATS, f, p + 832);
      FloatVector sh2 = FloatVector.fromArray(FLOATS, f, p + 848);
      FloatVector sl3 = FloatVector.fromArray(FLOATS, f, p + 864);
      FloatVector sh3 = FloatVector.fromArray(FLOATS, f, p + 880);
      for (int g = 0; g < groups; g++) {
        int x0 = row0 + g * 36;
        int x1 = row1 + g * 36;
        int x2 = row2 + g * 36;
        int x3 = row3 + g * 36;
        long from = at + g * 1024L + 4 * p;
        FloatVector l0 = FloatVector.zero(FLOATS);
        FloatVector h0 = l0;
        FloatVector l1 = FloatVector.zero(FLOATS);
        FloatVector h1 = l1;
        FloatVector l2 = FloatVector.zero(FLOATS);
        FloatVector h2 = l2;
        FloatVector l3 = FloatVector.zero(FLOATS);
        FloatVector h3 = l3;
        for (int c = 0; c < 32; c += 4) {
          IntVector lv0 =
              IntVector.fromMemorySegment(INTS, w, from + c * 32, ByteOrder.LITTLE_ENDIAN);
          FloatVector lw00 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 24)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw01 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw02 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 8)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw03 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          IntVector hv0 =
              IntVector.fromMemorySegment(INTS, w, from + c * 32 + 64, ByteOrder.LITTLE_ENDIAN);
          FloatVector hw00 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 24)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw01 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw02 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 8)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw03 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector y000 = FloatVector.broadcast(FLOATS, q[x0 + c]);
          l0 = lw00.fma(y000, l0);
          h0 = hw00.fma(y000, h0);
          FloatVector y001 = FloatVector.broadcast(FLOATS, q[x0 + c + 1]);
          l0 = lw01.fma(y001, l0);
          h0 = hw01.fma(y001, h0);
          FloatVector y002 = FloatVector.broadcast(FLOATS, q[x0 + c + 2]);
          l0 = lw02.fma(y002, l0);
          h0 = hw02.fma(y002, h0);
          FloatVector y003 = FloatVector.broadcast(FLOATS, q[x0 + c + 3]);
          l0 = lw03.fma(y003, l0);
          h0 = hw03.fma(y003, h0);
          FloatVector y010 = FloatVector.broadcast(FLOATS, q[x1 + c]);
          l1 = lw00.fma(y010, l1);
          h1 = hw00.fma(y010, h1);
          FloatVector y011 = FloatVector.broadcast(FLOATS, q[x1 + c + 1]);
          l1 = lw01.fma(y011, l1);
          h1 = hw01.fma(y011, h1);
          FloatVector y012 = FloatVector.broadcast(FLOATS, q[x1 + c + 2]);
          l1 = lw02.fma(y012, l1);
          h1 = hw02.fma(y012, h1);
          FloatVector y013 = FloatVector.broadcast(FLOATS, q[x1 + c + 3]);
          l1 = lw03.fma(y013, l1);
          h1 = hw03.fma(y013, h1);
          FloatVector y020 = FloatVector.broadcast(FLOATS, q[x2 + c]);
          l2 = lw00.fma(y020, l2);
          h2 = hw00.fma(y020, h2);
          FloatVector y021 = FloatVector.broadcast(FLOATS, q[x2 + c + 1]);
          l2 = lw01.fma(y021, l2);
          h2 = hw01.fma(y021, h2);
          FloatVector y022 = FloatVector.broadcast(FLOATS, q[x2 + c + 2]);
          l2 = lw02.fma(y022, l2);
          h2 = hw02.fma(y022, h2);
          FloatVector y023 = FloatVector.broadcast(FLOATS, q[x2 + c + 3]);
          l2 = lw03.fma(y023, l2);
          h2 = hw03.fma(y023, h2);
          FloatVector y030 = FloatVector.broadcast(FLOATS, q[x3 + c]);
          l3 = lw00.fma(y030, l3);
          h3 = hw00.fma(y030, h3);
          FloatVector y031 = FloatVector.broadcast(FLOATS, q[x3 + c + 1]);
          l3 = lw01.fma(y031, l3);
          h3 = hw01.fma(y031, h3);
          FloatVector y032 = FloatVector.broadcast(FLOATS, q[x3 + c + 2]);
          l3 = lw02.fma(y032, l3);
          h3 = hw02.fma(y032, h3);
          FloatVector y033 = FloatVector.broadcast(FLOATS, q[x3 + c + 3]);
          l3 = lw03.fma(y033, l3);
          h3 = hw03.fma(y033, h3);
        }
        FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64 + p);
        FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + 16 + p);
        FloatVector z0 = FloatVector.broadcast(FLOATS, q[x0 + 34]);
        sl0 = s0.fma(z0.mul(l0), sl0);
        sh0 = s1.fma(z0.mul(h0), sh0);
        FloatVector z1 = FloatVector.broadcast(FLOATS, q[x1 + 34]);
        sl1 = s0.fma(z1.mul(l1), sl1);
        sh1 = s1.fma(z1.mul(h1), sh1);
        FloatVector z2 = FloatVector.broadcast(FLOATS, q[x2 + 34]);
        sl2 = s0.fma(z2.mul(l2), sl2);
        sh2 = s1.fma(z2.mul(h2), sh2);
        FloatVector z3 = FloatVector.broadcast(FLOATS, q[x3 + 34]);
        sl3 = s0.fma(z3.mul(l3), sl3);
        sh3 = s1.fma(z3.mul(h3), sh3);
      }
      FloatVector one = FloatVector.broadcast(FLOATS, 1f);
      one.mul(sl0).intoArray(f, p + 768);
      one.mul(sh0).intoArray(f, p + 784);
      one.mul(sl1).intoArray(f, p + 800);
      one.mul(sh1).intoArray(f, p + 816);
      one.mul(sl2).intoArray(f, p + 832);
      one.mul(sh2).intoArray(f, p + 848);
      one.mul(sl3).intoArray(f, p + 864);
      one.mul(sh3).intoArray(f, p + 880);
    }
  }

  private static void rows8(
      MemorySegment w, long at, int groups, Int8Rows x, int row, int column, PanelScratch s) {
    float[] q = x.floats;
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
        long from = at + g * 1024L + 4 * p;
        FloatVector l0 = FloatVector.zero(FLOATS);
        FloatVector h0 = l0;
        FloatVector l1 = FloatVector.zero(FLOATS);
        FloatVector h1 = l1;
        FloatVector l2 = FloatVector.zero(FLOATS);
        FloatVector h2 = l2;
        FloatVector l3 = FloatVector.zero(FLOATS);
        FloatVector h3 = l3;
        FloatVector l4 = FloatVector.zero(FLOATS);
        FloatVector h4 = l4;
        FloatVector l5 = FloatVector.zero(FLOATS);
        FloatVector h5 = l5;
        FloatVector l6 = FloatVector.zero(FLOATS);
        FloatVector h6 = l6;
        FloatVector l7 = FloatVector.zero(FLOATS);
        FloatVector h7 = l7;
        for (int c = 0; c < 32; c += 4) {
          IntVector lv0 =
              IntVector.fromMemorySegment(INTS, w, from + c * 32, ByteOrder.LITTLE_ENDIAN);
          FloatVector lw00 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 24)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw01 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw02 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.LSHL, 8)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector lw03 =
              (FloatVector)
                  lv0.lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          IntVector hv0 =
              IntVector.fromMemorySegment(INTS, w, from + c * 32 + 64, ByteOrder.LITTLE_ENDIAN);
          FloatVector hw00 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 24)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw01 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 16)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw02 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.LSHL, 8)
                      .lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector hw03 =
              (FloatVector)
                  hv0.lanewise(VectorOperators.ASHR, 24)
                      .convertShape(VectorOperators.I2F, FLOATS, 0);
          FloatVector y000 = FloatVector.broadcast(FLOATS, q[x0 + c]);
          l0 = lw00.fma(y000, l0);
          h0 = hw00.fma(y000, h0);
          FloatVector y001 = FloatVector.broadcast(FLOATS, q[x0 + c + 1]);
          l0 = lw01.fma(y001, l0);
          h0 = hw01.fma(y001, h0);
          FloatVector y002 = FloatVector.broadcast(FLOATS, q[x0 + c + 2]);
          l0 = lw02.fma(y002, l0);
          h0 = hw02.fma(y002, h0);
          FloatVector y003 = FloatVector.broadcast(FLOATS, q[x0 + c + 3]);
          l0 = lw03.fma(y003, l0);
          h0 = hw03.fma(y003, h0);
          FloatVector y010 = FloatVector.broadcast(FLOATS, q[x1 + c]);
          l1 = lw00.fma(y010, l1);
          h1 = hw00.fma(y010, h1);
          FloatVector y011 = FloatVector.broadcast(FLOATS, q[x1 + c + 1]);
          l1 = lw01.fma(y011, l1);
          h1 = hw01.fma(y011, h1);
          FloatVector y012 = FloatVector.broadcast(FLOATS, q[x1 + c + 2]);
          l1 = lw02.fma(y012, l1);
          h1 = hw02.fma(y012, h1);
          FloatVector y013 = FloatVector.broadcast(FLOATS, q[x1 + c + 3]);
          l1 = lw03.fma(y013, l1);
          h1 = hw03.fma(y013, h1);
          FloatVector y020 = FloatVector.broadcast(FLOATS, q[x2 + c]);
          l2 = lw00.fma(y020, l2);
          h2 = hw00.fma(y020, h2);
          FloatVector y021 = FloatVector.broadcast(FLOATS, q[x2 + c + 1]);
          l2 = lw01.fma(y021, l2);
          h2 = hw01.fma(y021, h2);
          FloatVector y022 = FloatVector.broadcast(FLOATS, q[x2 + c + 2]);
          l2 = lw02.fma(y022, l2);
          h2 = hw02.fma(y022, h2);
          FloatVector y023 = FloatVector.broadcast(FLOATS, q[x2 + c + 3]);
          l2 = lw03.fma(y023, l2);
          h2 = hw03.fma(y023, h2);
          FloatVector y030 = FloatVector.broadcast(FLOATS, q[x3 + c]);
          l3 = lw00.fma(y030, l3);
          h3 = hw00.fma(y030, h3);
          FloatVector y031 = FloatVector.broadcast(FLOATS, q[x3 + c + 1]);
          l3 = lw01.fma(y031, l3);
          h3 = hw01.fma(y031, h3);
          FloatVector y032 = FloatVector.broadcast(FLOATS, q[x3 + c + 2]);
          l3 = lw02.fma(y032, l3);
          h3 = hw02.fma(y032, h3);
          FloatVector y033 = FloatVector.broadcast(FLOATS, q[x3 + c + 3]);
          l3 = lw03.fma(y033, l3);
          h3 = hw03.fma(y033, h3);
          FloatVector y040 = FloatVector.broadcast(FLOATS, q[x4 + c]);
          l4 = lw00.fma(y040, l4);
          h4 = hw00.fma(y040, h4);
          FloatVector y041 = FloatVector.broadcast(FLOATS, q[x4 + c + 1]);
          l4 = lw01.fma(y041, l4);
          h4 = hw01.fma(y041, h4);
          FloatVector y042 = FloatVector.broadcast(FLOATS, q[x4 + c + 2]);
          l4 = lw02.fma(y042, l4);
          h4 = hw02.fma(y042, h4);
          FloatVector y043 = FloatVector.broadcast(FLOATS, q[x4 + c + 3]);
          l4 = lw03.fma(y043, l4);
          h4 = hw03.fma(y043, h4);
          FloatVector y050 = FloatVector.broadcast(FLOATS, q[x5 + c]);
          l5 = lw00.fma(y050, l5);
          h5 = hw00.fma(y050, h5);
          FloatVector y051 = FloatVector.broadcast(FLOATS, q[x5 + c + 1]);
          l5 = lw01.fma(y051, l5);
          h5 = hw01.fma(y051, h5);
          FloatVector y052 = FloatVector.broadcast(FLOATS, q[x5 + c + 2]);
          l5 = lw02.fma(y052, l5);
          h5 = hw02.fma(y052, h5);
          FloatVector y053 = FloatVector.broadcast(FLOATS, q[x5 + c + 3]);
          l5 = lw03.fma(y053, l5);
          h5 = hw03.fma(y053, h5);
          FloatVector y060 = FloatVector.broadcast(FLOATS, q[x6 + c]);
          l6 = lw00.fma(y060, l6);
          h6 = hw00.fma(y060, h6);
          FloatVector y061 = FloatVector.broadcast(FLOATS, q[x6 + c + 1]);
          l6 = lw01.fma(y061, l6);
          h6 = hw01.fma(y061, h6);
          FloatVector y062 = FloatVector.broadcast(FLOATS, q[x6 + c + 2]);
          l6 = lw02.fma(y062, l6);
          h6 = hw02.fma(y062, h6);
          FloatVector y063 = FloatVector.broadcast(FLOATS, q[x6 + c + 3]);
          l6 = lw03.fma(y063, l6);
          h6 = hw03.fma(y063, h6);
          FloatVector y070 = FloatVector.broadcast(FLOATS, q[x7 + c]);
          l7 = lw00.fma(y070, l7);
          h7 = hw00.fma(y070, h7);
          FloatVector y071 = FloatVector.broadcast(FLOATS, q[x7 + c + 1]);
          l7 = lw01.fma(y071, l7);
          h7 = hw01.fma(y071, h7);
          FloatVector y072 = FloatVector.broadcast(FLOATS, q[x7 + c + 2]);
          l7 = lw02.fma(y072, l7);
          h7 = hw02.fma(y072, h7);
          FloatVector y073 = FloatVector.broadcast(FLOATS, q[x7 + c + 3]);
          l7 = lw03.fma(y073, l7);
          h7 = hw03.fma(y073, h7);
        }
        FloatVector s0 = FloatVector.fromArray(FLOATS, f, g * 64 + p);
        FloatVector s1 = FloatVector.fromArray(FLOATS, f, g * 64 + 16 + p);
        FloatVector z0 = FloatVector.broadcast(FLOATS, q[x0 + 34]);
        s0.fma(z0.mul(l0), FloatVector.fromArray(FLOATS, f, p + 768)).intoArray(f, p + 768);
        s1.fma(z0.mul(h0), FloatVector.fromArray(FLOATS, f, p + 784)).intoArray(f, p + 784);
        FloatVector z1 = FloatVector.broadcast(FLOATS, q[x1 + 34]);
        s0.fma(z1.mul(l1), FloatVector.fromArray(FLOATS, f, p + 800)).intoArray(f, p + 800);
        s1.fma(z1.mul(h1), FloatVector.fromArray(FLOATS, f, p + 816)).intoArray(f, p + 816);
        FloatVector z2 = FloatVector.broadcast(FLOATS, q[x2 + 34]);
        s0.fma(z2.mul(l2), FloatVector.fromArray(FLOATS, f, p + 832)).intoArray(f, p + 832);
        s1.fma(z2.mul(h2), FloatVector.fromArray(FLOATS, f, p + 848)).intoArray(f, p + 848);
        FloatVector z3 = FloatVector.broadcast(FLOATS, q[x3 + 34]);
        s0.fma(z3.mul(l3), FloatVector.fromArray(FLOATS, f, p + 864)).intoArray(f, p + 864);
        s1.fma(z3.mul(h3), FloatVector.fromArray(FLOATS, f, p + 880)).intoArray(f, p + 880);
        FloatVector z4 = FloatVector.broadcast(FLOATS, q[x4 + 34]);
        s0.fma(z4.mul(l4), FloatVector.fromArray(FLOATS, f, p + 896)).intoArray(f, p + 896);
        s1.fma(z4.mul(h4), FloatVector.fromArray(FLOATS, f, p + 912)).intoArray(f, p + 912);
        FloatVector z5 = FloatVector.broadcast(FLOATS, q[x5 + 34]);
        s0.fma(z5.mul(l5), FloatVector.fromArray(FLOATS, f, p + 928)).intoArray(f, p + 928);
        s1.fma(z5.mul(h5), FloatVector.fromArray(FLOATS, f, p + 944)).intoArray(f, p + 944);
        FloatVector z6 = FloatVector.broadcast(FLOATS, q[x6 + 34]);
        s0.fma(z6.mul(l6), FloatVector.fromArray(FLOATS, f, p + 960)).intoArray(f, p + 960);
        s1.fma(z6.mul(h6), FloatVector.fromArray(FLOATS, f, p + 976)).intoArray(f, p + 976);
        FloatVector z7 = FloatVector.broadcast(FLOATS, q[x7 + 34]);
        s0.fma(z7.mul(l7), FloatVector.fromArray(FLOATS, f, p + 992)).intoArray(f, p + 992);
        s1.fma(z7.mul(h7), FloatVector.fromArray(FLOATS, f, p + 1008)).intoArray(f, p + 1008);
      }
    }
  }
}
