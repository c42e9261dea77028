/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

/**
 * A table of token vectors. A draft usually borrows the one of its target. Safe to share between
 * threads.
 */
public interface TokenEmbedding {

  /**
   * Rows of the table, padding included.
   *
   * @return the number of rows
   */
  int vocabulary();

  /**
   * Numbers in a row.
   *
   * @return the hidden size
   */
  int hidden();

  /**
   * Copies the raw row of a token, without any scale.
   *
   * @param token a token id
   * @param out receives {@link #hidden()} numbers
   * @param offset where they go
   * @throws IndexOutOfBoundsException if there is no such row
   */
  void row(int token, float[] out, int offset);
}
