/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.Attention;
import io.github.dflash4j.model.Rope;

/**
 * The forward of a draft with the buffers it needs: from tapped states to the context, and from
 * embedded block rows over a context to hidden rows (dflash-algorithm 3). Every form goes through
 * the same code, and a row of the context depends on its own taps and its position only, so a
 * context grown in pieces, one made at once and one made from fused rows give the same bits.
 *
 * <p>Bound to one thread at a time; weights are shared. A failing projection leaves a context with
 * the rows its {@link DraftContext#length()} counts.
 */
public final class DraftForward {
  /** Context rows computed together: enough to share the decoding of weights. */
  static final int CHUNK = 32;

  private final DraftConfig config;
  private final DraftWeights weights;
  private final Compute compute;
  private final Attention attention;
  private final Rope rope;
  private final ForwardBuffers b;
  private final DraftRegions regions;
  private BlockTrace trace = BlockTrace.NONE;

  /** Names of the points of a sublayer, made once: a block makes no objects. */
  private record Points(String normed, String dynamic, String before, String out, String after) {
    static final Points ATTENTION = of("attention.");
    static final Points MLP = of("mlp.");

    static Points of(String sublayer) {
      return new Points(
          sublayer + "normed",
          sublayer + "conv_dyn",
          sublayer + "conv_before",
          sublayer + "sublayer_out",
          sublayer + "conv_after");
    }
  }

  DraftForward(DraftConfig config, DraftWeights weights, Compute compute, Rope rope) {
    this.config = config;
    this.weights = weights;
    this.compute = compute;
    this.attention =
        new Attention(compute, config.heads(), config.keyValueHeads(), config.headDim());
    this.rope = rope;
    this.b = new ForwardBuffers(config);
    this.regions = new DraftRegions(config, compute, rope, b);
  }

  /** Works out the rotary angles of the first positions, so that a block makes no objects. */
  void reserve(int positions) {
    rope.reserve(positions);
  }

  void trace(BlockTrace newTrace) {
    trace = newTrace;
  }

  /**
   * Fuses tapped rows: {@code c = RMSNorm(s fc^T; hidden_norm)}.
   *
   * @param taps rows of {@code taps x hidden} numbers
   * @param rowOffset first row used
   * @param rows how many rows
   * @param fused receives rows of {@code hidden} numbers
   * @param fusedOffset first row written
   * @throws IllegalArgumentException if an array is too short
   */
  public void fuse(float[] taps, int rowOffset, int rows, float[] fused, int fusedOffset) {
    checkRows("taps", taps, rowOffset, rows, config.tapWidth());
    checkRows("fused rows", fused, fusedOffset, rows, config.hidden());
    for (int done = 0; done < rows; done += CHUNK) {
      int n = Math.min(CHUNK, rows - done);
      fuseChunk(taps, rowOffset + done, n);
      System.arraycopy(
          b.fused, 0, fused, (fusedOffset + done) * config.hidden(), n * config.hidden());
    }
  }

  /**
   * Appends tapped rows to a context at its next positions.
   *
   * @param context a context of this draft
   * @param taps rows of {@code taps x hidden} numbers: raw outputs of the tapped layers, joined in
   *     the order of {@link DraftConfig#taps()}
   * @param rowOffset first row used
   * @param rows how many rows, 0 or more
   * @throws IllegalArgumentException if they do not fit, or the context is of another draft
   */
  public void append(DraftContext context, float[] taps, int rowOffset, int rows) {
    checkContext(context, rows);
    checkRows("taps", taps, rowOffset, rows, config.tapWidth());
    for (int done = 0; done < rows; done += CHUNK) {
      int n = Math.min(CHUNK, rows - done);
      fuseChunk(taps, rowOffset + done, n);
      appendChunk(context, n);
    }
  }

  /**
   * Appends rows that are fused already.
   *
   * @param context a context of this draft
   * @param fused rows of {@code hidden} numbers as {@link #fuse} gives them
   * @param rowOffset first row used
   * @param rows how many rows, 0 or more
   * @throws IllegalArgumentException if they do not fit, or the context is of another draft
   */
  public void appendFused(DraftContext context, float[] fused, int rowOffset, int rows) {
    checkContext(context, rows);
    checkRows("fused rows", fused, rowOffset, rows, config.hidden());
    for (int done = 0; done < rows; done += CHUNK) {
      int n = Math.min(CHUNK, rows - done);
      System.arraycopy(
          fused, (rowOffset + done) * config.hidden(), b.fused, 0, n * config.hidden());
      appendChunk(context, n);
    }
  }

  /**
   * Runs a block over a context. Row j has position {@code context.nextPosition() + j}; the context
   * is as before when it returns.
   *
   * @param context a context of this draft
   * @param embedded raw embedding rows of the anchor and the mask tokens, {@code hidden} numbers
   *     each; the draft's own scale is applied here
   * @param rows rows of the block, 1 to the block size; a shorter block is cut at its end and gives
   *     other rows, since its rows see each other
   * @param hidden receives final-normed rows of {@code hidden} numbers; row 0 predicts nothing, row
   *     j the token at its own position
   * @throws IllegalArgumentException if they do not fit, or the context is of another draft
   */
  public void block(DraftContext context, float[] embedded, int rows, float[] hidden) {
    checkContext(context, 0);
    if (rows < 1 || rows > config.blockSize()) {
      throw new IllegalArgumentException(
          "a block has 1 to " + config.blockSize() + " rows, not " + rows);
    }
    checkRows("embedded rows", embedded, 0, rows, config.hidden());
    checkRows("hidden rows", hidden, 0, rows, config.hidden());
    int numbers = rows * config.hidden();
    for (int i = 0; i < numbers; i++) {
      b.residual[i] = embedded[i] * config.inputScale();
    }
    rope.fill(context.nextPosition(), rows, b.cos, b.sin);
    for (int n = 0; n < config.layers(); n++) {
      DraftLayer layer = weights.layers().get(n);
      attentionSublayer(n, layer, context, rows);
      mlpSublayer(n, layer, rows);
      trace.at(n, "residual", b.residual, numbers);
    }
    regions.norm(b.residual, weights.finalNorm(), rows, hidden);
  }

  /**
   * The form without a cache: a context made of all rows, then the block over it.
   *
   * @param taps rows of {@code taps x hidden} numbers from index 0
   * @param contextRows how many rows, 0 or more
   * @param firstPosition position of the first row, usually 0
   * @param embedded as in {@link #block}
   * @param rows as in {@link #block}
   * @param hidden as in {@link #block}
   * @throws IllegalArgumentException if they do not fit
   */
  public void blockUncached(
      float[] taps,
      int contextRows,
      int firstPosition,
      float[] embedded,
      int rows,
      float[] hidden) {
    DraftContext context = new DraftContext(config, firstPosition, Math.max(1, contextRows));
    append(context, taps, 0, contextRows);
    block(context, embedded, rows, hidden);
  }

  /**
   * The form without a cache for rows that are fused already.
   *
   * @param fused rows of {@code hidden} numbers from index 0
   * @param contextRows how many rows, 0 or more
   * @param firstPosition position of the first row, usually 0
   * @param embedded as in {@link #block}
   * @param rows as in {@link #block}
   * @param hidden as in {@link #block}
   * @throws IllegalArgumentException if they do not fit
   */
  public void blockOverFused(
      float[] fused,
      int contextRows,
      int firstPosition,
      float[] embedded,
      int rows,
      float[] hidden) {
    DraftContext context = new DraftContext(config, firstPosition, Math.max(1, contextRows));
    appendFused(context, fused, 0, contextRows);
    block(context, embedded, rows, hidden);
  }

  /**
   * Memory of the buffers.
   *
   * @return bytes
   */
  public long bytes() {
    return ForwardBuffers.bytes(config);
  }

  private void fuseChunk(float[] taps, int rowOffset, int rows) {
    float[] from = taps;
    if (rowOffset > 0) {
      System.arraycopy(taps, rowOffset * config.tapWidth(), b.taps, 0, rows * config.tapWidth());
      from = b.taps;
    }
    weights.fusion().fuse(from, rows, b.fused);
  }

  // Keys and values of all layers first: nothing is stored if a projection fails.
  private void appendChunk(DraftContext context, int rows) {
    int position = context.nextPosition();
    rope.fill(position, rows, b.cos, b.sin);
    for (int n = 0; n < config.layers(); n++) {
      keysAndValues(weights.layers().get(n), b.fused, rows, b.keys[n], b.values[n]);
    }
    for (int n = 0; n < config.layers(); n++) {
      put(context, n, position, rows);
    }
    context.grow(rows);
  }

  private void put(DraftContext context, int n, int position, int rows) {
    for (int r = 0; r < rows; r++) {
      context.cache(n).put(0, position + r, b.keys[n], b.values[n], r * config.keyValueWidth());
    }
  }

  /** For context rows and block rows alike; they differ in what they are made of. */
  private void keysAndValues(DraftLayer layer, float[] x, int rows, float[] k, float[] v) {
    compute.project(layer.k(), x, rows, k);
    compute.project(layer.v(), x, rows, v);
    regions.rotate(k, layer.kNorm(), config.keyValueHeads(), rows);
  }

  private void attentionSublayer(int n, DraftLayer layer, DraftContext context, int rows) {
    regions.norm(b.residual, layer.attentionNorm(), rows, b.normed);
    trace.at(n, Points.ATTENTION.normed(), b.normed, rows * config.hidden());
    float[] x = prepare(n, Points.ATTENTION, layer.attentionConvolution(), rows);
    compute.project(layer.q(), x, rows, b.q);
    regions.rotate(b.q, layer.qNorm(), config.heads(), rows);
    keysAndValues(layer, x, rows, b.keys[n], b.values[n]);
    put(context, n, context.nextPosition(), rows);
    see(config.masks().get(n), context, rows);
    attention.attend(context.cache(n), 0, b.q, rows, b.from, b.to, b.attended);
    compute.project(layer.o(), b.attended, rows, b.y);
    finish(n, Points.ATTENTION, layer.attentionConvolution(), rows);
  }

  private void see(LayerMask mask, DraftContext context, int rows) {
    int position = context.nextPosition();
    for (int r = 0; r < rows; r++) {
      b.from[r] = mask.from(position + r, context.firstPosition());
      b.to[r] = mask.to(position + r, position + rows);
    }
  }

  private void mlpSublayer(int n, DraftLayer layer, int rows) {
    regions.norm(b.residual, layer.mlpNorm(), rows, b.normed);
    trace.at(n, Points.MLP.normed(), b.normed, rows * config.hidden());
    float[] x = prepare(n, Points.MLP, layer.mlpConvolution(), rows);
    layer.mlp().apply(compute, x, rows, b.gate, b.up, b.y);
    finish(n, Points.MLP, layer.mlpConvolution(), rows);
  }

  /** What the sublayer reads. */
  private float[] prepare(int n, Points points, GroupedConvolution convolution, int rows) {
    if (convolution == null) {
      return b.normed;
    }
    convolution.prepare(b.normed, rows, b.dynamic, b.convolved);
    trace.at(n, points.dynamic(), b.dynamic, rows * convolution.dynamicWidth());
    trace.at(n, points.before(), b.convolved, rows * config.hidden());
    return b.convolved;
  }

  /** Adds what the sublayer gave to the residual stream. */
  private void finish(int n, Points points, GroupedConvolution convolution, int rows) {
    int numbers = rows * config.hidden();
    trace.at(n, points.out(), b.y, numbers);
    float[] y = b.y;
    if (convolution != null) {
      convolution.finish(b.y, rows, b.dynamic, b.convolved);
      trace.at(n, points.after(), b.convolved, numbers);
      y = b.convolved;
    }
    regions.add(y, rows);
  }

  private void checkContext(DraftContext context, int rows) {
    if (context.config() != config) {
      throw new IllegalArgumentException("the context belongs to another draft");
    }
    if (rows < 0 || rows > context.capacity() - context.length()) {
      throw new IllegalArgumentException(
          context.length() + " + " + rows + " rows do not fit a context of " + context.capacity());
    }
  }

  private static void checkRows(String what, float[] array, int offset, int rows, int width) {
    if (offset < 0 || rows < 0 || ((long) offset + rows) * width > array.length) {
      throw new IllegalArgumentException(
          rows
              + " "
              + what
              + " of "
              + width
              + " numbers from row "
              + offset
              + " do not lie in an array of "
              + array.length);
    }
  }
}
