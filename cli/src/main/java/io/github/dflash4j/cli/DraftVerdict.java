/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationFigures;
import io.github.dflash4j.decode.SpeculationFigures;
import java.util.Optional;

/**
 * Says after a run what its figures prove against the draft; a healthy run is passed in silence.
 */
final class DraftVerdict {
  /** Fewer steps than this prove nothing about what the draft knows. */
  private static final int ENOUGH_STEPS = 16;

  /** Fewer steps prove nothing about time: the first ones run code that is not compiled yet. */
  private static final int ENOUGH_TIMED_STEPS = 64;

  private static final double LOW_ACCEPTED_PER_STEP = 0.2;

  private DraftVerdict() {}

  /** A remark if hardly any drafted token was the target's choice. */
  static Optional<String> lowAcceptance(GenerationFigures f) {
    int steps = f.targetPasses() - f.plainSteps();
    if (steps < ENOUGH_STEPS || f.accepted() >= LOW_ACCEPTED_PER_STEP * steps) {
      return Optional.empty();
    }
    return Optional.of(
        "low acceptance: "
            + f.accepted()
            + " of "
            + f.drafted()
            + " drafted tokens were accepted in "
            + steps
            + " steps. The text is the target's own; a draft for another target, or for another"
            + " form of prompt, does this");
  }

  /** A remark if drafting was turned off, with the reason it was turned off for last. */
  static Optional<String> turnedOff(GenerationFigures f) {
    SpeculationFigures s = f.speculation();
    if (s.timesTurnedOff() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "nothing was drafted in "
            + s.fallbackSteps()
            + " of "
            + f.targetPasses()
            + " steps, since plain steps were faster: "
            + s.reason().orElse("")
            + "; "
            + f.accepted()
            + " of "
            + f.drafted()
            + " drafted tokens were accepted");
  }

  /**
   * A remark if the run was slower than plain decoding for certain. A plain pass costs at most what
   * a verify pass costs, so with draft time D and verify time V the draft does not pay where the
   * tokens per target pass are fewer than 1 + D / V.
   */
  static Optional<String> losing(GenerationFigures f) {
    if (f.drafted() == 0 || f.targetPasses() < ENOUGH_TIMED_STEPS || f.verifyNanos() == 0) {
      return Optional.empty();
    }
    if (f.speculation().adaptive()) {
      // Plain steps were taken where they were faster; what finding out cost is no news.
      return Optional.empty();
    }
    double needed = 1 + (double) f.draftNanos() / f.verifyNanos();
    if (f.tokensPerTargetPass() >= needed) {
      return Optional.empty();
    }
    return Optional.of(
        "losing run: "
            + Quantity.ratio(f.tokensPerTargetPass())
            + " tokens per target pass, where drafting took "
            + Quantity.percent((double) f.draftNanos() / Math.max(1, f.decodeNanos()))
            + " of the time and pays from "
            + Quantity.ratio(needed)
            + " on; plain decoding (--no-draft) would have been faster, with the same text");
  }
}
