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

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

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
      long from = at + 4 * p;
      long end = from + groups * 1024L;
      int x0 = row0;
      int scale = p;
      while (from != end) {
        FloatVector l0 = FloatVector.zero(FLOATS);
        FloatVector h0 = FloatVector.zero(FLOATS);
        long stop = from + 1024;
        while (from != stop) {
          IntVector lv0 = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
          FloatVector lw00 =
              (FloatVector) lv0.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw01 =
              (FloatVector) lv0.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw02 =
              (FloatVector) lv0.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw03 = (FloatVector) lv0.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector hv0 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
          FloatVector hw00 =
              (FloatVector) hv0.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw01 =
              (FloatVector) hv0.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw02 =
              (FloatVector) hv0.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw03 = (FloatVector) hv0.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector y000 = FloatVector.broadcast(FLOATS, q[x0]);
          l0 = lw00.fma(y000, l0);
          h0 = hw00.fma(y000, h0);
          FloatVector y001 = FloatVector.broadcast(FLOATS, q[x0 + 1]);
          l0 = lw01.fma(y001, l0);
          h0 = hw01.fma(y001, h0);
          FloatVector y002 = FloatVector.broadcast(FLOATS, q[x0 + 2]);
          l0 = lw02.fma(y002, l0);
          h0 = hw02.fma(y002, h0);
          FloatVector y003 = FloatVector.broadcast(FLOATS, q[x0 + 3]);
          l0 = lw03.fma(y003, l0);
          h0 = hw03.fma(y003, h0);
          IntVector lv1 = IntVector.fromMemorySegment(INTS, w, from + 128, LITTLE_ENDIAN);
          FloatVector lw10 =
              (FloatVector) lv1.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw11 =
              (FloatVector) lv1.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw12 =
              (FloatVector) lv1.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw13 = (FloatVector) lv1.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector hv1 = IntVector.fromMemorySegment(INTS, w, from + 192, LITTLE_ENDIAN);
          FloatVector hw10 =
              (FloatVector) hv1.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw11 =
              (FloatVector) hv1.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw12 =
              (FloatVector) hv1.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw13 = (FloatVector) hv1.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector y100 = FloatVector.broadcast(FLOATS, q[x0 + 4]);
          l0 = lw10.fma(y100, l0);
          h0 = hw10.fma(y100, h0);
          FloatVector y101 = FloatVector.broadcast(FLOATS, q[x0 + 5]);
          l0 = lw11.fma(y101, l0);
          h0 = hw11.fma(y101, h0);
          FloatVector y102 = FloatVector.broadcast(FLOATS, q[x0 + 6]);
          l0 = lw12.fma(y102, l0);
          h0 = hw12.fma(y102, h0);
          FloatVector y103 = FloatVector.broadcast(FLOATS, q[x0 + 7]);
          l0 = lw13.fma(y103, l0);
          h0 = hw13.fma(y103, h0);
          IntVector lv2 = IntVector.fromMemorySegment(INTS, w, from + 256, LITTLE_ENDIAN);
          FloatVector lw20 =
              (FloatVector) lv2.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw21 =
              (FloatVector) lv2.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw22 =
              (FloatVector) lv2.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw23 = (FloatVector) lv2.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector hv2 = IntVector.fromMemorySegment(INTS, w, from + 320, LITTLE_ENDIAN);
          FloatVector hw20 =
              (FloatVector) hv2.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw21 =
              (FloatVector) hv2.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw22 =
              (FloatVector) hv2.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw23 = (FloatVector) hv2.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector y200 = FloatVector.broadcast(FLOATS, q[x0 + 8]);
          l0 = lw20.fma(y200, l0);
          h0 = hw20.fma(y200, h0);
          FloatVector y201 = FloatVector.broadcast(FLOATS, q[x0 + 9]);
          l0 = lw21.fma(y201, l0);
          h0 = hw21.fma(y201, h0);
          FloatVector y202 = FloatVector.broadcast(FLOATS, q[x0 + 10]);
          l0 = lw22.fma(y202, l0);
          h0 = hw22.fma(y202, h0);
          FloatVector y203 = FloatVector.broadcast(FLOATS, q[x0 + 11]);
          l0 = lw23.fma(y203, l0);
          h0 = hw23.fma(y203, h0);
          IntVector lv3 = IntVector.fromMemorySegment(INTS, w, from + 384, LITTLE_ENDIAN);
          FloatVector lw30 =
              (FloatVector) lv3.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw31 =
              (FloatVector) lv3.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw32 =
              (FloatVector) lv3.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw33 = (FloatVector) lv3.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector hv3 = IntVector.fromMemorySegment(INTS, w, from + 448, LITTLE_ENDIAN);
          FloatVector hw30 =
              (FloatVector) hv3.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw31 =
              (FloatVector) hv3.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw32 =
              (FloatVector) hv3.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw33 = (FloatVector) hv3.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector y300 = FloatVector.broadcast(FLOATS, q[x0 + 12]);
          l0 = lw30.fma(y300, l0);
          h0 = hw30.fma(y300, h0);
          FloatVector y301 = FloatVector.broadcast(FLOATS, q[x0 + 13]);
          l0 = lw31.fma(y301, l0);
          h0 = hw31.fma(y301, h0);
          FloatVector y302 = FloatVector.broadcast(FLOATS, q[x0 + 14]);
          l0 = lw32.fma(y302, l0);
          h0 = hw32.fma(y302, h0);
          FloatVector y303 = FloatVector.broadcast(FLOATS, q[x0 + 15]);
          l0 = lw33.fma(y303, l0);
          h0 = hw33.fma(y303, h0);
          from += 512;
          x0 += 16;
        }
        FloatVector s0 = FloatVector.fromArray(FLOATS, f, scale);
        FloatVector s1 = FloatVector.fromArray(FLOATS, f, scale + 16);
        FloatVector u0 = FloatVector.broadcast(FLOATS, q[x0 + 2]);
        sl0 = s0.fma(u0.mul(l0), sl0);
        sh0 = s1.fma(u0.mul(h0), sh0);
        x0 += 4;
        scale += 64;
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
      long from = at + 4 * p;
      long end = from + groups * 1024L;
      int x0 = row0;
      int x1 = row1;
      int scale = p;
      while (from != end) {
        FloatVector l0 = FloatVector.zero(FLOATS);
        FloatVector h0 = FloatVector.zero(FLOATS);
        FloatVector l1 = FloatVector.zero(FLOATS);
        FloatVector h1 = FloatVector.zero(FLOATS);
        long stop = from + 1024;
        while (from != stop) {
          IntVector lv0 = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
          FloatVector lw00 =
              (FloatVector) lv0.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw01 =
              (FloatVector) lv0.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw02 =
              (FloatVector) lv0.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw03 = (FloatVector) lv0.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector hv0 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
          FloatVector hw00 =
              (FloatVector) hv0.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw01 =
              (FloatVector) hv0.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw02 =
              (FloatVector) hv0.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw03 = (FloatVector) hv0.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector y000 = FloatVector.broadcast(FLOATS, q[x0]);
          l0 = lw00.fma(y000, l0);
          h0 = hw00.fma(y000, h0);
          FloatVector y001 = FloatVector.broadcast(FLOATS, q[x0 + 1]);
          l0 = lw01.fma(y001, l0);
          h0 = hw01.fma(y001, h0);
          FloatVector y002 = FloatVector.broadcast(FLOATS, q[x0 + 2]);
          l0 = lw02.fma(y002, l0);
          h0 = hw02.fma(y002, h0);
          FloatVector y003 = FloatVector.broadcast(FLOATS, q[x0 + 3]);
          l0 = lw03.fma(y003, l0);
          h0 = hw03.fma(y003, h0);
          FloatVector y010 = FloatVector.broadcast(FLOATS, q[x1]);
          l1 = lw00.fma(y010, l1);
          h1 = hw00.fma(y010, h1);
          FloatVector y011 = FloatVector.broadcast(FLOATS, q[x1 + 1]);
          l1 = lw01.fma(y011, l1);
          h1 = hw01.fma(y011, h1);
          FloatVector y012 = FloatVector.broadcast(FLOATS, q[x1 + 2]);
          l1 = lw02.fma(y012, l1);
          h1 = hw02.fma(y012, h1);
          FloatVector y013 = FloatVector.broadcast(FLOATS, q[x1 + 3]);
          l1 = lw03.fma(y013, l1);
          h1 = hw03.fma(y013, h1);
          IntVector lv1 = IntVector.fromMemorySegment(INTS, w, from + 128, LITTLE_ENDIAN);
          FloatVector lw10 =
              (FloatVector) lv1.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw11 =
              (FloatVector) lv1.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw12 =
              (FloatVector) lv1.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw13 = (FloatVector) lv1.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector hv1 = IntVector.fromMemorySegment(INTS, w, from + 192, LITTLE_ENDIAN);
          FloatVector hw10 =
              (FloatVector) hv1.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw11 =
              (FloatVector) hv1.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw12 =
              (FloatVector) hv1.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw13 = (FloatVector) hv1.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector y100 = FloatVector.broadcast(FLOATS, q[x0 + 4]);
          l0 = lw10.fma(y100, l0);
          h0 = hw10.fma(y100, h0);
          FloatVector y101 = FloatVector.broadcast(FLOATS, q[x0 + 5]);
          l0 = lw11.fma(y101, l0);
          h0 = hw11.fma(y101, h0);
          FloatVector y102 = FloatVector.broadcast(FLOATS, q[x0 + 6]);
          l0 = lw12.fma(y102, l0);
          h0 = hw12.fma(y102, h0);
          FloatVector y103 = FloatVector.broadcast(FLOATS, q[x0 + 7]);
          l0 = lw13.fma(y103, l0);
          h0 = hw13.fma(y103, h0);
          FloatVector y110 = FloatVector.broadcast(FLOATS, q[x1 + 4]);
          l1 = lw10.fma(y110, l1);
          h1 = hw10.fma(y110, h1);
          FloatVector y111 = FloatVector.broadcast(FLOATS, q[x1 + 5]);
          l1 = lw11.fma(y111, l1);
          h1 = hw11.fma(y111, h1);
          FloatVector y112 = FloatVector.broadcast(FLOATS, q[x1 + 6]);
          l1 = lw12.fma(y112, l1);
          h1 = hw12.fma(y112, h1);
          FloatVector y113 = FloatVector.broadcast(FLOATS, q[x1 + 7]);
          l1 = lw13.fma(y113, l1);
          h1 = hw13.fma(y113, h1);
          IntVector lv2 = IntVector.fromMemorySegment(INTS, w, from + 256, LITTLE_ENDIAN);
          FloatVector lw20 =
              (FloatVector) lv2.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw21 =
              (FloatVector) lv2.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw22 =
              (FloatVector) lv2.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw23 = (FloatVector) lv2.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector hv2 = IntVector.fromMemorySegment(INTS, w, from + 320, LITTLE_ENDIAN);
          FloatVector hw20 =
              (FloatVector) hv2.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw21 =
              (FloatVector) hv2.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw22 =
              (FloatVector) hv2.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw23 = (FloatVector) hv2.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector y200 = FloatVector.broadcast(FLOATS, q[x0 + 8]);
          l0 = lw20.fma(y200, l0);
          h0 = hw20.fma(y200, h0);
          FloatVector y201 = FloatVector.broadcast(FLOATS, q[x0 + 9]);
          l0 = lw21.fma(y201, l0);
          h0 = hw21.fma(y201, h0);
          FloatVector y202 = FloatVector.broadcast(FLOATS, q[x0 + 10]);
          l0 = lw22.fma(y202, l0);
          h0 = hw22.fma(y202, h0);
          FloatVector y203 = FloatVector.broadcast(FLOATS, q[x0 + 11]);
          l0 = lw23.fma(y203, l0);
          h0 = hw23.fma(y203, h0);
          FloatVector y210 = FloatVector.broadcast(FLOATS, q[x1 + 8]);
          l1 = lw20.fma(y210, l1);
          h1 = hw20.fma(y210, h1);
          FloatVector y211 = FloatVector.broadcast(FLOATS, q[x1 + 9]);
          l1 = lw21.fma(y211, l1);
          h1 = hw21.fma(y211, h1);
          FloatVector y212 = FloatVector.broadcast(FLOATS, q[x1 + 10]);
          l1 = lw22.fma(y212, l1);
          h1 = hw22.fma(y212, h1);
          FloatVector y213 = FloatVector.broadcast(FLOATS, q[x1 + 11]);
          l1 = lw23.fma(y213, l1);
          h1 = hw23.fma(y213, h1);
          IntVector lv3 = IntVector.fromMemorySegment(INTS, w, from + 384, LITTLE_ENDIAN);
          FloatVector lw30 =
              (FloatVector) lv3.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw31 =
              (FloatVector) lv3.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw32 =
              (FloatVector) lv3.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw33 = (FloatVector) lv3.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector hv3 = IntVector.fromMemorySegment(INTS, w, from + 448, LITTLE_ENDIAN);
          FloatVector hw30 =
              (FloatVector) hv3.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw31 =
              (FloatVector) hv3.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw32 =
              (FloatVector) hv3.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw33 = (FloatVector) hv3.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector y300 = FloatVector.broadcast(FLOATS, q[x0 + 12]);
          l0 = lw30.fma(y300, l0);
          h0 = hw30.fma(y300, h0);
          FloatVector y301 = FloatVector.broadcast(FLOATS, q[x0 + 13]);
          l0 = lw31.fma(y301, l0);
          h0 = hw31.fma(y301, h0);
          FloatVector y302 = FloatVector.broadcast(FLOATS, q[x0 + 14]);
          l0 = lw32.fma(y302, l0);
          h0 = hw32.fma(y302, h0);
          FloatVector y303 = FloatVector.broadcast(FLOATS, q[x0 + 15]);
          l0 = lw33.fma(y303, l0);
          h0 = hw33.fma(y303, h0);
          FloatVector y310 = FloatVector.broadcast(FLOATS, q[x1 + 12]);
          l1 = lw30.fma(y310, l1);
          h1 = hw30.fma(y310, h1);
          FloatVector y311 = FloatVector.broadcast(FLOATS, q[x1 + 13]);
          l1 = lw31.fma(y311, l1);
          h1 = hw31.fma(y311, h1);
          FloatVector y312 = FloatVector.broadcast(FLOATS, q[x1 + 14]);
          l1 = lw32.fma(y312, l1);
          h1 = hw32.fma(y312, h1);
          FloatVector y313 = FloatVector.broadcast(FLOATS, q[x1 + 15]);
          l1 = lw33.fma(y313, l1);
          h1 = hw33.fma(y313, h1);
          from += 512;
          x0 += 16;
          x1 += 16;
        }
        FloatVector s0 = FloatVector.fromArray(FLOATS, f, scale);
        FloatVector s1 = FloatVector.fromArray(FLOATS, f, scale + 16);
        FloatVector u0 = FloatVector.broadcast(FLOATS, q[x0 + 2]);
        sl0 = s0.fma(u0.mul(l0), sl0);
        sh0 = s1.fma(u0.mul(h0), sh0);
        x0 += 4;
        FloatVector u1 = FloatVector.broadcast(FLOATS, q[x1 + 2]);
        sl1 = s0.fma(u1.mul(l1), sl1);
        sh1 = s1.fma(u1.mul(h1), sh1);
        x1 += 4;
        scale += 64;
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
      long from = at + 4 * p;
      long end = from + groups * 1024L;
      int x0 = row0;
      int x1 = row1;
      int x2 = row2;
      int x3 = row3;
      int scale = p;
      while (from != end) {
        FloatVector l0 = FloatVector.zero(FLOATS);
        FloatVector h0 = FloatVector.zero(FLOATS);
        FloatVector l1 = FloatVector.zero(FLOATS);
        FloatVector h1 = FloatVector.zero(FLOATS);
        FloatVector l2 = FloatVector.zero(FLOATS);
        FloatVector h2 = FloatVector.zero(FLOATS);
        FloatVector l3 = FloatVector.zero(FLOATS);
        FloatVector h3 = FloatVector.zero(FLOATS);
        long stop = from + 1024;
        while (from != stop) {
          IntVector lv0 = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
          FloatVector lw00 =
              (FloatVector) lv0.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw01 =
              (FloatVector) lv0.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw02 =
              (FloatVector) lv0.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw03 = (FloatVector) lv0.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector hv0 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
          FloatVector hw00 =
              (FloatVector) hv0.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw01 =
              (FloatVector) hv0.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw02 =
              (FloatVector) hv0.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw03 = (FloatVector) hv0.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector y000 = FloatVector.broadcast(FLOATS, q[x0]);
          l0 = lw00.fma(y000, l0);
          h0 = hw00.fma(y000, h0);
          FloatVector y001 = FloatVector.broadcast(FLOATS, q[x0 + 1]);
          l0 = lw01.fma(y001, l0);
          h0 = hw01.fma(y001, h0);
          FloatVector y002 = FloatVector.broadcast(FLOATS, q[x0 + 2]);
          l0 = lw02.fma(y002, l0);
          h0 = hw02.fma(y002, h0);
          FloatVector y003 = FloatVector.broadcast(FLOATS, q[x0 + 3]);
          l0 = lw03.fma(y003, l0);
          h0 = hw03.fma(y003, h0);
          FloatVector y010 = FloatVector.broadcast(FLOATS, q[x1]);
          l1 = lw00.fma(y010, l1);
          h1 = hw00.fma(y010, h1);
          FloatVector y011 = FloatVector.broadcast(FLOATS, q[x1 + 1]);
          l1 = lw01.fma(y011, l1);
          h1 = hw01.fma(y011, h1);
          FloatVector y012 = FloatVector.broadcast(FLOATS, q[x1 + 2]);
          l1 = lw02.fma(y012, l1);
          h1 = hw02.fma(y012, h1);
          FloatVector y013 = FloatVector.broadcast(FLOATS, q[x1 + 3]);
          l1 = lw03.fma(y013, l1);
          h1 = hw03.fma(y013, h1);
          FloatVector y020 = FloatVector.broadcast(FLOATS, q[x2]);
          l2 = lw00.fma(y020, l2);
          h2 = hw00.fma(y020, h2);
          FloatVector y021 = FloatVector.broadcast(FLOATS, q[x2 + 1]);
          l2 = lw01.fma(y021, l2);
          h2 = hw01.fma(y021, h2);
          FloatVector y022 = FloatVector.broadcast(FLOATS, q[x2 + 2]);
          l2 = lw02.fma(y022, l2);
          h2 = hw02.fma(y022, h2);
          FloatVector y023 = FloatVector.broadcast(FLOATS, q[x2 + 3]);
          l2 = lw03.fma(y023, l2);
          h2 = hw03.fma(y023, h2);
          FloatVector y030 = FloatVector.broadcast(FLOATS, q[x3]);
          l3 = lw00.fma(y030, l3);
          h3 = hw00.fma(y030, h3);
          FloatVector y031 = FloatVector.broadcast(FLOATS, q[x3 + 1]);
          l3 = lw01.fma(y031, l3);
          h3 = hw01.fma(y031, h3);
          FloatVector y032 = FloatVector.broadcast(FLOATS, q[x3 + 2]);
          l3 = lw02.fma(y032, l3);
          h3 = hw02.fma(y032, h3);
          FloatVector y033 = FloatVector.broadcast(FLOATS, q[x3 + 3]);
          l3 = lw03.fma(y033, l3);
          h3 = hw03.fma(y033, h3);
          IntVector lv1 = IntVector.fromMemorySegment(INTS, w, from + 128, LITTLE_ENDIAN);
          FloatVector lw10 =
              (FloatVector) lv1.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw11 =
              (FloatVector) lv1.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw12 =
              (FloatVector) lv1.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw13 = (FloatVector) lv1.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector hv1 = IntVector.fromMemorySegment(INTS, w, from + 192, LITTLE_ENDIAN);
          FloatVector hw10 =
              (FloatVector) hv1.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw11 =
              (FloatVector) hv1.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw12 =
              (FloatVector) hv1.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw13 = (FloatVector) hv1.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector y100 = FloatVector.broadcast(FLOATS, q[x0 + 4]);
          l0 = lw10.fma(y100, l0);
          h0 = hw10.fma(y100, h0);
          FloatVector y101 = FloatVector.broadcast(FLOATS, q[x0 + 5]);
          l0 = lw11.fma(y101, l0);
          h0 = hw11.fma(y101, h0);
          FloatVector y102 = FloatVector.broadcast(FLOATS, q[x0 + 6]);
          l0 = lw12.fma(y102, l0);
          h0 = hw12.fma(y102, h0);
          FloatVector y103 = FloatVector.broadcast(FLOATS, q[x0 + 7]);
          l0 = lw13.fma(y103, l0);
          h0 = hw13.fma(y103, h0);
          FloatVector y110 = FloatVector.broadcast(FLOATS, q[x1 + 4]);
          l1 = lw10.fma(y110, l1);
          h1 = hw10.fma(y110, h1);
          FloatVector y111 = FloatVector.broadcast(FLOATS, q[x1 + 5]);
          l1 = lw11.fma(y111, l1);
          h1 = hw11.fma(y111, h1);
          FloatVector y112 = FloatVector.broadcast(FLOATS, q[x1 + 6]);
          l1 = lw12.fma(y112, l1);
          h1 = hw12.fma(y112, h1);
          FloatVector y113 = FloatVector.broadcast(FLOATS, q[x1 + 7]);
          l1 = lw13.fma(y113, l1);
          h1 = hw13.fma(y113, h1);
          FloatVector y120 = FloatVector.broadcast(FLOATS, q[x2 + 4]);
          l2 = lw10.fma(y120, l2);
          h2 = hw10.fma(y120, h2);
          FloatVector y121 = FloatVector.broadcast(FLOATS, q[x2 + 5]);
          l2 = lw11.fma(y121, l2);
          h2 = hw11.fma(y121, h2);
          FloatVector y122 = FloatVector.broadcast(FLOATS, q[x2 + 6]);
          l2 = lw12.fma(y122, l2);
          h2 = hw12.fma(y122, h2);
          FloatVector y123 = FloatVector.broadcast(FLOATS, q[x2 + 7]);
          l2 = lw13.fma(y123, l2);
          h2 = hw13.fma(y123, h2);
          FloatVector y130 = FloatVector.broadcast(FLOATS, q[x3 + 4]);
          l3 = lw10.fma(y130, l3);
          h3 = hw10.fma(y130, h3);
          FloatVector y131 = FloatVector.broadcast(FLOATS, q[x3 + 5]);
          l3 = lw11.fma(y131, l3);
          h3 = hw11.fma(y131, h3);
          FloatVector y132 = FloatVector.broadcast(FLOATS, q[x3 + 6]);
          l3 = lw12.fma(y132, l3);
          h3 = hw12.fma(y132, h3);
          FloatVector y133 = FloatVector.broadcast(FLOATS, q[x3 + 7]);
          l3 = lw13.fma(y133, l3);
          h3 = hw13.fma(y133, h3);
          from += 256;
          x0 += 8;
          x1 += 8;
          x2 += 8;
          x3 += 8;
        }
        FloatVector s0 = FloatVector.fromArray(FLOATS, f, scale);
        FloatVector s1 = FloatVector.fromArray(FLOATS, f, scale + 16);
        FloatVector u0 = FloatVector.broadcast(FLOATS, q[x0 + 2]);
        sl0 = s0.fma(u0.mul(l0), sl0);
        sh0 = s1.fma(u0.mul(h0), sh0);
        x0 += 4;
        FloatVector u1 = FloatVector.broadcast(FLOATS, q[x1 + 2]);
        sl1 = s0.fma(u1.mul(l1), sl1);
        sh1 = s1.fma(u1.mul(h1), sh1);
        x1 += 4;
        FloatVector u2 = FloatVector.broadcast(FLOATS, q[x2 + 2]);
        sl2 = s0.fma(u2.mul(l2), sl2);
        sh2 = s1.fma(u2.mul(h2), sh2);
        x2 += 4;
        FloatVector u3 = FloatVector.broadcast(FLOATS, q[x3 + 2]);
        sl3 = s0.fma(u3.mul(l3), sl3);
        sh3 = s1.fma(u3.mul(h3), sh3);
        x3 += 4;
        scale += 64;
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
    for (int p = 0; p < 16; p += LANES) {
      FloatVector sl0 = FloatVector.fromArray(FLOATS, f, p + 768);
      FloatVector sh0 = FloatVector.fromArray(FLOATS, f, p + 784);
      FloatVector sl1 = FloatVector.fromArray(FLOATS, f, p + 800);
      FloatVector sh1 = FloatVector.fromArray(FLOATS, f, p + 816);
      FloatVector sl2 = FloatVector.fromArray(FLOATS, f, p + 832);
      FloatVector sh2 = FloatVector.fromArray(FLOATS, f, p + 848);
      FloatVector sl3 = FloatVector.fromArray(FLOATS, f, p + 864);
      FloatVector sh3 = FloatVector.fromArray(FLOATS, f, p + 880);
      FloatVector sl4 = FloatVector.fromArray(FLOATS, f, p + 896);
      FloatVector sh4 = FloatVector.fromArray(FLOATS, f, p + 912);
      FloatVector sl5 = FloatVector.fromArray(FLOATS, f, p + 928);
      FloatVector sh5 = FloatVector.fromArray(FLOATS, f, p + 944);
      FloatVector sl6 = FloatVector.fromArray(FLOATS, f, p + 960);
      FloatVector sh6 = FloatVector.fromArray(FLOATS, f, p + 976);
      FloatVector sl7 = FloatVector.fromArray(FLOATS, f, p + 992);
      FloatVector sh7 = FloatVector.fromArray(FLOATS, f, p + 1008);
      long from = at + 4 * p;
      long end = from + groups * 1024L;
      int x0 = row0;
      int x1 = row1;
      int x2 = row2;
      int x3 = row3;
      int x4 = row4;
      int x5 = row5;
      int x6 = row6;
      int x7 = row7;
      int scale = p;
      while (from != end) {
        FloatVector l0 = FloatVector.zero(FLOATS);
        FloatVector h0 = FloatVector.zero(FLOATS);
        FloatVector l1 = FloatVector.zero(FLOATS);
        FloatVector h1 = FloatVector.zero(FLOATS);
        FloatVector l2 = FloatVector.zero(FLOATS);
        FloatVector h2 = FloatVector.zero(FLOATS);
        FloatVector l3 = FloatVector.zero(FLOATS);
        FloatVector h3 = FloatVector.zero(FLOATS);
        FloatVector l4 = FloatVector.zero(FLOATS);
        FloatVector h4 = FloatVector.zero(FLOATS);
        FloatVector l5 = FloatVector.zero(FLOATS);
        FloatVector h5 = FloatVector.zero(FLOATS);
        FloatVector l6 = FloatVector.zero(FLOATS);
        FloatVector h6 = FloatVector.zero(FLOATS);
        FloatVector l7 = FloatVector.zero(FLOATS);
        FloatVector h7 = FloatVector.zero(FLOATS);
        long stop = from + 1024;
        while (from != stop) {
          IntVector lv0 = IntVector.fromMemorySegment(INTS, w, from, LITTLE_ENDIAN);
          FloatVector lw00 =
              (FloatVector) lv0.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw01 =
              (FloatVector) lv0.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw02 =
              (FloatVector) lv0.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector lw03 = (FloatVector) lv0.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          IntVector hv0 = IntVector.fromMemorySegment(INTS, w, from + 64, LITTLE_ENDIAN);
          FloatVector hw00 =
              (FloatVector) hv0.lanewise(LSHL, 24).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw01 =
              (FloatVector) hv0.lanewise(LSHL, 16).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw02 =
              (FloatVector) hv0.lanewise(LSHL, 8).lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector hw03 = (FloatVector) hv0.lanewise(ASHR, 24).convertShape(I2F, FLOATS, 0);
          FloatVector y000 = FloatVector.broadcast(FLOATS, q[x0]);
          l0 = lw00.fma(y000, l0);
          h0 = hw00.fma(y000, h0);
          FloatVector y001 = FloatVector.broadcast(FLOATS, q[x0 + 1]);
          l0 = lw01.fma(y001, l0);
          h0 = hw01.fma(y001, h0);
          FloatVector y002 = FloatVector.broadcast(FLOATS, q[x0 + 2]);
          l0 = lw02.fma(y002, l0);
          h0 = hw02.fma(y002, h0);
          FloatVector y003 = FloatVector.broadcast(FLOATS, q[x0 + 3]);
          l0 = lw03.fma(y003, l0);
          h0 = hw03.fma(y003, h0);
          FloatVector y010 = FloatVector.broadcast(FLOATS, q[x1]);
          l1 = lw00.fma(y010, l1);
          h1 = hw00.fma(y010, h1);
          FloatVector y011 = FloatVector.broadcast(FLOATS, q[x1 + 1]);
          l1 = lw01.fma(y011, l1);
          h1 = hw01.fma(y011, h1);
          FloatVector y012 = FloatVector.broadcast(FLOATS, q[x1 + 2]);
          l1 = lw02.fma(y012, l1);
          h1 = hw02.fma(y012, h1);
          FloatVector y013 = FloatVector.broadcast(FLOATS, q[x1 + 3]);
          l1 = lw03.fma(y013, l1);
          h1 = hw03.fma(y013, h1);
          FloatVector y020 = FloatVector.broadcast(FLOATS, q[x2]);
          l2 = lw00.fma(y020, l2);
          h2 = hw00.fma(y020, h2);
          FloatVector y021 = FloatVector.broadcast(FLOATS, q[x2 + 1]);
          l2 = lw01.fma(y021, l2);
          h2 = hw01.fma(y021, h2);
          FloatVector y022 = FloatVector.broadcast(FLOATS, q[x2 + 2]);
          l2 = lw02.fma(y022, l2);
          h2 = hw02.fma(y022, h2);
          FloatVector y023 = FloatVector.broadcast(FLOATS, q[x2 + 3]);
          l2 = lw03.fma(y023, l2);
          h2 = hw03.fma(y023, h2);
          FloatVector y030 = FloatVector.broadcast(FLOATS, q[x3]);
          l3 = lw00.fma(y030, l3);
          h3 = hw00.fma(y030, h3);
          FloatVector y031 = FloatVector.broadcast(FLOATS, q[x3 + 1]);
          l3 = lw01.fma(y031, l3);
          h3 = hw01.fma(y031, h3);
          FloatVector y032 = FloatVector.broadcast(FLOATS, q[x3 + 2]);
          l3 = lw02.fma(y032, l3);
          h3 = hw02.fma(y032, h3);
          FloatVector y033 = FloatVector.broadcast(FLOATS, q[x3 + 3]);
          l3 = lw03.fma(y033, l3);
          h3 = hw03.fma(y033, h3);
          FloatVector y040 = FloatVector.broadcast(FLOATS, q[x4]);
          l4 = lw00.fma(y040, l4);
          h4 = hw00.fma(y040, h4);
          FloatVector y041 = FloatVector.broadcast(FLOATS, q[x4 + 1]);
          l4 = lw01.fma(y041, l4);
          h4 = hw01.fma(y041, h4);
          FloatVector y042 = FloatVector.broadcast(FLOATS, q[x4 + 2]);
          l4 = lw02.fma(y042, l4);
          h4 = hw02.fma(y042, h4);
          FloatVector y043 = FloatVector.broadcast(FLOATS, q[x4 + 3]);
          l4 = lw03.fma(y043, l4);
          h4 = hw03.fma(y043, h4);
          FloatVector y050 = FloatVector.broadcast(FLOATS, q[x5]);
          l5 = lw00.fma(y050, l5);
          h5 = hw00.fma(y050, h5);
          FloatVector y051 = FloatVector.broadcast(FLOATS, q[x5 + 1]);
          l5 = lw01.fma(y051, l5);
          h5 = hw01.fma(y051, h5);
          FloatVector y052 = FloatVector.broadcast(FLOATS, q[x5 + 2]);
          l5 = lw02.fma(y052, l5);
          h5 = hw02.fma(y052, h5);
          FloatVector y053 = FloatVector.broadcast(FLOATS, q[x5 + 3]);
          l5 = lw03.fma(y053, l5);
          h5 = hw03.fma(y053, h5);
          FloatVector y060 = FloatVector.broadcast(FLOATS, q[x6]);
          l6 = lw00.fma(y060, l6);
          h6 = hw00.fma(y060, h6);
          FloatVector y061 = FloatVector.broadcast(FLOATS, q[x6 + 1]);
          l6 = lw01.fma(y061, l6);
          h6 = hw01.fma(y061, h6);
          FloatVector y062 = FloatVector.broadcast(FLOATS, q[x6 + 2]);
          l6 = lw02.fma(y062, l6);
          h6 = hw02.fma(y062, h6);
          FloatVector y063 = FloatVector.broadcast(FLOATS, q[x6 + 3]);
          l6 = lw03.fma(y063, l6);
          h6 = hw03.fma(y063, h6);
          FloatVector y070 = FloatVector.broadcast(FLOATS, q[x7]);
          l7 = lw00.fma(y070, l7);
          h7 = hw00.fma(y070, h7);
          FloatVector y071 = FloatVector.broadcast(FLOATS, q[x7 + 1]);
          l7 = lw01.fma(y071, l7);
          h7 = hw01.fma(y071, h7);
          FloatVector y072 = FloatVector.broadcast(FLOATS, q[x7 + 2]);
          l7 = lw02.fma(y072, l7);
          h7 = hw02.fma(y072, h7);
          FloatVector y073 = FloatVector.broadcast(FLOATS, q[x7 + 3]);
          l7 = lw03.fma(y073, l7);
          h7 = hw03.fma(y073, h7);
          from += 128;
          x0 += 4;
          x1 += 4;
          x2 += 4;
          x3 += 4;
          x4 += 4;
          x5 += 4;
          x6 += 4;
          x7 += 4;
        }
        FloatVector s0 = FloatVector.fromArray(FLOATS, f, scale);
        FloatVector s1 = FloatVector.fromArray(FLOATS, f, scale + 16);
        FloatVector u0 = FloatVector.broadcast(FLOATS, q[x0 + 2]);
        sl0 = s0.fma(u0.mul(l0), sl0);
        sh0 = s1.fma(u0.mul(h0), sh0);
        x0 += 4;
        FloatVector u1 = FloatVector.broadcast(FLOATS, q[x1 + 2]);
        sl1 = s0.fma(u1.mul(l1), sl1);
        sh1 = s1.fma(u1.mul(h1), sh1);
        x1 += 4;
        FloatVector u2 = FloatVector.broadcast(FLOATS, q[x2 + 2]);
        sl2 = s0.fma(u2.mul(l2), sl2);
        sh2 = s1.fma(u2.mul(h2), sh2);
        x2 += 4;
        FloatVector u3 = FloatVector.broadcast(FLOATS, q[x3 + 2]);
        sl3 = s0.fma(u3.mul(l3), sl3);
        sh3 = s1.fma(u3.mul(h3), sh3);
        x3 += 4;
        FloatVector u4 = FloatVector.broadcast(FLOATS, q[x4 + 2]);
        sl4 = s0.fma(u4.mul(l4), sl4);
        sh4 = s1.fma(u4.mul(h4), sh4);
        x4 += 4;
        FloatVector u5 = FloatVector.broadcast(FLOATS, q[x5 + 2]);
        sl5 = s0.fma(u5.mul(l5), sl5);
        sh5 = s1.fma(u5.mul(h5), sh5);
        x5 += 4;
        FloatVector u6 = FloatVector.broadcast(FLOATS, q[x6 + 2]);
        sl6 = s0.fma(u6.mul(l6), sl6);
        sh6 = s1.fma(u6.mul(h6), sh6);
        x6 += 4;
        FloatVector u7 = FloatVector.broadcast(FLOATS, q[x7 + 2]);
        sl7 = s0.fma(u7.mul(l7), sl7);
        sh7 = s1.fma(u7.mul(h7), sh7);
        x7 += 4;
        scale += 64;
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
      one.mul(sl4).intoArray(f, p + 896);
      one.mul(sh4).intoArray(f, p + 912);
      one.mul(sl5).intoArray(f, p + 928);
      one.mul(sh5).intoArray(f, p + 944);
      one.mul(sl6).intoArray(f, p + 960);
      one.mul(sh6).intoArray(f, p + 976);
      one.mul(sl7).intoArray(f, p + 992);
      one.mul(sh7).intoArray(f, p + 1008);
    }
  }
}
