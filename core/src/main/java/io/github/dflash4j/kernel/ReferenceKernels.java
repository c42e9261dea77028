/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * The double-precision reference: every operation computes in double from its float inputs and
 * rounds once at its end. Slow and simple; every other path is compared with it, and a model can be
 * run on it as a whole ({@link Compute#reference()}).
 */
final class ReferenceKernels implements FloatKernels {

  @Override
  public String name() {
    return "reference";
  }

  @Override
  public float dot(float[] a, int aOffset, float[] b, int bOffset, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += (double) a[aOffset + i] * b[bOffset + i];
    }
    return (float) sum;
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
    for (int i = 0; i < width; i++) {
      double sum = out[outOffset + i];
      for (int u = 0; u < rowCount; u++) {
        sum += (double) weights[weightsOffset + u] * rows[rowsOffset + u * rowStride + i];
      }
      out[outOffset + i] = (float) sum;
    }
  }

  @Override
  public void softmax(float[] x, int offset, int count) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      max = Math.max(max, x[offset + i]);
    }
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += StrictMath.exp(x[offset + i] - max);
    }
    for (int i = 0; i < count; i++) {
      x[offset + i] = (float) (StrictMath.exp(x[offset + i] - max) / sum);
    }
  }

  @Override
  public void rmsNorm(
      float[] x, int xOffset, float[] weight, float eps, int count, float[] y, int yOffset) {
    double squares = 0;
    for (int i = 0; i < count; i++) {
      squares += (double) x[xOffset + i] * x[xOffset + i];
    }
    double scale = 1.0 / Math.sqrt(squares / count + eps);
    for (int i = 0; i < count; i++) {
      y[yOffset + i] = (float) (x[xOffset + i] * scale * weight[i]);
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
    for (int i = 0; i < half; i++) {
      int first = neighbours ? offset + 2 * i : offset + i;
      int second = neighbours ? first + 1 : first + half;
      double a = x[first];
      double b = x[second];
      double c = cos[tableOffset + i];
      double s = sin[tableOffset + i];
      x[first] = (float) (a * c - b * s);
      x[second] = (float) (b * c + a * s);
    }
  }

  @Override
  public void siluMultiply(float[] gate, float[] up, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      double a = gate[i];
      gate[i] = (float) (a / (1.0 + StrictMath.exp(-a)) * up[i]);
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
    for (int i = 0; i < hidden; i++) {
      double sum = 0;
      for (int o = 0; o < taps && o <= t; o++) {
        double kernel =
            (double) base[baseOffset + o * hidden + i] + dyn[dynOffset + o * groups + i / group];
        sum += kernel * y[(t - o) * hidden + i];
      }
      out[outOffset + i] = (float) sum;
    }
  }

  @Override
  public void sigmoidMultiply(float[] x, int xOffset, float[] gate, int gateOffset, int count) {
    for (int i = 0; i < count; i++) {
      double sigmoid = 1.0 / (1.0 + StrictMath.exp(-(double) gate[gateOffset + i]));
      x[xOffset + i] = (float) (x[xOffset + i] * sigmoid);
    }
  }

  @Override
  public void l2Norm(float[] x, int offset, int count, float scale) {
    double squares = 0;
    for (int i = offset; i < offset + count; i++) {
      squares += (double) x[i] * x[i];
    }
    double factor = scale / Math.sqrt(squares + L2_EPSILON);
    for (int i = offset; i < offset + count; i++) {
      x[i] = (float) (x[i] * factor);
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
    for (int c = 0; c < channels; c++) {
      double sum = 0;
      for (int j = 0; j < taps; j++) {
        sum += (double) kernel[j * channels + c] * rows[rowsOffset + j * channels + c];
      }
      out[outOffset + c] = (float) (sum / (1.0 + StrictMath.exp(-sum)));
    }
  }

  // The memory is rounded once, after the write, so that a replay can give the same bits.
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
    for (int i = 0; i < valueDim; i++) {
      double known = 0;
      for (int j = 0; j < keyDim; j++) {
        known += (double) s[sOffset + j * valueDim + i] * decay * k[kOffset + j];
      }
      delta[deltaOffset + i] = (float) (beta * (v[vOffset + i] - known));
    }
    deltaReplay(s, sOffset, decay, k, kOffset, delta, deltaOffset, keyDim, valueDim);
    for (int i = 0; i < valueDim; i++) {
      double sum = 0;
      for (int j = 0; j < keyDim; j++) {
        sum += (double) s[sOffset + j * valueDim + i] * q[qOffset + j];
      }
      out[outOffset + i] = (float) sum;
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
    for (int j = 0; j < keyDim; j++) {
      for (int i = 0; i < valueDim; i++) {
        int at = sOffset + j * valueDim + i;
        s[at] = (float) ((double) s[at] * decay + (double) k[kOffset + j] * delta[deltaOffset + i]);
      }
    }
  }
}
