/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.kernel.LargestOutputs;
import io.github.dflash4j.sampling.Penalties;

/**
 * Acceptance at temperature 0 (dflash-algorithm 6.4): the longest prefix of drafted tokens that are
 * the target's most likely ones, then the most likely one behind it.
 */
final class GreedyAcceptance implements Acceptance {
  private final int rowLength;
  private final int vocabulary;
  private final Penalties penalties;

  /**
   * @param rowLength logits in a row
   * @param vocabulary how many of them, from the first on, belong to a token; the others are
   *     padding
   * @param penalties bias and penalties with the prompt counted
   */
  GreedyAcceptance(int rowLength, int vocabulary, Penalties penalties) {
    this.rowLength = rowLength;
    this.vocabulary = vocabulary;
    this.penalties = penalties;
  }

  @Override
  public Verdict judge(float[] logits, int[] block, int rows, Proposal proposal) {
    for (int row = 0; ; row++) {
      int offset = row * rowLength;
      int best = mostLikely(penalties.apply(logits, offset), penalties.offset(offset));
      if (best != Verdict.NOT_A_NUMBER) {
        penalties.write(best);
      }
      if (row == rows - 1 || block[row + 1] != best) {
        return new Verdict(row, best);
      }
    }
  }

  @Override
  public int mostLikelyNeeded() {
    return penalties.changeNothing() ? 1 : 0;
  }

  @Override
  public Verdict judge(LargestOutputs mostLikely, int[] block, int rows, Proposal proposal) {
    int row = 0;
    while (row < rows - 1 && block[row + 1] == mostLikely.best(row)) {
      row++;
    }
    return new Verdict(row, mostLikely.best(row));
  }

  /** The lowest id of the largest logit, so that ties break the same way whatever the block. */
  private int mostLikely(float[] logits, int offset) {
    int best = 0;
    float largest = Float.NEGATIVE_INFINITY;
    for (int id = 0; id < vocabulary; id++) {
      float logit = logits[offset + id];
      if (!(logit <= largest)) {
        if (Float.isNaN(logit)) {
          return Verdict.NOT_A_NUMBER;
        }
        best = id;
        largest = logit;
      }
    }
    // Where every token is forbidden there is no most likely one, as in a drawn step.
    return largest == Float.NEGATIVE_INFINITY ? Verdict.NOT_A_NUMBER : best;
  }
}
