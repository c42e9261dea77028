/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.model.PredictionHead;

/**
 * The multi-token prediction head of a target as a draft (target-models 5): it writes its proposals
 * one after the other, each from its own hidden row of the one before. Greedy. The head is trained
 * for one step ahead, so later proposals are right less often.
 *
 * @param head the head; of no use after its target is closed
 * @param steps the most tokens proposed behind an anchor, {@link #MIN_STEPS} to {@link #MAX_STEPS}
 * @param vocabulary ids with a token
 */
public record MtpDraft(PredictionHead head, int steps, int vocabulary) implements Draft {
  /** The fewest steps that can be asked for. */
  public static final int MIN_STEPS = 2;

  /** The most steps that can be asked for. */
  public static final int MAX_STEPS = 7;

  /** Steps for those who do not ask: what other programs take for heads of this kind. */
  public static final int DEFAULT_STEPS = 3;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if the steps or the vocabulary are out of range
   */
  public MtpDraft {
    if (steps < MIN_STEPS || steps > MAX_STEPS) {
      throw new IllegalArgumentException(
          "a multi-token prediction head takes "
              + MIN_STEPS
              + " to "
              + MAX_STEPS
              + " steps, not "
              + steps);
    }
    if (vocabulary < 1 || vocabulary > head.head().vocabulary()) {
      throw new IllegalArgumentException(
          vocabulary + " tokens, but the head has " + head.head().vocabulary() + " rows");
    }
  }

  @Override
  public String describe() {
    return "MTP head of the target, " + steps + " steps";
  }

  @Override
  public int[] taps() {
    return new int[] {head.tap()};
  }

  @Override
  public int maxProposed() {
    return steps;
  }

  @Override
  public boolean proposesBlocks() {
    return false;
  }

  @Override
  public DraftSession newSession(int capacity) {
    return new MtpSession(this, capacity);
  }
}
