/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.Arrays;

/**
 * The last times something took. Immutable, so that threads can share it.
 *
 * @param recent newest last
 * @param seen when the newest was taken, in target passes of the process
 */
record CostSamples(double[] recent, long seen) {
  /** Few enough to follow a context that grows, enough to outvote a pause of the machine. */
  static final int KEPT = 9;

  /** One sample may be an accident: the fewer there are, the sooner they are old. */
  private static final int PASSES_PER_SAMPLE = 16;

  static final CostSamples NONE = new CostSamples(new double[0], 0);

  CostSamples with(double nanos, long now) {
    int dropped = recent.length == KEPT ? 1 : 0;
    double[] longer = Arrays.copyOfRange(recent, dropped, recent.length + 1);
    longer[longer.length - 1] = nanos;
    return new CostSamples(longer, now);
  }

  boolean isEmpty() {
    return recent.length == 0;
  }

  /** A single sample may be of code that ran for the first time. */
  boolean isProven() {
    return recent.length > 1;
  }

  boolean isFull() {
    return recent.length == KEPT;
  }

  boolean isFresh(long now) {
    return !isEmpty() && now - seen < (long) PASSES_PER_SAMPLE * recent.length;
  }

  /** The lower median: an outlier only ever takes longer. */
  double typical() {
    double[] sorted = recent.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }

  double least() {
    return Arrays.stream(recent).min().orElse(Double.NaN);
  }
}
