/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.measure.SlotCounts;
import io.github.dflash4j.measure.TextScore;
import java.util.List;

/** Scores of several texts together. */
record ScoreSum(int texts, long tokens, long blocks, SlotCounts byTarget, SlotCounts inText) {

  static ScoreSum of(List<ScoredText> scored) {
    ScoreSum sum = new ScoreSum(0, 0, 0, SlotCounts.NONE, SlotCounts.NONE);
    for (ScoredText text : scored) {
      sum = sum.plus(text.score());
    }
    return sum;
  }

  private ScoreSum plus(TextScore score) {
    return new ScoreSum(
        texts + 1,
        tokens + score.tokens(),
        blocks + score.starts().size(),
        byTarget.plus(score.byTarget()),
        inText.plus(score.inText()));
  }
}
