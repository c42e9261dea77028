/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

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
   * The most likely token of each row: the first of the largest {@link #logits}. Heads that can do
   * it write no logits.
   *
   * @param hiddenRows rows of {@link #hidden()} numbers from index 0
   * @param rows how many
   * @param tokens how many of the first tokens take part, 1 to {@link #vocabulary()}
   * @param best receives a token for each row, -1 where one of the logits is not a number or all
   *     are negative infinity
   */
  default void mostLikely(float[] hiddenRows, int rows, int tokens, int[] best) {
    float[] logits = new float[Math.multiplyExact(rows, vocabulary())];
    logits(hiddenRows, rows, logits);
    for (int r = 0; r < rows; r++) {
      int from = r * vocabulary();
      int found = 0;
      for (int t = 0; t < tokens && found >= 0; t++) {
        float logit = logits[from + t];
        if (Float.isNaN(logit)) {
          found = -1;
        } else if (logit > logits[from + found]) {
          found = t;
        }
      }
      boolean none = found >= 0 && logits[from + found] == Float.NEGATIVE_INFINITY;
      best[r] = none ? -1 : found;
    }
  }
}
