/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Inner products and the delta rule on 512-bit vectors. The two vectors of a product hold the 32
 * partial sums of {@link FloatKernels#dot}. The species is a constant, no method of the class takes
 * or returns a vector, and what a loop carries is an argument, never the receiver: else C2 may
 * leave vectors in objects (kernels 7). {@code one.fma(x, y)} is {@code x + y} to the bit.
 */
final class Vector512Kernels extends ScalarKernels {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_512;
  private static final int LANES = 16;
  private static final VectorShuffle<Float> DOWN_8 = VectorShuffle.iota(SPECIES, 8, 1, true);
  private static final VectorShuffle<Float> DOWN_4 = VectorShuffle.iota(SPECIES, 4, 1, true);
  private static final VectorShuffle<Float> DOWN_2 = VectorShuffle.iota(SPECIES, 2, 1, true);
  private static final VectorShuffle<Float> DOWN_1 = VectorShuffle.iota(SPECIES, 1, 1, true);

  @Override
  public String name() {
    return "vector-512";
  }

  @Override
  int brainFloatRows() {
    return BrainFloatProducts.WEIGHTS;
  }

  @Override
  void projectBrainFloats(
      MemorySegment w,
      long at,
      int weightRows,
      int count,
      float[] x,
      int rows,
      float[] y,
      int yOffset,
      int yStride) {
    BrainFloatProducts.project(w, at, weightRows, count, x, rows, y, yOffset, yStride);
  }

  @Override
  public void siluMultiply(float[] gate, float[] up, int offset, int count) {
    VectorExp.siluMultiply(gate, up, offset, count);
  }

  @Override
  void expOfDifferences(float[] x, int offset, int count, float max) {
    VectorExp.expOfDifferences(x, offset, count, max);
  }

  @Override
  public float dot(float[] a, int aOffset, float[] b, int bOffset, int count) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= count - PARTIAL_SUMS; i += PARTIAL_SUMS) {
      s0 =
          FloatVector.fromArray(SPECIES, a, aOffset + i)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i), s0);
      s1 =
          FloatVector.fromArray(SPECIES, a, aOffset + i + LANES)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i + LANES), s1);
    }
    FloatVector v = FloatVector.broadcast(SPECIES, 1f).fma(s0, s1);
    FloatVector f0 = v.add(v.rearrange(DOWN_8));
    FloatVector f1 = f0.add(f0.rearrange(DOWN_4));
    FloatVector f2 = f1.add(f1.rearrange(DOWN_2));
    FloatVector f3 = f2.add(f2.rearrange(DOWN_1));
    return tail(a, aOffset, b, bOffset, i, count, f3.lane(0));
  }

  @Override
  public void dotRows(
      float[] a,
      int aOffset,
      float[] b,
      int bOffset,
      int bStride,
      int rows,
      int count,
      float[] out,
      int outOffset,
      int outStride) {
    float[] sums = PartialSums.ofThread();
    int r = 0;
    for (; r <= rows - 4; r += 4) {
      int bAt = bOffset + r * bStride;
      int outAt = outOffset + r * outStride;
      int whole = rowSums(a, aOffset, b, bAt, bStride, count, sums);
      fold(sums, 0, 4, out, outAt, outStride);
      tails(a, aOffset, 0, b, bAt, bStride, 4, whole, count, out, outAt, outStride);
    }
    for (; r < rows; r++) {
      out[outOffset + r * outStride] = dot(a, aOffset, b, bOffset + r * bStride, count);
    }
  }

  /** The sums of 4 products: 4 rows of b share each load of a. Returns where they end. */
  private static int rowSums(
      float[] a, int aOffset, float[] b, int bOffset, int bStride, int count, float[] sums) {
    int b1 = bOffset + bStride;
    int b2 = bOffset + 2 * bStride;
    int b3 = bOffset + 3 * bStride;
    FloatVector s00 = FloatVector.zero(SPECIES);
    FloatVector s01 = FloatVector.zero(SPECIES);
    FloatVector s10 = FloatVector.zero(SPECIES);
    FloatVector s11 = FloatVector.zero(SPECIES);
    FloatVector s20 = FloatVector.zero(SPECIES);
    FloatVector s21 = FloatVector.zero(SPECIES);
    FloatVector s30 = FloatVector.zero(SPECIES);
    FloatVector s31 = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= count - PARTIAL_SUMS; i += PARTIAL_SUMS) {
      FloatVector x0 = FloatVector.fromArray(SPECIES, a, aOffset + i);
      FloatVector x1 = FloatVector.fromArray(SPECIES, a, aOffset + i + LANES);
      s00 = x0.fma(FloatVector.fromArray(SPECIES, b, bOffset + i), s00);
      s01 = x1.fma(FloatVector.fromArray(SPECIES, b, bOffset + i + LANES), s01);
      s10 = x0.fma(FloatVector.fromArray(SPECIES, b, b1 + i), s10);
      s11 = x1.fma(FloatVector.fromArray(SPECIES, b, b1 + i + LANES), s11);
      s20 = x0.fma(FloatVector.fromArray(SPECIES, b, b2 + i), s20);
      s21 = x1.fma(FloatVector.fromArray(SPECIES, b, b2 + i + LANES), s21);
      s30 = x0.fma(FloatVector.fromArray(SPECIES, b, b3 + i), s30);
      s31 = x1.fma(FloatVector.fromArray(SPECIES, b, b3 + i + LANES), s31);
    }
    FloatVector one = FloatVector.broadcast(SPECIES, 1f);
    one.fma(s00, s01).intoArray(sums, 0);
    one.fma(s10, s11).intoArray(sums, LANES);
    one.fma(s20, s21).intoArray(sums, 2 * LANES);
    one.fma(s30, s31).intoArray(sums, 3 * LANES);
    return i;
  }

  @Override
  public void dotGrid(
      float[] a,
      int aOffset,
      int aStride,
      int factors,
      float[] b,
      int bOffset,
      int bStride,
      int rows,
      int count,
      float[] out,
      int outOffset,
      int outStride) {
    float[] sums = PartialSums.ofThread();
    int i = 0;
    for (; i <= factors - 4 && rows > 1; i += 4) {
      int at = aOffset + i * aStride;
      int r = 0;
      for (; r <= rows - 2; r += 2) {
        int bAt = bOffset + r * bStride;
        int whole = gridSums(a, at, aStride, b, bAt, bStride, count, sums);
        for (int j = 0; j < 2; j++, bAt += bStride) {
          int outAt = outOffset + i + (r + j) * outStride;
          fold(sums, 4 * j * LANES, 4, out, outAt, 1);
          tails(a, at, aStride, b, bAt, 0, 4, whole, count, out, outAt, 1);
        }
      }
      for (int k = 0; k < 4 && r < rows; k++) {
        out[outOffset + i + k + r * outStride] =
            dot(a, at + k * aStride, b, bOffset + r * bStride, count);
      }
    }
    for (; i < factors; i++) {
      int at = aOffset + i * aStride;
      dotRows(a, at, b, bOffset, bStride, rows, count, out, outOffset + i, outStride);
    }
  }

  /**
   * The sums of 8 products: of 4 rows of a and 2 of b, which has half the loads of b, that come
   * from farther away than those of a. Returns where they end.
   */
  private static int gridSums(
      float[] a,
      int aOffset,
      int aStride,
      float[] b,
      int bOffset,
      int bStride,
      int count,
      float[] sums) {
    int a1 = aOffset + aStride;
    int a2 = aOffset + 2 * aStride;
    int a3 = aOffset + 3 * aStride;
    int b1 = bOffset + bStride;
    FloatVector s000 = FloatVector.zero(SPECIES);
    FloatVector s001 = FloatVector.zero(SPECIES);
    FloatVector s010 = FloatVector.zero(SPECIES);
    FloatVector s011 = FloatVector.zero(SPECIES);
    FloatVector s100 = FloatVector.zero(SPECIES);
    FloatVector s101 = FloatVector.zero(SPECIES);
    FloatVector s110 = FloatVector.zero(SPECIES);
    FloatVector s111 = FloatVector.zero(SPECIES);
    FloatVector s200 = FloatVector.zero(SPECIES);
    FloatVector s201 = FloatVector.zero(SPECIES);
    FloatVector s210 = FloatVector.zero(SPECIES);
    FloatVector s211 = FloatVector.zero(SPECIES);
    FloatVector s300 = FloatVector.zero(SPECIES);
    FloatVector s301 = FloatVector.zero(SPECIES);
    FloatVector s310 = FloatVector.zero(SPECIES);
    FloatVector s311 = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= count - PARTIAL_SUMS; i += PARTIAL_SUMS) {
      FloatVector y00 = FloatVector.fromArray(SPECIES, b, bOffset + i);
      FloatVector y01 = FloatVector.fromArray(SPECIES, b, bOffset + i + LANES);
      FloatVector y10 = FloatVector.fromArray(SPECIES, b, b1 + i);
      FloatVector y11 = FloatVector.fromArray(SPECIES, b, b1 + i + LANES);
      FloatVector x00 = FloatVector.fromArray(SPECIES, a, aOffset + i);
      s000 = x00.fma(y00, s000);
      s010 = x00.fma(y10, s010);
      FloatVector x01 = FloatVector.fromArray(SPECIES, a, aOffset + i + LANES);
      s001 = x01.fma(y01, s001);
      s011 = x01.fma(y11, s011);
      FloatVector x10 = FloatVector.fromArray(SPECIES, a, a1 + i);
      s100 = x10.fma(y00, s100);
      s110 = x10.fma(y10, s110);
      FloatVector x11 = FloatVector.fromArray(SPECIES, a, a1 + i + LANES);
      s101 = x11.fma(y01, s101);
      s111 = x11.fma(y11, s111);
      FloatVector x20 = FloatVector.fromArray(SPECIES, a, a2 + i);
      s200 = x20.fma(y00, s200);
      s210 = x20.fma(y10, s210);
      FloatVector x21 = FloatVector.fromArray(SPECIES, a, a2 + i + LANES);
      s201 = x21.fma(y01, s201);
      s211 = x21.fma(y11, s211);
      FloatVector x30 = FloatVector.fromArray(SPECIES, a, a3 + i);
      s300 = x30.fma(y00, s300);
      s310 = x30.fma(y10, s310);
      FloatVector x31 = FloatVector.fromArray(SPECIES, a, a3 + i + LANES);
      s301 = x31.fma(y01, s301);
      s311 = x31.fma(y11, s311);
    }
    FloatVector one = FloatVector.broadcast(SPECIES, 1f);
    one.fma(s000, s001).intoArray(sums, 0);
    one.fma(s100, s101).intoArray(sums, LANES);
    one.fma(s200, s201).intoArray(sums, 2 * LANES);
    one.fma(s300, s301).intoArray(sums, 3 * LANES);
    one.fma(s010, s011).intoArray(sums, 4 * LANES);
    one.fma(s110, s111).intoArray(sums, 5 * LANES);
    one.fma(s210, s211).intoArray(sums, 6 * LANES);
    one.fma(s310, s311).intoArray(sums, 7 * LANES);
    return i;
  }

  /** Folds sums of {@code rows} products; a method of its own may not hand a vector over. */
  static void fold(float[] sums, int first, int rows, float[] out, int at, int stride) {
    for (int r = 0; r < rows; r++) {
      FloatVector v = FloatVector.fromArray(SPECIES, sums, first + r * LANES);
      FloatVector f0 = v.add(v.rearrange(DOWN_8));
      FloatVector f1 = f0.add(f0.rearrange(DOWN_4));
      FloatVector f2 = f1.add(f1.rearrange(DOWN_2));
      FloatVector f3 = f2.add(f2.rearrange(DOWN_1));
      out[at + r * stride] = f3.lane(0);
    }
  }

  @Override
  public void addWeightedRows(
      float[] weights,
      int weightsOffset,
      float[] rows,
      int rowsOffset,
      int rowStride,
      int rowCount,
      int width,
      float[] out,
      int outOffset) {
    int i = 0;
    for (; i <= width - 4 * LANES; i += 4 * LANES) {
      int at = outOffset + i;
      FloatVector o0 = FloatVector.fromArray(SPECIES, out, at);
      FloatVector o1 = FloatVector.fromArray(SPECIES, out, at + LANES);
      FloatVector o2 = FloatVector.fromArray(SPECIES, out, at + 2 * LANES);
      FloatVector o3 = FloatVector.fromArray(SPECIES, out, at + 3 * LANES);
      for (int u = 0, row = rowsOffset + i; u < rowCount; u++, row += rowStride) {
        FloatVector weight = FloatVector.broadcast(SPECIES, weights[weightsOffset + u]);
        o0 = weight.fma(FloatVector.fromArray(SPECIES, rows, row), o0);
        o1 = weight.fma(FloatVector.fromArray(SPECIES, rows, row + LANES), o1);
        o2 = weight.fma(FloatVector.fromArray(SPECIES, rows, row + 2 * LANES), o2);
        o3 = weight.fma(FloatVector.fromArray(SPECIES, rows, row + 3 * LANES), o3);
      }
      FloatVector one = FloatVector.broadcast(SPECIES, 1f);
      one.mul(o0).intoArray(out, at);
      one.mul(o1).intoArray(out, at + LANES);
      one.mul(o2).intoArray(out, at + 2 * LANES);
      one.mul(o3).intoArray(out, at + 3 * LANES);
    }
    if (i < width) {
      super.addWeightedRows(
          weights,
          weightsOffset,
          rows,
          rowsOffset + i,
          rowStride,
          rowCount,
          width - i,
          out,
          outOffset + i);
    }
  }

  @Override
  public void deltaStep(
      float[] s,
      int sOffset,
      float decay,
      float[] k,
      int kOffset,
      float[] v,
      int vOffset,
      float beta,
      float[] q,
      int qOffset,
      int keyDim,
      int valueDim,
      float[] delta,
      int deltaOffset,
      float[] out,
      int outOffset) {
    int i = 0;
    for (; i <= valueDim - 4 * LANES; i += 4 * LANES) {
      deltaTile(
          s,
          sOffset + i,
          decay,
          k,
          kOffset,
          v,
          vOffset + i,
          beta,
          q,
          qOffset,
          keyDim,
          valueDim,
          delta,
          deltaOffset + i,
          out,
          outOffset + i);
    }
    deltaColumns(
        i,
        s,
        sOffset,
        decay,
        k,
        kOffset,
        v,
        vOffset,
        beta,
        q,
        qOffset,
        keyDim,
        valueDim,
        delta,
        deltaOffset,
        out,
        outOffset);
  }

  // Four vectors of value components; their sums stay in registers.
  private static void deltaTile(
      float[] s,
      int sOffset,
      float decay,
      float[] k,
      int kOffset,
      float[] v,
      int vOffset,
      float beta,
      float[] q,
      int qOffset,
      int keyDim,
      int valueDim,
      float[] delta,
      int deltaOffset,
      float[] out,
      int outOffset) {
    FloatVector u0 = FloatVector.zero(SPECIES);
    FloatVector u1 = FloatVector.zero(SPECIES);
    FloatVector u2 = FloatVector.zero(SPECIES);
    FloatVector u3 = FloatVector.zero(SPECIES);
    for (int j = 0, at = sOffset; j < keyDim; j++, at += valueDim) {
      FloatVector key = FloatVector.broadcast(SPECIES, k[kOffset + j]);
      FloatVector a0 = FloatVector.fromArray(SPECIES, s, at).mul(decay);
      a0.intoArray(s, at);
      u0 = key.fma(a0, u0);
      FloatVector a1 = FloatVector.fromArray(SPECIES, s, at + LANES).mul(decay);
      a1.intoArray(s, at + LANES);
      u1 = key.fma(a1, u1);
      FloatVector a2 = FloatVector.fromArray(SPECIES, s, at + 2 * LANES).mul(decay);
      a2.intoArray(s, at + 2 * LANES);
      u2 = key.fma(a2, u2);
      FloatVector a3 = FloatVector.fromArray(SPECIES, s, at + 3 * LANES).mul(decay);
      a3.intoArray(s, at + 3 * LANES);
      u3 = key.fma(a3, u3);
    }
    FloatVector d0 = FloatVector.fromArray(SPECIES, v, vOffset).sub(u0).mul(beta);
    d0.intoArray(delta, deltaOffset);
    FloatVector o0 = FloatVector.zero(SPECIES);
    FloatVector d1 = FloatVector.fromArray(SPECIES, v, vOffset + LANES).sub(u1).mul(beta);
    d1.intoArray(delta, deltaOffset + LANES);
    FloatVector o1 = FloatVector.zero(SPECIES);
    FloatVector d2 = FloatVector.fromArray(SPECIES, v, vOffset + 2 * LANES).sub(u2).mul(beta);
    d2.intoArray(delta, deltaOffset + 2 * LANES);
    FloatVector o2 = FloatVector.zero(SPECIES);
    FloatVector d3 = FloatVector.fromArray(SPECIES, v, vOffset + 3 * LANES).sub(u3).mul(beta);
    d3.intoArray(delta, deltaOffset + 3 * LANES);
    FloatVector o3 = FloatVector.zero(SPECIES);
    for (int j = 0, at = sOffset; j < keyDim; j++, at += valueDim) {
      FloatVector key = FloatVector.broadcast(SPECIES, k[kOffset + j]);
      FloatVector query = FloatVector.broadcast(SPECIES, q[qOffset + j]);
      FloatVector b0 = key.fma(d0, FloatVector.fromArray(SPECIES, s, at));
      b0.intoArray(s, at);
      o0 = query.fma(b0, o0);
      FloatVector b1 = key.fma(d1, FloatVector.fromArray(SPECIES, s, at + LANES));
      b1.intoArray(s, at + LANES);
      o1 = query.fma(b1, o1);
      FloatVector b2 = key.fma(d2, FloatVector.fromArray(SPECIES, s, at + 2 * LANES));
      b2.intoArray(s, at + 2 * LANES);
      o2 = query.fma(b2, o2);
      FloatVector b3 = key.fma(d3, FloatVector.fromArray(SPECIES, s, at + 3 * LANES));
      b3.intoArray(s, at + 3 * LANES);
      o3 = query.fma(b3, o3);
    }
    FloatVector one = FloatVector.broadcast(SPECIES, 1f);
    one.mul(o0).intoArray(out, outOffset);
    one.mul(o1).intoArray(out, outOffset + LANES);
    one.mul(o2).intoArray(out, outOffset + 2 * LANES);
    one.mul(o3).intoArray(out, outOffset + 3 * LANES);
  }

  @Override
  public void deltaReplay(
      float[] s,
      int sOffset,
      float decay,
      float[] k,
      int kOffset,
      float[] delta,
      int deltaOffset,
      int keyDim,
      int valueDim) {
    int i = 0;
    for (; i <= valueDim - LANES; i += LANES) {
      FloatVector written = FloatVector.fromArray(SPECIES, delta, deltaOffset + i);
      for (int j = 0, at = sOffset + i; j < keyDim; j++, at += valueDim) {
        FloatVector old = FloatVector.fromArray(SPECIES, s, at).mul(decay);
        FloatVector.broadcast(SPECIES, k[kOffset + j]).fma(written, old).intoArray(s, at);
      }
    }
    replayColumns(i, s, sOffset, decay, k, kOffset, delta, deltaOffset, keyDim, valueDim);
  }
}
