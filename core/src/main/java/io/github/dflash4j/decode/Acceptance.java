/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.kernel.LargestOutputs;

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
   * How many of the most likely tokens of a row are all that has to be known of it.
   *
   * @return the number with which {@link #judge(LargestOutputs, int[], int, Proposal)} gives the
   *     same verdicts; 0 if there is none and logits are needed
   */
  default int mostLikelyNeeded() {
    return 0;
  }

  /**
   * Judges one target pass by the most likely tokens of its rows.
   *
   * @param mostLikely {@link #mostLikelyNeeded} for each row of the block, with their logits
   * @param block the anchor and the drafted tokens
   * @param rows rows of the block
   * @param proposal what the drafted tokens were drawn from; only looked at if tokens are drawn
   * @return how many drafted tokens stay, and the token behind them
   */
  default Verdict judge(LargestOutputs mostLikely, int[] block, int rows, Proposal proposal) {
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
    static final int NOT_A_NUMBER = LargestOutputs.NOT_A_NUMBER;
  }
}
