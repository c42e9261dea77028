/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

/**
 * Charges all time since its start to one phase or another, without gaps, so that the phases add up
 * to the wall clock time.
 */
final class PhaseClock {
  enum Phase {
    PREFILL,
    DRAFT,
    VERIFY,
    OTHER
  }

  private final long[] nanos = new long[Phase.values().length];
  private long last = System.nanoTime();

  /** Charges the time since the last call. */
  void charge(Phase phase) {
    long now = System.nanoTime();
    nanos[phase.ordinal()] += now - last;
    last = now;
  }

  long nanos(Phase phase) {
    return nanos[phase.ordinal()];
  }
}
