/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.GenerationFigures;
import io.github.dflash4j.decode.SpeculationFigures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DraftVerdictTest {

  @Test
  void aHealthyRunIsPassedInSilence() {
    GenerationFigures figures = figures(32, 0, 88, 30, 70);
    assertThat(DraftVerdict.lowAcceptance(figures)).isEmpty();
    assertThat(DraftVerdict.losing(figures)).isEmpty();
  }

  @Test
  void hardlyAnyAcceptedTokenIsRemarked() {
    GenerationFigures figures = figures(32, 0, 3, 30, 70);
    assertThat(DraftVerdict.lowAcceptance(figures).orElseThrow())
        .startsWith("low acceptance: 3 of 224 drafted tokens were accepted in 32 steps.");
  }

  @Test
  void aFewStepsProveNothing() {
    assertThat(DraftVerdict.lowAcceptance(figures(15, 0, 0, 30, 70))).isEmpty();
    assertThat(DraftVerdict.losing(figures(63, 0, 0, 30, 70))).isEmpty();
    assertThat(DraftVerdict.losing(figures(64, 0, 0, 30, 70))).isPresent();
  }

  @Test
  void plainStepsAreNoStepsOfTheDraft() {
    assertThat(DraftVerdict.lowAcceptance(figures(40, 30, 0, 30, 70))).isEmpty();
    assertThat(DraftVerdict.lowAcceptance(figures(40, 20, 0, 30, 70))).isPresent();
  }

  @Test
  void aRunThatLosesForCertainIsMarked() {
    // B038
    // 1.5 tokens a pass, while drafting costs 0.6 of verifying: 1.6 would be needed.
    GenerationFigures figures = figures(80, 0, 40, 60, 100);
    assertThat(DraftVerdict.losing(figures).orElseThrow())
        .startsWith("losing run: 1.50 tokens per target pass")
        .contains("38 %", "pays from 1.60 on", "--no-draft");
    assertThat(DraftVerdict.losing(figures(80, 0, 48, 60, 100))).isEmpty();
  }

  @Test
  void plainDecodingIsNotJudged() {
    assertThat(DraftVerdict.lowAcceptance(figures(80, 80, 0, 0, 100))).isEmpty();
    assertThat(DraftVerdict.losing(figures(80, 80, 0, 0, 100))).isEmpty();
  }

  @Test
  void aRunThatWentOnPlainlySaysWhy() {
    GenerationFigures figures = figures(80, 70, 2, 60, 100, true, 3, Optional.of("because"));
    assertThat(DraftVerdict.turnedOff(figures).orElseThrow())
        .isEqualTo(
            "nothing was drafted in 70 of 80 steps, since plain steps were faster: because;"
                + " 2 of 70 drafted tokens were accepted");
    assertThat(DraftVerdict.losing(figures)).isEmpty();
    assertThat(DraftVerdict.turnedOff(figures(80, 1, 40, 60, 100, true, 0, Optional.empty())))
        .isEmpty();
    assertThat(DraftVerdict.turnedOff(figures(80, 0, 40, 60, 100))).isEmpty();
  }

  private static GenerationFigures figures(
      int passes, int plainSteps, int accepted, long draftNanos, long verifyNanos) {
    return figures(
        passes, plainSteps, accepted, draftNanos, verifyNanos, false, 0, Optional.empty());
  }

  /** Seven drafted tokens in every step that is not plain. */
  private static GenerationFigures figures(
      int passes,
      int plainSteps,
      int accepted,
      long draftNanos,
      long verifyNanos,
      boolean adaptive,
      int off,
      Optional<String> reason) {
    return new GenerationFigures(
        5,
        0,
        1,
        1 + passes + accepted,
        5 + passes + accepted,
        passes,
        plainSteps,
        7 * (passes - plainSteps),
        accepted,
        List.of(),
        new SpeculationFigures(adaptive, plainSteps, off, false, reason, 0, 0),
        10,
        draftNanos,
        verifyNanos,
        0);
  }
}
