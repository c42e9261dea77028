/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.Optional;

/**
 * Decides how many drafted tokens a step verifies. Greedy text never depends on it; what it takes
 * does. One object per generation, used by its thread.
 */
@FunctionalInterface
interface VerifyWidth {

  /**
   * Asked once before every step.
   *
   * @param most how many tokens can be drafted in this step
   * @return 0 for a plain step without drafting, up to {@code most}
   */
  int next(int most);

  /**
   * Asked when no more rows can be put off: whether the draft's context may take them over now,
   * though nothing is going to be drafted. Otherwise the draft is given up for good.
   *
   * @param rows how many rows
   * @return true to keep the draft alive
   */
  default boolean mayCatchUp(int rows) {
    return true;
  }

  /**
   * Told how a step went.
   *
   * @param step what it did and took
   */
  default void observe(StepOutcome step) {}

  /**
   * Whether this is a policy that decides by what it measures.
   *
   * @return false if widths are pinned
   */
  default boolean isAdaptive() {
    return false;
  }

  /**
   * How often drafting was turned off.
   *
   * @return 0 if it never was
   */
  default int timesTurnedOff() {
    return 0;
  }

  /**
   * Why drafting was turned off last.
   *
   * @return one line for people, or empty if it never was
   */
  default Optional<String> reason() {
    return Optional.empty();
  }

  /** The same number in every step, as far as it goes. */
  static VerifyWidth fixed(int drafted) {
    return most -> Math.min(drafted, most);
  }
}
