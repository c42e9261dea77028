/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Proposal;

/** Decides which drafted tokens of a verified block become text. One object per generation. */
interface Acceptance {

  /**
   * Judges one target pass.
   *
   * @param logits one row per row of the block; row j judges the token behind it
   * @param block the anchor and the drafted tokens
   * @param rows rows of the block
   * @param proposal what the drafted tokens were drawn from; only looked at if tokens are drawn
   * @return how many drafted tokens stay, and the token behind them
   */
  Verdict judge(float[] logits, int[] block, int rows, Proposal proposal);

  /**
   * Whether more has to be known of a row than its most likely token.
   *
   * @return false if {@link #judge(int[], int[], int)} gives the same verdicts
   */
  default boolean needsLogits() {
    return true;
  }

  /**
   * Judges one target pass by the most likely tokens of its rows.
   *
   * @param mostLikely one for each row of the block, {@link Verdict#NOT_A_NUMBER} where there is
   *     none
   * @param block the anchor and the drafted tokens
   * @param rows rows of the block
   * @return how many drafted tokens stay, and the token behind them
   */
  default Verdict judge(int[] mostLikely, int[] block, int rows) {
    throw new UnsupportedOperationException("logits are needed");
  }

  /**
   * How many drafted tokens are accepted, and the target's own token behind them.
   *
   * @param next a token, or {@link #NOT_A_NUMBER} if the row that decides it holds NaN or forbids
   *     every token: an error only if that token is needed, so that plain decoding, which stops
   *     before it, agrees
   */
  record Verdict(int accepted, int next) {
    static final int NOT_A_NUMBER = -1;
  }
}
