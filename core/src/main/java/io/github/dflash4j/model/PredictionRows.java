/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

/**
 * What one sequence adds to a {@link PredictionHead}: keys and values of its layer. Used by one
 * thread at a time.
 */
public interface PredictionRows {

  /**
   * Runs rows at positions {@code first} and following; keys and values that were there or behind
   * are replaced. Row r is made of the token at position {@code first + r + 1} and of the hidden
   * row of position {@code first + r}, and sees all rows from position 0 to its own.
   *
   * @param first position of the first row, at most one behind the last row ever run
   * @param ids the tokens
   * @param idOffset index of the first one
   * @param hidden rows behind the target's final norm, or of an earlier {@link #hidden()}
   * @param hiddenRow which of them belongs to the first row
   * @param rows how many
   * @throws IllegalArgumentException if a token is out of range or the rows do not fit
   * @throws IllegalStateException if the target is closed
   */
  void forward(int first, int[] ids, int idOffset, float[] hidden, int hiddenRow, int rows);

  /**
   * The rows of the last pass behind the norm of the head, from index 0: what logits are made of,
   * and what stands for the target's hidden row when the head is chained. The buffer is overwritten
   * by the next pass, which may read from it.
   *
   * @return rows as long as the hidden size
   */
  float[] hidden();

  /**
   * Memory held.
   *
   * @return bytes of keys, values and buffers
   */
  long bytes();
}
