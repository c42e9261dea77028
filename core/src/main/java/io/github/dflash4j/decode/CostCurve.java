/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What something takes by how many it is done for, as measured: numbers that were not measured, or
 * not for a while, are estimated from those that were. Thread-safe, without locks.
 */
final class CostCurve {
  private final int most;
  private final double share;

  /** By number; index 0 is not used. */
  private final AtomicReferenceArray<CostSamples> samples;

  /**
   * @param most the largest number
   * @param share what one more is taken to cost until two numbers were measured, in those of one
   */
  CostCurve(int most, double share) {
    this.most = most;
    this.share = share;
    samples = new AtomicReferenceArray<>(most + 1);
    for (int count = 0; count <= most; count++) {
      samples.set(count, CostSamples.NONE);
    }
  }

  /**
   * Learns from a measurement.
   *
   * @param now target passes of the process so far
   */
  void add(int count, double nanos, long now) {
    samples.updateAndGet(count, before -> before.with(nanos, now));
  }

  /** What was measured of this number itself. */
  CostSamples measured(int count) {
    return samples.get(count);
  }

  /**
   * What a number takes.
   *
   * @param count 1 to the largest number
   * @return nanoseconds, NaN if nothing fresh and nothing of this number was measured
   */
  double nanos(int count, long now) {
    CostSamples own = samples.get(count);
    if (own.isProven() && own.isFresh(now)) {
      return own.typical();
    }
    double estimate = estimate(count, now);
    if (own.isEmpty()) {
      return estimate;
    }
    // The cheaper one: a number that took long once, or long ago, is tried again and measured then.
    return Double.isNaN(estimate) ? own.typical() : Math.min(own.typical(), estimate);
  }

  private double estimate(int count, long now) {
    int below = freshBelow(count, now);
    int above = count + 1;
    while (above <= most && !samples.get(above).isFresh(now)) {
      above++;
    }
    if (below > 0 && above <= most) {
      return between(below, above, count);
    }
    if (below > 0) {
      return beyond(below, count, now);
    }
    return above <= most ? scaled(above, count) : Double.NaN;
  }

  /** The next smaller number with fresh samples, 0 if there is none. */
  private int freshBelow(int count, long now) {
    int below = count - 1;
    while (below > 0 && !samples.get(below).isFresh(now)) {
      below--;
    }
    return below;
  }

  private double between(int below, int above, int count) {
    double low = samples.get(below).typical();
    double high = samples.get(above).typical();
    return low + (high - low) * (count - below) / (above - below);
  }

  /** Straight on through the two largest fresh numbers below. */
  private double beyond(int below, int count, long now) {
    int other = freshBelow(below, now);
    if (other == 0) {
      return scaled(below, count);
    }
    double from = samples.get(below).typical();
    double slope = (from - samples.get(other).typical()) / (below - other);
    return from + Math.max(0, slope) * (count - below);
  }

  private double scaled(int known, int count) {
    return samples.get(known).typical() * (1 + share * (count - 1)) / (1 + share * (known - 1));
  }
}
