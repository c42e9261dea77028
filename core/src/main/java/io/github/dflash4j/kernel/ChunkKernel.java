/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Multiplies one chunk that holds its own scales with rows of activations: {@link PanelKernel} with
 * the scales before it and {@link PanelScales#addSums} behind it, and the bits of these. Nothing is
 * written between them: to write and read the scales of a chunk took 60 ns beside 90 for its codes.
 * Stateless.
 */
interface ChunkKernel {

  /** The most rows of one call; smaller powers of two do as well. */
  int mostRows();

  /**
   * Adds the products of a chunk to the results.
   *
   * @param w where the chunk lies
   * @param at where it starts
   * @param groups how many groups
   * @param x the activations, with pairs
   * @param row their first row
   * @param rows how many: 1, 2 or 4, not more than {@link #mostRows()}
   * @param column the first column of the chunk
   * @param results 32 for each row of activations
   * @param to where those of the first row start
   */
  void add(
      MemorySegment w,
      long at,
      int groups,
      Int8Rows x,
      int row,
      int rows,
      int column,
      float[] results,
      int to);

  /** Whether {@link #addTwo} is there. */
  default boolean takesTwo() {
    return false;
  }

  /**
   * Adds the products of two chunks with one row of activations. A processor reads ahead within a
   * page of memory, not beyond it; where two chunks lie apart by whole pages, it waits for both new
   * pages at once, so half as often.
   *
   * @param w where the chunks lie
   * @param at0 where the first starts
   * @param at1 where the second starts
   * @param groups how many groups either has
   * @param x the activations, with pairs
   * @param row their row
   * @param column the first column of either chunk
   * @param results 32 for each chunk
   * @param to0 where those of the first start
   * @param to1 where those of the second start
   */
  default void addTwo(
      MemorySegment w,
      long at0,
      long at1,
      int groups,
      Int8Rows x,
      int row,
      int column,
      float[] results,
      int to0,
      int to1) {
    throw new UnsupportedOperationException();
  }
}
