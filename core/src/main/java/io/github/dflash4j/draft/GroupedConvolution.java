/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.kernel.Workers;

/**
 * The two-sided grouped dynamic convolution around a sublayer of generation 2 (dflash-algorithm 4).
 * For the rows {@code x} that the sublayer's norm gives, {@code dynamic = x kernel_projection^T},
 * read as {@code [row, side, tap, group]}; then
 *
 * <pre>{@code
 * conv_s(y)[t, i] = sum over o with o <= t of
 *                   (base[s, o, i] + dynamic[t, s, o, i / group]) * y[t - o, i]
 * }</pre>
 *
 * The sublayer reads {@code conv_0(x)} ({@link #prepare}) and its output becomes {@code conv_1}
 * ({@link #finish}). Rows are those of one block; a row never reads another block, a later row or
 * the context. Immutable and safe to share between threads.
 */
public final class GroupedConvolution {
  private static final int BEFORE = 0;
  private static final int AFTER = 1;

  private static final ThreadLocal<Region> REGIONS = ThreadLocal.withInitial(Region::new);

  private final Compute compute;
  private final WeightMatrix projection;
  private final float[] base;
  private final ConvolutionShape shape;
  private final int hidden;

  /**
   * A convolution.
   *
   * @param compute what computes it
   * @param projection kernel projection, {@code [2 x taps x groups, hidden]}; row {@code g + groups
   *     x (tap + taps x side)}
   * @param base base kernels, {@code [2, taps, hidden]}; kept and not copied
   * @param shape taps and group size
   * @throws IllegalArgumentException if projection or base kernels do not have that shape
   */
  public GroupedConvolution(
      Compute compute, WeightMatrix projection, float[] base, ConvolutionShape shape) {
    this.compute = compute;
    this.projection = projection;
    this.base = base;
    this.shape = shape;
    this.hidden = projection.in();
    if (hidden % shape.group() != 0
        || projection.out() != shape.dynamicWidth(hidden)
        || base.length != 2 * shape.taps() * hidden) {
      throw new IllegalArgumentException(
          "a convolution of "
              + shape
              + " does not have a projection of "
              + projection.out()
              + " rows and "
              + base.length
              + " base numbers for hidden size "
              + hidden);
    }
  }

  /**
   * Numbers in the dynamic kernels of a row.
   *
   * @return {@code 2 x taps x hidden / group}
   */
  public int dynamicWidth() {
    return projection.out();
  }

  /**
   * The half before the sublayer: computes the dynamic kernels, which both halves use, and what the
   * sublayer reads.
   *
   * @param x normed rows of the block, {@code hidden} numbers each, from index 0
   * @param rows rows of the block
   * @param dynamic receives the dynamic kernels, {@link #dynamicWidth()} numbers a row, to be
   *     handed to {@link #finish}
   * @param out receives {@code conv_0(x)}; must not be {@code x}
   */
  public void prepare(float[] x, int rows, float[] dynamic, float[] out) {
    compute.project(projection, x, rows, dynamic);
    convolve(BEFORE, x, rows, dynamic, out);
  }

  /**
   * The half behind the sublayer.
   *
   * @param y output rows of the sublayer
   * @param rows rows of the block
   * @param dynamic the dynamic kernels that {@link #prepare} computed for these rows
   * @param out receives {@code conv_1(y)}, which is added to the residual stream; must not be
   *     {@code y}
   */
  public void finish(float[] y, int rows, float[] dynamic, float[] out) {
    convolve(AFTER, y, rows, dynamic, out);
  }

  private void convolve(int side, float[] y, int rows, float[] dynamic, float[] out) {
    Region region = REGIONS.get();
    region.set(this, side, y, dynamic, out);
    try {
      int grain = Workers.grain((long) hidden * shape.taps());
      compute.workers().run(rows, grain, region);
    } finally {
      region.set(null, side, null, null, null);
    }
  }

  private void convolveRow(int side, float[] y, int t, float[] dynamic, float[] out) {
    int kernelWidth = shape.taps() * (hidden / shape.group());
    compute
        .kernels()
        .convolveRow(
            y,
            t,
            hidden,
            base,
            side * shape.taps() * hidden,
            dynamic,
            (2 * t + side) * kernelWidth,
            shape.taps(),
            shape.group(),
            out,
            t * hidden);
  }

  /** The arguments of one call, kept by the calling thread so that a call makes no objects. */
  private static final class Region implements Workers.Part {
    private GroupedConvolution convolution;
    private int side;
    private float[] y;
    private float[] dynamic;
    private float[] out;

    void set(GroupedConvolution of, int side, float[] y, float[] dynamic, float[] out) {
      this.convolution = of;
      this.side = side;
      this.y = y;
      this.dynamic = dynamic;
      this.out = out;
    }

    @Override
    public void run(int from, int to) {
      for (int t = from; t < to; t++) {
        convolution.convolveRow(side, y, t, dynamic, out);
      }
    }
  }
}
