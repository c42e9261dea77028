/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

/**
 * How much time may still be lost against plain decoding to find out whether drafting pays, in
 * plain steps. It begins with a small allowance, grows by a share of the tokens written, and
 * shrinks by what probes lose. A time of drafting counts as a whole, when it ends: what it gained
 * makes up for what its end lost, but is not saved beyond a limit.
 */
final class ProbeBudget {
  /** Share of the time plain decoding would take that may be lost in the long run. */
  static final double SHARE = 0.015;

  /** What a generation may lose besides, in plain steps. */
  static final double ALLOWANCE = 2;

  /** What is saved of the gains of drafting, in plain steps. */
  private static final double MOST = 8;

  private double credit = ALLOWANCE;
  private double drafting;

  /**
   * Counts a step.
   *
   * @param tokens tokens it wrote
   * @param gained how many plain steps less it took than plain decoding takes for these tokens
   * @param probing whether drafting was off
   */
  void count(int tokens, double gained, boolean probing) {
    credit += SHARE * tokens;
    if (probing) {
      add(gained);
    } else {
      drafting += gained;
    }
  }

  /** A time of drafting has ended. */
  void settle() {
    add(drafting);
    drafting = 0;
  }

  private void add(double gained) {
    credit = gained < 0 ? credit + gained : Math.max(credit, Math.min(MOST, credit + gained));
  }

  /** Whether so much may be lost now, in plain steps. */
  boolean covers(double plainSteps) {
    return credit >= plainSteps;
  }
}
