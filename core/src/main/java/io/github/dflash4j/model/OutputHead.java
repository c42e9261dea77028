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
}
