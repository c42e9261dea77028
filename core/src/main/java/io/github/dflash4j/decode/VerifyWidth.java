/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

/** Decides how many drafted tokens a step verifies. The text never depends on it. */
@FunctionalInterface
interface VerifyWidth {

  /**
   * Asked once before every step.
   *
   * @param most how many tokens can be drafted in this step
   * @return 0 for a plain step without drafting, up to {@code most}
   */
  int next(int most);

  /** The same number in every step, as far as it goes. */
  static VerifyWidth fixed(int drafted) {
    return most -> Math.min(drafted, most);
  }
}
