/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * The operations of a forward pass on float rows. There are three families: vector code, its scalar
 * twin with the same bits, and the {@linkplain ReferenceKernels reference}, which computes inside
 * each operation in double precision. Implementations are stateless and safe to share between
 * threads; none allocates.
 *
 * <p>Arrays are read and written in place at the given offsets; ranges of one call must not overlap
 * unless a method says so. Bounds are the caller's duty and are checked by the JVM only.
 */
public interface FloatKernels {

  /** Partial sums of {@link #dot}: element i goes to sum i mod 32, whatever the vector width. */
  int PARTIAL_SUMS = 32;

  /** Added to the sum of squares by {@link #l2Norm}. */
  float L2_EPSILON = 1e-6f;

  /**
   * What computes, for people to read.
   *
   * @return for example {@code vector-512}, {@code scalar} or {@code reference}
   */
  String name();

  /**
   * Inner product with a fixed order: over whole groups of 32 elements, 32 partial sums by fused
   * multiply-add, element i in sum i mod 32; then sums l and l+16 are added, l and l+8, l+4, l+2,
   * l+1; then the elements beyond the last whole group are added one by one by fused multiply-add.
   *
   * @param a first factor
   * @param aOffset where it starts
   * @param b second factor
   * @param bOffset where it starts
   * @param count numbers
   * @return the inner product
   */
  float dot(float[] a, int aOffset, float[] b, int bOffset, int count);

  /**
   * {@code out[outOffset + r * outStride] = dot(a, b row r)} for rows of {@code b} that start
   * {@code bStride} apart, each exactly as {@link #dot} computes it.
   *
   * @param a the common factor
   * @param aOffset where it starts
   * @param b the rows
   * @param bOffset where the first row starts
   * @param bStride from row to row
   * @param rows how many rows
   * @param count numbers in a row
   * @param out receives one number per row
   * @param outOffset where the first goes
   * @param outStride from result to result
   */
  default void dotRows(
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
    for (int r = 0; r < rows; r++) {
      out[outOffset + r * outStride] = dot(a, aOffset, b, bOffset + r * bStride, count);
    }
  }

  /**
   * {@link #dotRows} for several common factors: {@code out[outOffset + i + r * outStride] = dot(a
   * row i, b row r)}.
   *
   * @param a the common factors
   * @param aOffset where the first starts
   * @param aStride from factor to factor
   * @param factors how many
   * @param b the rows
   * @param bOffset where the first row starts
   * @param bStride from row to row
   * @param rows how many rows
   * @param count numbers in a row
   * @param out receives the results
   * @param outOffset where the first goes
   * @param outStride from row to row
   */
  default void dotGrid(
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
    for (int i = 0; i < factors; i++) {
      dotRows(
          a,
          aOffset + i * aStride,
          b,
          bOffset,
          bStride,
          rows,
          count,
          out,
          outOffset + i,
          outStride);
    }
  }

  /**
   * Adds weighted rows: {@code out[i] += sum over u of weights[u] * rows[u][i]}, u ascending, by
   * fused multiply-add. Splitting the rows over several calls gives the same bits (the reference,
   * which rounds at the end of a call, excepted).
   *
   * @param weights one weight per row
   * @param weightsOffset where they start
   * @param rows the rows
   * @param rowsOffset where the first row starts
   * @param rowStride from row to row
   * @param rowCount how many rows
   * @param width numbers in a row
   * @param out the sums, added to
   * @param outOffset where they start
   */
  void addWeightedRows(
      float[] weights,
      int weightsOffset,
      float[] rows,
      int rowsOffset,
      int rowStride,
      int rowCount,
      int width,
      float[] out,
      int outOffset);

  /**
   * Softmax in place: subtracts the maximum, {@link FixedMath#exp}, divides by the sum added in
   * index order in double precision.
   *
   * @param x the scores
   * @param offset where they start
   * @param count how many, at least one
   */
  void softmax(float[] x, int offset, int count);

  /**
   * RMSNorm: {@code y = x / sqrt(mean(x^2) + eps) * weight} (target-models 3.2).
   *
   * @param x the row
   * @param xOffset where it starts
   * @param weight final multipliers, {@code count} of them
   * @param eps added to the mean
   * @param count numbers in the row
   * @param y receives the row; may be {@code x} at the same offset
   * @param yOffset where it goes
   */
  void rmsNorm(
      float[] x, int xOffset, float[] weight, float eps, int count, float[] y, int yOffset);

  /**
   * Rotates pairs in place: {@code (a, b) -> (a cos - b sin, b cos + a sin)}; pair i is {@code (i,
   * i + half)} or, for neighbours, {@code (2i, 2i + 1)} (target-models 3.3).
   *
   * @param x the head
   * @param offset where it starts
   * @param cos one cosine per pair
   * @param sin one sine per pair
   * @param tableOffset where both start
   * @param half number of pairs
   * @param neighbours whether pairs are neighbours
   */
  void rotate(
      float[] x,
      int offset,
      float[] cos,
      float[] sin,
      int tableOffset,
      int half,
      boolean neighbours);

  /**
   * The gate of the MLP: {@code gate[i] = silu(gate[i]) * up[i]} with {@code silu(a) = a / (1 +
   * exp(-a))}.
   *
   * @param gate gate values, replaced by the result
   * @param up up values
   * @param offset where both start
   * @param count how many
   */
  void siluMultiply(float[] gate, float[] up, int offset, int count);

  /**
   * Row t of the grouped dynamic convolution (dflash-algorithm 4): {@code out[i] = sum over o =
   * 0..K-1 with o <= t of (base[o][i] + dyn[o][i / group]) * y[t - o][i]}, o ascending.
   *
   * @param y all rows of the block, {@code hidden} apart
   * @param t the row computed
   * @param hidden numbers in a row
   * @param base base kernel of this side, {@code [K, hidden]}
   * @param baseOffset where it starts
   * @param dyn dynamic kernel of row t and this side, {@code [K, hidden / group]}
   * @param dynOffset where it starts
   * @param taps K
   * @param group channels in a group
   * @param out receives the row; must not be {@code y}
   * @param outOffset where it goes
   */
  void convolveRow(
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
      int outOffset);

  /**
   * A sigmoid gate: {@code x[i] *= 1 / (1 + exp(-gate[i]))} (target-models 3.4).
   *
   * @param x the numbers, replaced by the result
   * @param xOffset where they start
   * @param gate gate values
   * @param gateOffset where they start
   * @param count how many
   */
  void sigmoidMultiply(float[] x, int xOffset, float[] gate, int gateOffset, int count);

  /**
   * L2 norm in place: {@code x / sqrt(sum(x^2) + 1e-6) * scale} (target-models 3.5).
   *
   * @param x the numbers, replaced by the result
   * @param offset where they start
   * @param count how many
   * @param scale multiplies the normed numbers
   */
  void l2Norm(float[] x, int offset, int count, float scale);

  /**
   * One row of the causal depthwise convolution with its SiLU: {@code out[c] = silu(sum over j of
   * kernel[j][c] * rows[j][c])}, j ascending, so the last tap multiplies the newest row
   * (target-models 3.5).
   *
   * @param rows {@code taps} consecutive rows, oldest first
   * @param rowsOffset where the oldest starts
   * @param kernel {@code [taps, channels]}
   * @param taps rows seen
   * @param channels numbers in a row
   * @param out receives the row; must not be {@code rows}
   * @param outOffset where it goes
   */
  void convolveCausal(
      float[] rows,
      int rowsOffset,
      float[] kernel,
      int taps,
      int channels,
      float[] out,
      int outOffset);

  /**
   * One token of the gated delta rule for one head (target-models 3.5): {@code S *= decay; delta =
   * beta * (v - S^T k); S += k delta^T; out = S^T q}. Sums over the key components run in index
   * order, so no result depends on a vector width.
   *
   * @param s the memory {@code [keyDim, valueDim]}, changed in place
   * @param sOffset where it starts
   * @param decay factor of the memory
   * @param k the key
   * @param kOffset where it starts
   * @param v the value
   * @param vOffset where it starts
   * @param beta strength of the write
   * @param q the query
   * @param qOffset where it starts
   * @param keyDim numbers in a key
   * @param valueDim numbers in a value
   * @param delta receives what is written for the key, {@code valueDim} numbers
   * @param deltaOffset where it goes
   * @param out receives what the memory answers, {@code valueDim} numbers
   * @param outOffset where it goes
   */
  void deltaStep(
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
      int outOffset);

  /**
   * Repeats the change that {@link #deltaStep} made to the memory, with the same bits: {@code S *=
   * decay; S += k delta^T}.
   *
   * @param s the memory {@code [keyDim, valueDim]}, changed in place
   * @param sOffset where it starts
   * @param decay factor of the memory
   * @param k the key
   * @param kOffset where it starts
   * @param delta what {@link #deltaStep} wrote
   * @param deltaOffset where it starts
   * @param keyDim numbers in a key
   * @param valueDim numbers in a value
   */
  void deltaReplay(
      float[] s,
      int sOffset,
      float decay,
      float[] k,
      int kOffset,
      float[] delta,
      int deltaOffset,
      int keyDim,
      int valueDim);
}
