/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.List;

/**
 * One step of a generation: one target pass over the anchor and the drafted tokens behind it
 * (dflash-algorithm 6.3). Positions count from the first prompt token.
 *
 * @param start position of the anchor, which is also the number of rows the target had committed
 * @param rows rows of the target pass, the anchor's included; 1 for a plain step, 0 for the first
 *     token of a text, which the prompt's last row gives
 * @param drafted the {@code rows - 1} drafted tokens that were verified; the anchor is none of them
 * @param accepted how many of them, from the first on, are the target's own choice
 * @param next the target's choice behind those; -1 if its logits there are not numbers and the step
 *     was cut before, so that nobody needed it
 * @param kept how many of the {@code accepted + 1} tokens became text: fewer only where a stop
 *     token, a stop string or the end of the budget cuts the step
 * @param logprobs one entry for each of the {@code kept} tokens if they were asked for, else none
 */
public record GenerationStep(
    int start,
    int rows,
    List<Integer> drafted,
    int accepted,
    int next,
    int kept,
    List<PositionLogprobs> logprobs) {

  /**
   * Copies the lists.
   *
   * @throws NullPointerException if a list or an element is null
   */
  public GenerationStep {
    drafted = List.copyOf(drafted);
    logprobs = List.copyOf(logprobs);
  }

  /**
   * A step without log-probabilities.
   *
   * @param start as in the record
   * @param rows as in the record
   * @param drafted as in the record
   * @param accepted as in the record
   * @param next as in the record
   * @param kept as in the record
   */
  public GenerationStep(
      int start, int rows, List<Integer> drafted, int accepted, int next, int kept) {
    this(start, rows, drafted, accepted, next, kept, List.of());
  }

  /**
   * Whether this is the first token of the text, which costs no pass of its own.
   *
   * @return true if the prompt's last row gave the token
   */
  public boolean ofPrompt() {
    return rows == 0;
  }

  /**
   * How many of the tokens that became text were drafted; they are the first ones.
   *
   * @return the smaller of accepted and kept
   */
  public int keptDrafted() {
    return Math.min(accepted, kept);
  }

  /**
   * The tokens that became text, in order.
   *
   * @return {@code kept} ids
   */
  public int[] ids() {
    int[] ids = new int[kept];
    for (int i = 0; i < kept; i++) {
      ids[i] = i < accepted ? drafted.get(i) : next;
    }
    return ids;
  }
}
