/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Multiplies the codes of one chunk with rows of activations. All implementations give the same
 * bits: a product over the codes of one scale is an exact integer D, and then per row of weights
 * and group, groups ascending, {@code sums = fma(s, xScale * D, sums)} and {@code lows = fma(m,
 * xScale * xSum, lows)}. Stateless.
 */
interface PanelKernel {

  /** The most rows of one call; smaller powers of two do as well. */
  int mostRows();

  /**
   * Adds the products of a chunk to the sums of the scratch.
   *
   * @param w where the codes lie
   * @param at where they start
   * @param groups how many groups
   * @param x the activations
   * @param row their first row
   * @param rows how many: 1, 2, 4 or 8, not more than {@link #mostRows()}
   * @param column the first column of the chunk
   * @param s scales and minima of the chunk; its sums, 32 for each row, are added to
   */
  void multiply(
      MemorySegment w,
      long at,
      int groups,
      Int8Rows x,
      int row,
      int rows,
      int column,
      PanelScratch s);
}
