/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.statistics;

import java.util.Arrays;

/** Holm's correction: many tests, and a small probability that any of them fails by chance. */
public final class Holm {
  private Holm() {}

  /** Adjusted probabilities in the order of those given; those below a level fail at that level. */
  public static double[] adjust(double... p) {
    Integer[] order = new Integer[p.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(p[a], p[b]));
    double[] adjusted = new double[p.length];
    double largest = 0;
    for (int rank = 0; rank < p.length; rank++) {
      largest = Math.max(largest, Math.min(1, (p.length - rank) * p[order[rank]]));
      adjusted[order[rank]] = largest;
    }
    return adjusted;
  }

  /** The smallest adjusted probability. */
  public static double smallest(double... p) {
    return Arrays.stream(adjust(p)).min().orElse(1);
  }
}
