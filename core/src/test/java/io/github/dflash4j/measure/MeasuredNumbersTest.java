/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.decode.FinishReason;
import io.github.dflash4j.decode.SlotFigures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sums and ratios, worked out by hand. */
class MeasuredNumbersTest {
  private static final double EXACT = 1e-12;

  @Test
  void twoTokensOfARowAndTheirGap() {
    float[] logits = {9, 9, 1, 4, 5, 5, 3, 100};
    assertThat(TopTwo.of(logits, 2, 5, 0)).isEqualTo(new TopTwo(2, 5, 3, 5));
    assertThat(TopTwo.of(logits, 2, 2, 0)).isEqualTo(new TopTwo(1, 4, 0, 1));
    assertThat(TopTwo.of(logits, 2, 2, 0).gap()).isEqualTo(3);
    TopTwo one = TopTwo.of(new float[] {-2}, 0, 1, 0);
    assertThat(one).isEqualTo(new TopTwo(0, -2, -1, Float.NEGATIVE_INFINITY));
    assertThat(one.isClear()).isTrue();
    float[] nothing = {Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY};
    assertThat(TopTwo.of(nothing, 0, 2, 0).id()).isZero();
    assertThatThrownBy(() -> TopTwo.of(new float[] {1, Float.NaN}, 0, 2, 17))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("the target's logits at position 17 are not numbers");
  }

  @Test
  void aGapOfAThousandthOfTheLogitIsTheLimitOfRounding() {
    // B085
    assertThat(new TopTwo(1, 16, 2, 15.99f).isClear()).isFalse();
    assertThat(new TopTwo(1, 16, 2, 15.98f).isClear()).isTrue();
    assertThat(new TopTwo(1, -16, 2, -16.01f).isClear()).isFalse();
    assertThat(new TopTwo(1, -16, 2, -16.02f).isClear()).isTrue();
    assertThat(new TopTwo(1, 5, 2, 5).isClear()).isFalse();
  }

  @Test
  void theMedianIsInTheMiddle() {
    assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 3));
    assertThat(Spread.of(List.of(4.0, 1.0))).isEqualTo(new Spread(2.5, 1, 4));
    assertThat(Spread.of(List.of(9.0, 1.0, 5.0, 6.0))).isEqualTo(new Spread(5.5, 1, 9));
    assertThat(Spread.of(List.of(7.0))).isEqualTo(new Spread(7, 7, 7));
    assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void slotsAreSummedAndMultiplied() {
    SlotCounts a =
        new SlotCounts(List.of(new SlotFigures(1, 4, 4, 2), new SlotFigures(2, 3, 2, 1)));
    SlotCounts b = new SlotCounts(List.of(new SlotFigures(1, 6, 6, 3)));
    SlotCounts sum =
        new SlotCounts(List.of(new SlotFigures(1, 10, 10, 5), new SlotFigures(2, 3, 2, 1)));
    assertThat(a.plus(b)).isEqualTo(sum).isEqualTo(b.plus(a));
    assertThat(a.plus(SlotCounts.NONE)).isEqualTo(a);
    assertThat(sum.meanAccepted()).isCloseTo(0.5 + 0.5 * 0.5, within(EXACT));
    assertThat(SlotCounts.NONE.meanAccepted()).isZero();
  }

  /** B239: 3.96 tokens a pass, plain 28 ms, draft 40 ms and verify 63 ms: hardly any gain. */
  @Test
  void theTimesOfPassesForetellTheRatio() {
    Round round =
        new Round(
            396,
            396 * 29_000_000L,
            396 * 28_000_000L,
            396,
            11_000_000_000L,
            4_000_000_000L,
            6_300_000_000L);
    assertThat(round.predictedRatio()).isCloseTo(3.96 * 28 / (40 + 63), within(EXACT));
    assertThat(round.speedRatio()).isCloseTo(396 * 29e6 / 11e9, within(EXACT));
    Round twice = round.plus(round);
    assertThat(twice.tokens()).isEqualTo(792);
    assertThat(twice.predictedRatio()).isCloseTo(round.predictedRatio(), within(EXACT));
    assertThat(twice.speedRatio()).isCloseTo(round.speedRatio(), within(EXACT));
    assertThat(Round.NONE.isTimed()).isFalse();
    assertThat(Round.NONE.speedRatio()).isNaN();
  }

  @Test
  void speedsOfTextsOfDifferentLengthAreComparedByTheToken() {
    Round round = new Round(10, 100, 100, 20, 100, 50, 50);
    assertThat(round.speedRatio()).isEqualTo(2);
    assertThat(round.predictedRatio()).isEqualTo(2);
  }

  @Test
  void promptsAreSummedRoundByRound() {
    // 100 tokens in 10 and 20, later in 30 and 20: a gain of 2, then a loss.
    PromptComparison one = prompt(true, 80, round(80, 8, 4), round(80, 24, 16));
    PromptComparison other = prompt(false, 20, round(20, 12, 6), round(20, 6, 44));
    ComparisonSummary sum = ComparisonSummary.of(List.of(one, other));
    assertThat(sum.prompts()).isEqualTo(2);
    assertThat(sum.identical()).isEqualTo(1);
    assertThat(sum.tokens()).isEqualTo(100);
    assertThat(sum.counts().tokens()).isEqualTo(98);
    assertThat(sum.counts().targetPasses()).isEqualTo(50);
    assertThat(sum.counts().tokensPerTargetPass()).isEqualTo(1.96);
    assertThat(sum.counts().acceptance()).isEqualTo(0.5);
    assertThat(sum.rounds()).hasSize(2);
    Spread ratio = sum.speedRatio().orElseThrow();
    assertThat(ratio.most()).isEqualTo(2);
    assertThat(ratio.least()).isEqualTo(0.5);
    assertThat(ratio.median()).isEqualTo(1.25);
    assertThat(ComparisonSummary.of(List.of()).speedRatio()).isEmpty();
    assertThat(ComparisonSummary.of(List.of(prompt(true, 1, Round.NONE))).predictedRatio())
        .isEmpty();
  }

  private static Round round(long tokens, long plain, long speculative) {
    return new Round(tokens, plain, plain, tokens, speculative, speculative / 2, speculative / 2);
  }

  private static PromptComparison prompt(boolean sameEnd, int tokens, Round... rounds) {
    AcceptanceCounts counts = new AcceptanceCounts(tokens - 1, tokens / 2, 10, 5, SlotCounts.NONE);
    return new PromptComparison(
        3, tokens, FinishReason.LENGTH, Optional.empty(), sameEnd, counts, List.of(rounds));
  }
}
