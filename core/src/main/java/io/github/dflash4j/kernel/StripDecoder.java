/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * Decodes strips of a stored matrix: groups of rows that lie together in the file. Stateless and
 * safe to share between threads.
 */
interface StripDecoder {

  /** Rows of a strip; strips begin at multiples of it. */
  int rows();

  /**
   * Decodes one strip.
   *
   * @param weights the matrix
   * @param firstRow a multiple of {@link #rows()}
   * @param out receives the rows without padding, one after the other from index 0
   */
  void decode(WeightMatrix weights, int firstRow, float[] out);
}
