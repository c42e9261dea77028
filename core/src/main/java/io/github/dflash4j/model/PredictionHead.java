/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

/**
 * A head for multi-token prediction that a target brings along: one more layer, which sees a token
 * and what the target made of the position before it, and gives the hidden row of the position
 * behind (target-models 5). The weights are immutable and shared; what changes is in {@link
 * PredictionRows}. Of no use after the target is closed.
 */
public interface PredictionHead {

  /**
   * Size of a hidden row.
   *
   * @return the target's hidden size
   */
  int hidden();

  /**
   * The layer whose output is tapped for this head: the last one.
   *
   * @return its zero-based number
   */
  int tap();

  /**
   * Memory of keys and values of one position.
   *
   * @return bytes
   */
  long keyValueBytesPerToken();

  /**
   * Applies the target's final norm. This head reads rows behind that norm, not the raw residual
   * stream that a tap holds.
   *
   * @param tapped rows of the tapped layer
   * @param row which row
   * @param out receives the normed row
   * @param outRow as which row
   */
  void finalNorm(float[] tapped, int row, float[] out, int outRow);

  /**
   * From hidden rows of this head to logits.
   *
   * @return the target's head, or one of its own
   */
  OutputHead head();

  /**
   * Keys and values of one sequence, and buffers.
   *
   * @param capacity positions it can hold
   * @param maxRows rows of the largest pass
   * @return all its memory, owned by the caller and used by one thread at a time
   */
  PredictionRows newRows(int capacity, int maxRows);
}
