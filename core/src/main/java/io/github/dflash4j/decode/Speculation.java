/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

/**
 * The policy of one generation and what is counted beside it: what steps took goes to the shared
 * costs and to the policy, and what plain decoding would have taken is added up.
 */
final class Speculation {
  private final VerifyWidth width;
  private final RowCosts costs;
  private boolean givenUp;
  private int fallbackSteps;
  private int unpriced;
  private double plainNanos;

  /**
   * @param costs shared by the generations of a pair
   */
  Speculation(VerifyWidth width, RowCosts costs) {
    this.width = width;
    this.costs = costs;
  }

  /** Drafted tokens to verify in the next step, 0 to {@code most}. */
  int next(int most) {
    int verified = givenUp ? 0 : Math.clamp(width.next(most), 0, most);
    if (most > 0 && verified == 0) {
      fallbackSteps++;
    }
    return verified;
  }

  /** Whether rows that find no room any more may go to the draft now; else it is given up. */
  boolean mayCatchUp(int rows) {
    givenUp = !width.mayCatchUp(rows);
    return !givenUp;
  }

  void observe(StepOutcome step) {
    costs.record(step);
    width.observe(step);
    // The growing context is in it, since every token is priced when it is written.
    unpriced += step.kept();
    double plain = costs.plainNanos();
    if (!Double.isNaN(plain)) {
      plainNanos += unpriced * plain;
      unpriced = 0;
    }
  }

  SpeculationFigures figures() {
    double plain = costs.plainNanos();
    return new SpeculationFigures(
        width.isAdaptive(),
        fallbackSteps,
        width.timesTurnedOff(),
        givenUp,
        width.reason(),
        Double.isNaN(plain) ? 0 : Math.round(plain),
        Math.round(plainNanos));
  }
}
