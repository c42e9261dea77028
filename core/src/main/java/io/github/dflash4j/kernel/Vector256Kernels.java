/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Inner products and the delta rule on 256-bit vectors. The four vectors of a product hold the 32
 * partial sums of {@link FloatKernels#dot}. The species is a constant, no method of the class takes
 * or returns a vector, and what a loop carries is an argument, never the receiver: else C2 may
 * leave vectors in objects (kernels 7). {@code one.fma(x, y)} is {@code x + y} to the bit.
 */
final class Vector256Kernels extends ScalarKernels {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_256;
  private static final int LANES = 8;
  private static final VectorShuffle<Float> DOWN_4 = VectorShuffle.iota(SPECIES, 4, 1, true);
  private static final VectorShuffle<Float> DOWN_2 = VectorShuffle.iota(SPECIES, 2, 1, true);
  private static final VectorShuffle<Float> DOWN_1 = VectorShuffle.iota(SPECIES, 1, 1, true);

  @Override
  public String name() {
    return "vector-256";
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
    FloatVector s2 = FloatVector.zero(SPECIES);
    FloatVector s3 = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= count - PARTIAL_SUMS; i += PARTIAL_SUMS) {
      s0 =
          FloatVector.fromArray(SPECIES, a, aOffset + i)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i), s0);
      s1 =
          FloatVector.fromArray(SPECIES, a, aOffset + i + LANES)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i + LANES), s1);
      s2 =
          FloatVector.fromArray(SPECIES, a, aOffset + i + 2 * LANES)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i + 2 * LANES), s2);
      s3 =
          FloatVector.fromArray(SPECIES, a, aOffset + i + 3 * LANES)
              .fma(FloatVector.fromArray(SPECIES, b, bOffset + i + 3 * LANES), s3);
    }
    FloatVector one = FloatVector.broadcast(SPECIES, 1f);
    FloatVector v = one.fma(s0, s2).add(one.fma(s1, s3));
    FloatVector f0 = v.add(v.rearrange(DOWN_4));
    FloatVector f1 = f0.add(f0.rearrange(DOWN_2));
    FloatVector f2 = f1.add(f1.rearrange(DOWN_1));
    return tail(a, aOffset, b, bOffset, i, count, f2.lane(0));
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
    for (; r <= rows - 2; r += 2) {
      int bAt = bOffset + r * bStride;
      int outAt = outOffset + r * outStride;
      int whole = rowSums(a, aOffset, b, bAt, bStride, count, sums);
      fold(sums, 0, 2, out, outAt, outStride);
      tails(a, aOffset, 0, b, bAt, bStride, 2, whole, count, out, outAt, outStride);
    }
    for (; r < rows; r++) {
      out[outOffset + r * outStride] = dot(a, aOffset, b, bOffset + r * bStride, count);
    }
  }

  /** The sums of 2 products: 2 rows of b share each load of a. Returns where they end. */
  private static int rowSums(
      float[] a, int aOffset, float[] b, int bOffset, int bStride, int count, float[] sums) {
    int b1 = bOffset + bStride;
    FloatVector s00 = FloatVector.zero(SPECIES);
    FloatVector s01 = FloatVector.zero(SPECIES);
    FloatVector s02 = FloatVector.zero(SPECIES);
    FloatVector s03 = FloatVector.zero(SPECIES);
    FloatVector s10 = FloatVector.zero(SPECIES);
    FloatVector s11 = FloatVector.zero(SPECIES);
    FloatVector s12 = FloatVector.zero(SPECIES);
    FloatVector s13 = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= count - PARTIAL_SUMS; i += PARTIAL_SUMS) {
      FloatVector x0 = FloatVector.fromArray(SPECIES, a, aOffset + i);
      FloatVector x1 = FloatVector.fromArray(SPECIES, a, aOffset + i + LANES);
      FloatVector x2 = FloatVector.fromArray(SPECIES, a, aOffset + i + 2 * LANES);
      FloatVector x3 = FloatVector.fromArray(SPECIES, a, aOffset + i + 3 * LANES);
      s00 = x0.fma(FloatVector.fromArray(SPECIES, b, bOffset + i), s00);
      s01 = x1.fma(FloatVector.fromArray(SPECIES, b, bOffset + i + LANES), s01);
      s02 = x2.fma(FloatVector.fromArray(SPECIES, b, bOffset + i + 2 * LANES), s02);
      s03 = x3.fma(FloatVector.fromArray(SPECIES, b, bOffset + i + 3 * LANES), s03);
      s10 = x0.fma(FloatVector.fromArray(SPECIES, b, b1 + i), s10);
      s11 = x1.fma(FloatVector.fromArray(SPECIES, b, b1 + i + LANES), s11);
      s12 = x2.fma(FloatVector.fromArray(SPECIES, b, b1 + i + 2 * LANES), s12);
      s13 = x3.fma(FloatVector.fromArray(SPECIES, b, b1 + i + 3 * LANES), s13);
    }
    FloatVector one = FloatVector.broadcast(SPECIES, 1f);
    one.fma(s00, s02).add(one.fma(s01, s03)).intoArray(sums, 0);
    one.fma(s10, s12).add(one.fma(s11, s13)).intoArray(sums, LANES);
    return i;
  }

  /** Folds sums of {@code rows} products; a method of its own may not hand a vector over. */
  private static void fold(float[] sums, int first, int rows, float[] out, int at, int stride) {
    for (int r = 0; r < rows; r++) {
      FloatVector v = FloatVector.fromArray(SPECIES, sums, first + r * LANES);
      FloatVector f0 = v.add(v.rearrange(DOWN_4));
      FloatVector f1 = f0.add(f0.rearrange(DOWN_2));
      FloatVector f2 = f1.add(f1.rearrange(DOWN_1));
      out[at + r * stride] = f2.lane(0);
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
