/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Plain Java, and the twin that vector code is compared with: same order, same bits. Loops whose
 * elements are independent are written so that C2 vectorises them by itself; only {@link #dot},
 * what is built on it, and the delta rule need explicit vectors.
 */
class ScalarKernels implements FloatKernels {

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public float dot(float[] a, int aOffset, float[] b, int bOffset, int count) {
    int whole = count & -PARTIAL_SUMS;
    // The tree of the contract, grouped by l mod 4: eight sums at a time stay in registers.
    float even =
        everyFourth(a, aOffset, b, bOffset, whole)
            + everyFourth(a, aOffset + 2, b, bOffset + 2, whole);
    float odd =
        everyFourth(a, aOffset + 1, b, bOffset + 1, whole)
            + everyFourth(a, aOffset + 3, b, bOffset + 3, whole);
    return tail(a, aOffset, b, bOffset, whole, count, even + odd);
  }

  private static float everyFourth(float[] a, int aFirst, float[] b, int bFirst, int whole) {
    float s0 = 0f;
    float s1 = 0f;
    float s2 = 0f;
    float s3 = 0f;
    float s4 = 0f;
    float s5 = 0f;
    float s6 = 0f;
    float s7 = 0f;
    for (int i = 0; i < whole; i += PARTIAL_SUMS) {
      int x = aFirst + i;
      int y = bFirst + i;
      s0 = Math.fma(a[x], b[y], s0);
      s1 = Math.fma(a[x + 4], b[y + 4], s1);
      s2 = Math.fma(a[x + 8], b[y + 8], s2);
      s3 = Math.fma(a[x + 12], b[y + 12], s3);
      s4 = Math.fma(a[x + 16], b[y + 16], s4);
      s5 = Math.fma(a[x + 20], b[y + 20], s5);
      s6 = Math.fma(a[x + 24], b[y + 24], s6);
      s7 = Math.fma(a[x + 28], b[y + 28], s7);
    }
    return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
  }

  /** Adds the products beyond the last whole group to a sum, one by one. */
  static float tail(
      float[] a, int aOffset, float[] b, int bOffset, int from, int count, float sum) {
    for (int i = from; i < count; i++) {
      sum = Math.fma(a[aOffset + i], b[bOffset + i], sum);
    }
    return sum;
  }

  /**
   * {@link #projectBrainFloats} takes multiples of so many rows; 0 where rows are decoded first.
   */
  int brainFloatRows() {
    return 0;
  }

  /** Products of some rows of BF16 weights as they lie with rows of inputs, as {@link #dot}. */
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
    throw new UnsupportedOperationException(name());
  }

  /** {@link #tail} of several products, added to their sums in {@code out}. */
  static void tails(
      float[] a,
      int aOffset,
      int aStride,
      float[] b,
      int bOffset,
      int bStride,
      int rows,
      int from,
      int count,
      float[] out,
      int outOffset,
      int outStride) {
    for (int r = 0; r < rows && from < count; r++) {
      int at = outOffset + r * outStride;
      out[at] = tail(a, aOffset + r * aStride, b, bOffset + r * bStride, from, count, out[at]);
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
    for (int u = 0; u < rowCount; u++) {
      float weight = weights[weightsOffset + u];
      int row = rowsOffset + u * rowStride;
      for (int i = 0; i < width; i++) {
        out[outOffset + i] = Math.fma(weight, rows[row + i], out[outOffset + i]);
      }
    }
  }

  @Override
  public void softmax(float[] x, int offset, int count) {
    float max = x[offset];
    for (int i = 1; i < count; i++) {
      max = Math.max(max, x[offset + i]);
    }
    expOfDifferences(x, offset, count, max);
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += x[offset + i];
    }
    float scale = (float) (1.0 / sum);
    for (int i = 0; i < count; i++) {
      x[offset + i] *= scale;
    }
  }

  /** {@code x[i] = exp(x[i] - max)}. */
  void expOfDifferences(float[] x, int offset, int count, float max) {
    for (int i = offset; i < offset + count; i++) {
      x[i] = FixedMath.exp(x[i] - max);
    }
  }

  @Override
  public void rmsNorm(
      float[] x, int xOffset, float[] weight, float eps, int count, float[] y, int yOffset) {
    double mean = (double) dot(x, xOffset, x, xOffset, count) / count;
    float scale = (float) (1.0 / Math.sqrt(mean + eps));
    for (int i = 0; i < count; i++) {
      y[yOffset + i] = x[xOffset + i] * scale * weight[i];
    }
  }

  @Override
  public void rotate(
      float[] x,
      int offset,
      float[] cos,
      float[] sin,
      int tableOffset,
      int half,
      boolean neighbours) {
    int step = neighbours ? 2 : 1;
    int apart = neighbours ? 1 : half;
    for (int i = 0; i < half; i++) {
      int first = offset + i * step;
      float a = x[first];
      float b = x[first + apart];
      float c = cos[tableOffset + i];
      float s = sin[tableOffset + i];
      x[first] = a * c - b * s;
      x[first + apart] = b * c + a * s;
    }
  }

  @Override
  public void siluMultiply(float[] gate, float[] up, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      float a = gate[i];
      gate[i] = a / (1f + FixedMath.exp(-a)) * up[i];
    }
  }

  @Override
  public void convolveRow(
      float[] y,
      int t,
      int hidden,
      float[] base,
      int baseOffset,
      float[] dyn,
      int dynOffset,
      int taps,
      int group,
      float[] out,
      int outOffset) {
    int groups = hidden / group;
    for (int o = 0; o < taps && o <= t; o++) {
      int row = (t - o) * hidden;
      for (int g = 0; g < groups; g++) {
        float d = dyn[dynOffset + o * groups + g];
        for (int i = g * group; i < (g + 1) * group; i++) {
          float kernel = base[baseOffset + o * hidden + i] + d;
          float before = o == 0 ? 0f : out[outOffset + i];
          out[outOffset + i] = Math.fma(kernel, y[row + i], before);
        }
      }
    }
  }

  @Override
  public void sigmoidMultiply(float[] x, int xOffset, float[] gate, int gateOffset, int count) {
    for (int i = 0; i < count; i++) {
      x[xOffset + i] *= FixedMath.sigmoid(gate[gateOffset + i]);
    }
  }

  @Override
  public void l2Norm(float[] x, int offset, int count, float scale) {
    double squares = dot(x, offset, x, offset, count);
    float inverse = (float) (1.0 / Math.sqrt(squares + L2_EPSILON));
    for (int i = offset; i < offset + count; i++) {
      x[i] = x[i] * inverse * scale;
    }
  }

  @Override
  public void convolveCausal(
      float[] rows,
      int rowsOffset,
      float[] kernel,
      int taps,
      int channels,
      float[] out,
      int outOffset) {
    Arrays.fill(out, outOffset, outOffset + channels, 0f);
    for (int j = 0; j < taps; j++) {
      int row = rowsOffset + j * channels;
      for (int c = 0; c < channels; c++) {
        out[outOffset + c] = Math.fma(kernel[j * channels + c], rows[row + c], out[outOffset + c]);
      }
    }
    for (int c = outOffset; c < outOffset + channels; c++) {
      out[c] = out[c] / (1f + FixedMath.exp(-out[c]));
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
    deltaColumns(
        0,
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

  // Loops of one store each: with two, compiled code is several times slower.
  /** {@link #deltaStep} for the value components from one on: they do not meet each other. */
  static void deltaColumns(
      int from,
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
    Arrays.fill(delta, deltaOffset + from, deltaOffset + valueDim, 0f);
    Arrays.fill(out, outOffset + from, outOffset + valueDim, 0f);
    for (int j = 0; j < keyDim; j++) {
      int row = sOffset + j * valueDim;
      float key = k[kOffset + j];
      for (int i = from; i < valueDim; i++) {
        s[row + i] *= decay;
      }
      for (int i = from; i < valueDim; i++) {
        delta[deltaOffset + i] = Math.fma(key, s[row + i], delta[deltaOffset + i]);
      }
    }
    for (int i = from; i < valueDim; i++) {
      delta[deltaOffset + i] = beta * (v[vOffset + i] - delta[deltaOffset + i]);
    }
    for (int j = 0; j < keyDim; j++) {
      int row = sOffset + j * valueDim;
      float key = k[kOffset + j];
      float query = q[qOffset + j];
      for (int i = from; i < valueDim; i++) {
        s[row + i] = Math.fma(key, delta[deltaOffset + i], s[row + i]);
      }
      for (int i = from; i < valueDim; i++) {
        out[outOffset + i] = Math.fma(query, s[row + i], out[outOffset + i]);
      }
    }
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
    replayColumns(0, s, sOffset, decay, k, kOffset, delta, deltaOffset, keyDim, valueDim);
  }

  /** {@link #deltaReplay} for the value components from one on. */
  static void replayColumns(
      int from,
      float[] s,
      int sOffset,
      float decay,
      float[] k,
      int kOffset,
      float[] delta,
      int deltaOffset,
      int keyDim,
      int valueDim) {
    for (int j = 0; j < keyDim; j++) {
      int row = sOffset + j * valueDim;
      float key = k[kOffset + j];
      for (int i = from; i < valueDim; i++) {
        s[row + i] = Math.fma(key, delta[deltaOffset + i], s[row + i] * decay);
      }
    }
  }
}
