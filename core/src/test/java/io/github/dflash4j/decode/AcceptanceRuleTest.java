/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.Acceptance.Verdict;
import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.sampling.Penalties;
import io.github.dflash4j.sampling.RandomStreams;
import io.github.dflash4j.sampling.Sampling;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class AcceptanceRuleTest {
  private static final RandomGenerator NONE =
      () -> {
        throw new IllegalStateException("not to be used");
      };

  @Test
  void atTemperatureZeroNothingIsRandom() {
    assertThat(judge(Sampling.greedy(), new RandomStreams(NONE, NONE)))
        .isEqualTo(new Verdict(0, 1));
  }

  @Test
  void aboveItTokensAreDrawnFromTheStreamForAccepting() {
    RandomGenerator largest = () -> -1L;
    assertThat(judge(Sampling.at(1), new RandomStreams(NONE, largest)))
        .isEqualTo(new Verdict(0, 2));
  }

  private static Verdict judge(Sampling sampling, RandomStreams random) {
    Acceptance acceptance =
        AcceptanceRule.lossless(sampling, 4, 3, new Penalties(sampling, 3), random);
    return acceptance.judge(new float[] {0, 1, 0, 9}, new int[] {0}, 1, new Proposal(0, 0));
  }
}
