/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.SamplingCell.Decoding;
import io.github.dflash4j.decode.SamplingSuite.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cells of {@link LosslessSamplingTest} notice wrong rules. */
class WrongAcceptanceTest {
  private static final int TOKENS = 50_000;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
  void aWrongRuleFailsTheSuite(WrongAcceptance wrong) {
    List<SamplingCell> cells = SamplingSuite.pairwise();
    int run = 0;
    for (SamplingCell cell : cells) {
      Outcome outcome = SamplingSuite.run(cell, Decoding.with(wrong), TOKENS);
      run++;
      // Holm's first step: however the other cells turn out, the suite has failed.
      if (cells.size() * outcome.p() < SamplingSuite.LEVEL) {
        System.out.printf("%s fails in cell %d of %d: %s%n", wrong, run, cells.size(), outcome);
        return;
      }
    }
    assertThat(run).as("cells that passed with %s", wrong).isLessThan(cells.size());
  }

  /** The rules above differ from a right one in what they name only. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.INCLUDE, names = "NOTHING")
  void theSameRuleWithoutAMistakePasses(WrongAcceptance right) {
    List<Outcome> outcomes = new ArrayList<>();
    for (SamplingCell cell : SamplingSuite.pairwise().subList(0, 24)) {
      outcomes.add(SamplingSuite.run(cell, Decoding.with(right), 10_000));
    }
    assertThat(SamplingSuite.corrected(outcomes)).isGreaterThanOrEqualTo(SamplingSuite.LEVEL);
  }
}
