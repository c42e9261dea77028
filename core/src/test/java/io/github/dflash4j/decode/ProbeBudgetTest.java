/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProbeBudgetTest {
  private final ProbeBudget budget = new ProbeBudget();

  @Test
  void itBeginsWithAnAllowance() {
    assertThat(budget.covers(ProbeBudget.ALLOWANCE)).isTrue();
    assertThat(budget.covers(ProbeBudget.ALLOWANCE + 0.01)).isFalse();
  }

  @Test
  void whatProbesLoseComesBackWithTheTokensWritten() {
    budget.count(1, -ProbeBudget.ALLOWANCE, true);
    assertThat(budget.covers(1)).isFalse();
    for (int token = 0; token < 1 / ProbeBudget.SHARE; token++) {
      budget.count(1, 0, true);
    }
    assertThat(budget.covers(1)).isTrue();
    assertThat(budget.covers(1.1)).isFalse();
  }

  @Test
  void gainsOfDraftingMakeUpForItsLossesWhenItEnds() {
    for (int step = 0; step < 3; step++) {
      budget.count(1, -2, false);
    }
    assertThat(budget.covers(1)).as("not settled yet").isTrue();
    budget.settle();
    assertThat(budget.covers(0)).isFalse();
    budget.count(8, 7, false);
    budget.settle();
    assertThat(budget.covers(2)).isTrue();
  }

  @Test
  void gainsAreNotSavedWithoutEnd() {
    budget.count(8, 1_000, false);
    budget.settle();
    budget.count(8, 1_000, true);
    assertThat(budget.covers(5)).isTrue();
    assertThat(budget.covers(12)).isFalse();
  }
}
