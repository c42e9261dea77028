/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import java.util.Random;

/** How often an oracle is right, and what its blocks cost. */
enum PolicyScenario {
  /** Never right. */
  NEVER_RIGHT(1, 0.3, false),
  /** Half right, and a block reads three times what the target reads. */
  SLOW(1, 3, false),
  /** Phases in which it is nearly always right, half right, and nearly never right. */
  MIXED(1, 0.3, true);

  private static final int PHASE = 96;
  private static final double[] MISSES = {0.04, 0.3, 0.9};

  /** Weights the draft reads, in those of the target. */
  final double share;

  /** Whether every pinned width is measured beside the policy. */
  final boolean againstWidths;

  private final long seed;

  PolicyScenario(long seed, double share, boolean againstWidths) {
    this.seed = seed;
    this.share = share;
    this.againstWidths = againstWidths;
  }

  /** Whether the draft errs at a position of the text. */
  boolean errsAt(int position) {
    double miss =
        switch (this) {
          case NEVER_RIGHT -> 1;
          case SLOW -> 0.5;
          case MIXED -> MISSES[position / PHASE % MISSES.length];
        };
    Random random = new Random(seed * 1_000_003 + position);
    random.nextDouble();
    return random.nextDouble() < miss;
  }
}
