/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RandomStreamsTest {

  @Test
  void aSeedGivesTheSameStreamsAgain() {
    RandomStreams one = RandomStreams.of(42);
    RandomStreams two = RandomStreams.of(42);
    assertThat(numbers(one.drafting())).isEqualTo(numbers(two.drafting()));
    assertThat(numbers(one.accepting())).isEqualTo(numbers(two.accepting()));
  }

  @Test
  void streamsOfOneSeedAndOfNeighbouringSeedsDiffer() {
    double[] drafting = numbers(RandomStreams.of(7).drafting());
    assertThat(drafting)
        .isNotEqualTo(numbers(RandomStreams.of(7).accepting()))
        .isNotEqualTo(numbers(RandomStreams.of(8).drafting()));
    assertThat(numbers(RandomStreams.unseeded().accepting()))
        .isNotEqualTo(numbers(RandomStreams.unseeded().accepting()));
  }

  @Test
  void drawingFromOneStreamDoesNotMoveTheOther() {
    RandomStreams moved = RandomStreams.of(3);
    numbers(moved.drafting());
    assertThat(numbers(moved.accepting())).isEqualTo(numbers(RandomStreams.of(3).accepting()));
  }

  @Test
  void theFirstNumbersOfManySeedsAreUniformAndNotCorrelated() {
    int seeds = 20_000;
    double sum = 0;
    double squares = 0;
    double products = 0;
    for (int seed = 0; seed < seeds; seed++) {
      RandomStreams streams = RandomStreams.of(seed);
      double a = streams.drafting().nextDouble() - 0.5;
      double b = streams.accepting().nextDouble() - 0.5;
      sum += b;
      squares += b * b;
      products += a * b;
    }
    // Five standard deviations of each mean.
    assertThat(sum / seeds).isCloseTo(0, within(5 * Math.sqrt(1 / 12. / seeds)));
    assertThat(squares / seeds).isCloseTo(1 / 12., within(5 * Math.sqrt(1 / 180. / seeds)));
    assertThat(products / seeds).isCloseTo(0, within(5 / 12. / Math.sqrt(seeds)));
  }

  private static double[] numbers(RandomGenerator stream) {
    return stream.doubles(20).toArray();
  }
}
