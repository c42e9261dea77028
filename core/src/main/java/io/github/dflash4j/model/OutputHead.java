/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.LargestOutputs;

/**
 * From final-normed hidden rows to logits. A draft usually borrows the one of its target. Safe to
 * share between threads.
 */
public interface OutputHead {

  /**
   * Logits per row, padding rows of the vocabulary included.
   *
   * @return the number of logits
   */
  int vocabulary();

  /**
   * Numbers in a hidden row.
   *
   * @return the hidden size
   */
  int hidden();

  /**
   * Computes logits; each row depends on its own input only.
   *
   * @param hiddenRows rows of {@link #hidden()} numbers from index 0
   * @param rows how many
   * @param logits receives rows of {@link #vocabulary()} numbers from index 0
   */
  void logits(float[] hiddenRows, int rows, float[] logits);

  /**
   * The most likely tokens of each row: those with the largest {@link #logits}, the first of equal
   * ones first. Heads that can do it write no logits.
   *
   * @param hiddenRows rows of {@link #hidden()} numbers from index 0
   * @param rows how many
   * @param tokens how many of the first tokens take part, 1 to {@link #vocabulary()}
   * @param most how many are wanted of each row, at least 1
   * @param found receives them and their logits
   */
  default void mostLikely(
      float[] hiddenRows, int rows, int tokens, int most, LargestOutputs found) {
    float[] logits = found.wholeRows(Math.multiplyExact(rows, vocabulary()));
    logits(hiddenRows, rows, logits);
    found.select(logits, 0, vocabulary(), rows, tokens, most);
  }
}
