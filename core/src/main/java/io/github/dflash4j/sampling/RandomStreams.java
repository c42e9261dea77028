/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.sampling;

import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * The two random streams of a generation. The draft draws from one and acceptance from the other,
 * because rejection sampling is exact only if its draws know nothing of how the proposal was drawn
 * (dflash-algorithm 5, item 9).
 *
 * @param drafting for the tokens a draft draws
 * @param accepting for acceptance and for the tokens the target draws
 */
public record RandomStreams(RandomGenerator drafting, RandomGenerator accepting) {
  /** Long period, splits without overlap, and fixed by the JDK's specification. */
  private static final String ALGORITHM = "L64X128MixRandom";

  /**
   * The streams of a seed.
   *
   * @param seed any number
   * @return two streams, each used by one thread at a time
   */
  public static RandomStreams of(long seed) {
    SplittableGenerator root =
        RandomGeneratorFactory.<SplittableGenerator>of(ALGORITHM).create(seed);
    return new RandomStreams(root.split(), root.split());
  }

  /**
   * Streams nobody can foresee.
   *
   * @return two streams, each used by one thread at a time
   */
  public static RandomStreams unseeded() {
    SplittableGenerator root = RandomGeneratorFactory.<SplittableGenerator>of(ALGORITHM).create();
    return new RandomStreams(root.split(), root.split());
  }
}
