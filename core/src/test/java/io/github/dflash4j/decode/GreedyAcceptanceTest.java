/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.Acceptance.Verdict;
import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.kernel.LargestOutputs;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.sampling.Penalties;
import io.github.dflash4j.sampling.Sampling;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GreedyAcceptanceTest {
  private static final int VOCABULARY = 5;
  private static final int ROW = 7;
  private static final int ANCHOR = 4;

  private final GreedyAcceptance acceptance =
      new GreedyAcceptance(ROW, VOCABULARY, new Penalties(Sampling.greedy(), VOCABULARY));

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void theLongestPrefixTheTargetAgreesWithIsAccepted(int agreed) {
    float[] logits = rows(3, 1, 0, 2);
    int[] block = {ANCHOR, 3, 1, 0};
    if (agreed < 3) {
      block[1 + agreed] = 4;
    }
    int[] targetsOwn = {3, 1, 0, 2};
    assertThat(judge(logits, block, 4)).isEqualTo(new Verdict(agreed, targetsOwn[agreed]));
  }

  @Test
  void aMatchBehindAMismatchDoesNotCount() {
    assertThat(judge(rows(3, 1, 0, 2), new int[] {ANCHOR, 2, 1, 0}, 4))
        .isEqualTo(new Verdict(0, 3));
  }

  @Test
  void aPlainStepTakesTheMostLikelyTokenWhateverTheBlockHolds() {
    assertThat(judge(rows(2, 1), new int[] {ANCHOR, 2}, 1)).isEqualTo(new Verdict(0, 2));
  }

  @Test
  void theLowestIdWinsATie() {
    float[] logits = rows(0);
    logits[0] = 0.5f;
    logits[3] = 2;
    logits[1] = 2;
    assertThat(judge(logits, new int[] {ANCHOR}, 1).next()).isEqualTo(1);
    Arrays.fill(logits, -0f);
    assertThat(judge(logits, new int[] {ANCHOR}, 1).next()).isZero();
  }

  @Test
  void paddingBehindTheVocabularyIsNotLookedAt() {
    float[] logits = rows(2);
    logits[VOCABULARY] = 1000;
    logits[VOCABULARY + 1] = Float.NaN;
    assertThat(judge(logits, new int[] {ANCHOR}, 1).next()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4})
  void aRowWithNotANumberAnywhereEndsTheAcceptedTokens(int id) {
    float[] logits = rows(3, 1, 0);
    logits[ROW + id] = Float.NaN;
    assertThat(judge(logits, new int[] {ANCHOR, 3, 1}, 3))
        .isEqualTo(new Verdict(1, Verdict.NOT_A_NUMBER));
  }

  @Test
  void aRowThatForbidsEveryTokenHasNoMostLikelyOne() {
    float[] logits = rows(3, 1);
    Arrays.fill(logits, ROW, 2 * ROW, Float.NEGATIVE_INFINITY);
    assertThat(judge(logits, new int[] {ANCHOR, 3}, 2))
        .isEqualTo(new Verdict(1, Verdict.NOT_A_NUMBER));
  }

  @Test
  void everyRowCountsTheTokensBeforeIt() {
    // B109, B110, B112: 3 wins by 1 and loses 0.75 each time it is written.
    Penalties penalties = new Penalties(Sampling.greedy().withPenalties(1, 0, 0.75), VOCABULARY);
    GreedyAcceptance counting = new GreedyAcceptance(ROW, VOCABULARY, penalties);
    assertThat(counting.mostLikelyNeeded()).isZero();
    float[] logits = rows(3, 3, 3, 3);
    int[] block = {ANCHOR, 3, 3, 0};
    Proposal proposal = new Proposal(0, 0);
    assertThat(counting.judge(logits, block, 4, proposal)).isEqualTo(new Verdict(3, 1));
    assertThat(counting.judge(rows(3), new int[] {1}, 1, proposal)).isEqualTo(new Verdict(0, 2));
  }

  @Test
  void aRowThatIsNotANumberIsCountedNowhere() {
    Penalties penalties = new Penalties(Sampling.greedy().withPenalties(1, 1, 0), VOCABULARY);
    GreedyAcceptance counting = new GreedyAcceptance(ROW, VOCABULARY, penalties);
    float[] logits = rows(3);
    logits[2] = Float.NaN;
    assertThat(counting.judge(logits, new int[] {ANCHOR}, 1, new Proposal(0, 0)))
        .isEqualTo(new Verdict(0, Verdict.NOT_A_NUMBER));
  }

  @Test
  void rowsBehindARejectionAreNotJudged() {
    float[] logits = rows(3, 1, 0);
    logits[2 * ROW] = Float.NaN;
    assertThat(judge(logits, new int[] {ANCHOR, 3, 4}, 3)).isEqualTo(new Verdict(1, 1));
  }

  private static float[] rows(int... winners) {
    float[] logits = new float[winners.length * ROW];
    for (int row = 0; row < winners.length; row++) {
      for (int id = 0; id < VOCABULARY; id++) {
        logits[row * ROW + id] = id == winners[row] ? 1 : -0.0001f * id;
      }
    }
    return logits;
  }

  /** By logits, and the same by what a head says is most likely. */
  private Verdict judge(float[] logits, int[] block, int rows) {
    Verdict verdict = acceptance.judge(logits, block, rows, new Proposal(0, 0));
    LargestOutputs mostLikely = new LargestOutputs();
    new GivenLogits(logits).mostLikely(new float[rows], rows, VOCABULARY, 1, mostLikely);
    assertThat(acceptance.mostLikelyNeeded()).isEqualTo(1);
    assertThat(acceptance.judge(mostLikely, block, rows, new Proposal(0, 0))).isEqualTo(verdict);
    return verdict;
  }

  private record GivenLogits(float[] given) implements OutputHead {
    @Override
    public int vocabulary() {
      return ROW;
    }

    @Override
    public int hidden() {
      return 1;
    }

    @Override
    public void logits(float[] hiddenRows, int rows, float[] logits) {
      System.arraycopy(given, 0, logits, 0, rows * ROW);
    }
  }
}
