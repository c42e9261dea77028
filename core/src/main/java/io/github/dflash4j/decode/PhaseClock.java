/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.function.LongSupplier;

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
  private final LongSupplier time;
  private long last;

  /**
   * @param time nanoseconds from whenever
   */
  PhaseClock(LongSupplier time) {
    this.time = time;
    last = time.getAsLong();
  }

  /**
   * Charges the time since the last call.
   *
   * @return that time in nanoseconds
   */
  long charge(Phase phase) {
    long now = time.getAsLong();
    long passed = now - last;
    nanos[phase.ordinal()] += passed;
    last = now;
    return passed;
  }

  long nanos(Phase phase) {
    return nanos[phase.ordinal()];
  }
}
