/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RecentAcceptanceTest {
  private final RecentAcceptance acceptance = new RecentAcceptance(7);

  @Test
  void aDraftIsTakenForGoodBeforeItWasSeen() {
    assertThat(acceptance.tokens(0)).isEqualTo(1);
    assertThat(acceptance.tokens(1)).isCloseTo(1.8, within(1e-9));
    assertThat(acceptance.tokens(7)).isBetween(3.0, 4.0);
  }

  @Test
  void fullBlocksLetExpectAlmostFullBlocks() {
    steps(60, 7, 7);
    assertThat(acceptance.tokens(7)).isBetween(7.5, 8.0);
  }

  @Test
  void rejectedBlocksLetExpectTheTargetsTokenOnly() {
    steps(60, 7, 0);
    assertThat(acceptance.tokens(7)).isBetween(1.0, 1.15);
  }

  @Test
  void slotsAreJudgedOnlyWhereTheOnesBeforeWereAccepted() {
    steps(60, 7, 3);
    assertThat(acceptance.tokens(3)).isBetween(3.8, 4.0);
    assertThat(acceptance.tokens(7) - acceptance.tokens(3)).isBetween(0.0, 0.2);
  }

  @Test
  void aSlotWithoutFreshEvidenceIsAboutAsGoodAsTheOneBefore() {
    steps(20, 7, 3);
    double gained = acceptance.tokens(4) - acceptance.tokens(3);
    steps(40, 3, 3);
    assertThat(acceptance.tokens(4) - acceptance.tokens(3))
        .isGreaterThan(0.75)
        .isGreaterThan(gained);
  }

  @Test
  void afterAPauseOneStepSaysAsMuchAsAllBefore() {
    steps(60, 1, 0);
    acceptance.age();
    double before = acceptance.tokens(1) - 1;
    steps(1, 1, 1);
    assertThat(before).isLessThan(0.4);
    assertThat(acceptance.tokens(1) - 1).isBetween(0.5, 0.7);
  }

  private void steps(int times, int verified, int accepted) {
    for (int i = 0; i < times; i++) {
      acceptance.observe(verified, accepted);
    }
  }
}
