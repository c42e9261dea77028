/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.FixedMath;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.WeightMatrix;

/**
 * The recurrent layer of the Qwen3.5 family (target-models 3.5): a short causal convolution, the
 * gated delta rule token by token for any number of rows, and a gated norm. The chunked form of the
 * rule is equal in algebra, not in bits, and is not used. Immutable and safe to share between
 * threads.
 */
public final class GatedDeltaNet {
  private static final float SOFTPLUS_THRESHOLD = 20f;

  private final DeltaNetShape shape;
  final int[] keyHeads;
  private final Projections projections;
  private final float[] convolution;
  private final float[] rates;
  private final float[] rateBiases;
  private final float[] norm;
  private final float epsilon;
  private final float queryScale;
  private final ThreadLocal<float[]> scratch = ThreadLocal.withInitial(() -> new float[0]);

  /**
   * The matrices of a layer.
   *
   * @param mixed {@code [channels, hidden]}: rows of queries, keys, values
   * @param gate {@code [valueWidth, hidden]}: the gate behind the norm, z
   * @param beta {@code [valueHeads, hidden]}: strength of the write
   * @param alpha {@code [valueHeads, hidden]}: speed of forgetting
   * @param out {@code [hidden, valueWidth]}
   */
  public record Projections(
      WeightMatrix mixed,
      WeightMatrix gate,
      WeightMatrix beta,
      WeightMatrix alpha,
      WeightMatrix out) {}

  /**
   * A layer in the canonical form of target-models 2.3.
   *
   * @param shape sizes
   * @param keyHeads per value head, the key head it uses; the arrays are kept, not copied
   * @param projections the matrices
   * @param convolution {@code [taps, channels]}, the last tap for the current row
   * @param rates per value head, {@code -exp(A_log)}: negative
   * @param rateBiases per value head, added to alpha
   * @param norm multipliers of the output norm, {@code valueDim} of them
   * @param epsilon added to the mean of squares by the output norm
   */
  public GatedDeltaNet(
      DeltaNetShape shape,
      int[] keyHeads,
      Projections projections,
      float[] convolution,
      float[] rates,
      float[] rateBiases,
      float[] norm,
      float epsilon) {
    this.shape = shape;
    this.keyHeads = keyHeads;
    this.projections = projections;
    this.convolution = convolution;
    this.rates = rates;
    this.rateBiases = rateBiases;
    this.norm = norm;
    this.epsilon = epsilon;
    this.queryScale = (float) (1 / Math.sqrt(shape.keyDim()));
  }

  /**
   * Sizes of the layer.
   *
   * @return the shape
   */
  public DeltaNetShape shape() {
    return shape;
  }

  /**
   * Runs rows behind the committed ones. The state stays as it is but for its tape; {@link
   * DeltaNetState#commit} makes rows part of it.
   *
   * @param compute what to compute with
   * @param state state of this layer
   * @param buffers buffers for at least as many rows
   * @param x input rows of {@code hidden} numbers from index 0
   * @param rows how many
   * @param y receives rows of {@code hidden} numbers; may be {@code x}
   */
  public void forward(
      Compute compute, DeltaNetState state, DeltaNetRows buffers, float[] x, int rows, float[] y) {
    project(compute, buffers, x, rows);
    mix(compute, state, buffers, rows);
    projectOut(compute, buffers, rows, y);
  }

  /**
   * Runs rows that stay in any case and makes them part of the state at once: the bits of {@link
   * #forward} and a commit of all rows, for any number of rows and without a tape for them. If this
   * fails half-way, the state is that of no row.
   *
   * @param compute what to compute with
   * @param state state of this layer
   * @param buffers buffers for at least as many rows
   * @param x input rows of {@code hidden} numbers from index 0
   * @param rows how many
   * @param y receives rows of {@code hidden} numbers; may be {@code x}
   */
  public void read(
      Compute compute, DeltaNetState state, DeltaNetRows buffers, float[] x, int rows, float[] y) {
    project(compute, buffers, x, rows);
    for (int base = 0; base < rows; base += state.tapeRows) {
      int count = Math.min(state.tapeRows, rows - base);
      run(compute, state, buffers, base, count, true);
      state.keepWindow(count);
    }
    state.regions.gate(compute, buffers, rows);
    projectOut(compute, buffers, rows, y);
  }

  /**
   * The first third of {@link #forward}, which knows no state: rows of several states can be
   * projected together.
   *
   * @param compute what to compute with
   * @param buffers receives the projected rows
   * @param x input rows of {@code hidden} numbers from index 0
   * @param rows how many
   */
  public void project(Compute compute, DeltaNetRows buffers, float[] x, int rows) {
    compute.project(x, rows, projections.mixed(), buffers.mixed, projections.gate(), buffers.gates);
    compute.project(
        x, rows, projections.beta(), buffers.betas, projections.alpha(), buffers.alphas);
  }

  /**
   * The second third of {@link #forward}: what the rows of one state do to each other.
   *
   * @param compute what to compute with
   * @param state state of this layer
   * @param buffers projected rows of that state
   * @param rows how many
   */
  public void mix(Compute compute, DeltaNetState state, DeltaNetRows buffers, int rows) {
    run(compute, state, buffers, 0, rows, false);
    state.regions.gate(compute, buffers, rows);
  }

  /** Runs rows {@code base} and following, on the memory itself or on a copy of it. */
  private void run(
      Compute compute,
      DeltaNetState state,
      DeltaNetRows buffers,
      int base,
      int rows,
      boolean inPlace) {
    int channels = shape.channels();
    System.arraycopy(
        buffers.mixed, base * channels, state.raw, (shape.taps() - 1) * channels, rows * channels);
    state.regions.run(compute, buffers, base, rows, inPlace);
  }

  /**
   * The last third of {@link #forward}, which knows no state either.
   *
   * @param compute what to compute with
   * @param buffers mixed rows
   * @param rows how many
   * @param y receives rows of {@code hidden} numbers
   */
  public void projectOut(Compute compute, DeltaNetRows buffers, int rows, float[] y) {
    compute.project(projections.out(), buffers.gates, rows, y);
  }

  /** Convolves a row, norms its queries and keys, and works out decay and strength per head. */
  void prepare(FloatKernels kernels, DeltaNetState state, DeltaNetRows buffers, int base, int row) {
    int channels = shape.channels();
    int at = (base + row) * channels;
    kernels.convolveCausal(
        state.raw, row * channels, convolution, shape.taps(), channels, buffers.mixed, at);
    int keyDim = shape.keyDim();
    int width = shape.keyWidth();
    for (int h = 0; h < shape.keyHeads(); h++) {
      kernels.l2Norm(buffers.mixed, at + h * keyDim, keyDim, queryScale);
      kernels.l2Norm(buffers.mixed, at + width + h * keyDim, keyDim, 1f);
    }
    System.arraycopy(buffers.mixed, at + width, state.keys, row * width, width);
    for (int h = 0; h < shape.valueHeads(); h++) {
      int i = (base + row) * shape.valueHeads() + h;
      buffers.betas[i] = FixedMath.sigmoid(buffers.betas[i]);
      state.decays[row * shape.valueHeads() + h] =
          decay(rates[h], buffers.alphas[i] + rateBiases[h]);
    }
  }

  /** {@code exp(rate * softplus(x))}, in double precision, the same bits everywhere. */
  static float decay(float rate, float x) {
    double softplus = x > SOFTPLUS_THRESHOLD ? x : StrictMath.log1p(StrictMath.exp(x));
    return (float) StrictMath.exp(rate * softplus);
  }

  /** Norm first, gate second; the gated row ends in the buffer of the gates. */
  void gate(FloatKernels kernels, DeltaNetRows buffers, int row) {
    int valueDim = shape.valueDim();
    int first = row * shape.valueWidth();
    for (int h = 0; h < shape.valueHeads(); h++) {
      int at = first + h * valueDim;
      kernels.rmsNorm(buffers.answers, at, norm, epsilon, valueDim, buffers.answers, at);
    }
    kernels.siluMultiply(buffers.gates, buffers.answers, first, shape.valueWidth());
  }

  /** Runs rows of one value head on its memory, or on a copy of it. */
  void runHead(
      FloatKernels kernels,
      DeltaNetState state,
      DeltaNetRows buffers,
      int head,
      int base,
      int rows,
      boolean inPlace) {
    int size = shape.keyDim() * shape.valueDim();
    float[] memory = inPlace ? state.memory : copy(state.memory, head * size, size);
    int memoryOffset = inPlace ? head * size : 0;
    int keyDim = shape.keyDim();
    int valueDim = shape.valueDim();
    int key = keyHeads[head] * keyDim;
    int value = 2 * shape.keyWidth() + head * valueDim;
    for (int r = 0; r < rows; r++) {
      int noted = r * shape.valueHeads() + head;
      int item = (base + r) * shape.valueHeads() + head;
      int row = (base + r) * shape.channels();
      kernels.deltaStep(
          memory,
          memoryOffset,
          state.decays[noted],
          buffers.mixed,
          row + shape.keyWidth() + key,
          buffers.mixed,
          row + value,
          buffers.betas[item],
          buffers.mixed,
          row + key,
          keyDim,
          valueDim,
          state.deltas,
          noted * valueDim,
          buffers.answers,
          item * valueDim);
    }
  }

  private float[] copy(float[] from, int offset, int size) {
    float[] array = scratch.get();
    if (array.length < size) {
      array = new float[size];
      scratch.set(array);
    }
    System.arraycopy(from, offset, array, 0, size);
    return array;
  }
}
