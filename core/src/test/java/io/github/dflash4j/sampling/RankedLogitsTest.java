/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankedLogitsTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void everyRankIsThatOfAFullSort(long seed) {
    Random random = new Random(seed);
    int length = 1 + random.nextInt(seed % 2 == 0 ? 5000 : 100);
    int offset = random.nextInt(5);
    float[] logits = new float[offset + length];
    for (int i = 0; i < logits.length; i++) {
      logits[i] = logit(random);
    }
    List<Integer> sorted =
        IntStream.range(0, length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(id -> -(double) logits[offset + id] + 0.0)
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
    RankedLogits ranked = new RankedLogits();
    // What an earlier row left behind must not matter.
    ranked.load(new float[length + 3], 0, length + 3);
    assertThat(ranked.id(0)).isZero();
    ranked.load(logits, offset, length);
    for (int jump = 0; jump < 3; jump++) {
      int rank = random.nextInt(length);
      assertThat(ranked.id(rank)).as("seed %d, rank %d", seed, rank).isEqualTo(sorted.get(rank));
    }
    for (int rank = 0; rank < length; rank++) {
      assertThat(ranked.id(rank)).as("seed %d, rank %d", seed, rank).isEqualTo(sorted.get(rank));
      assertThat(Float.floatToRawIntBits(ranked.logit(rank)))
          .as("seed %d, logit of rank %d", seed, rank)
          .isEqualTo(Float.floatToRawIntBits(logits[offset + sorted.get(rank)] + 0f));
    }
    int[] few = sorted.stream().limit(9).mapToInt(Integer::intValue).toArray();
    float[] theirs = new float[few.length];
    for (int rank = 0; rank < few.length; rank++) {
      theirs[rank] = logits[offset + few[rank]];
    }
    ranked.loadRanked(few, theirs);
    for (int rank = 0; rank < few.length; rank++) {
      assertThat(ranked.id(rank)).as("seed %d, rank %d", seed, rank).isEqualTo(few[rank]);
      assertThat(ranked.logit(rank)).isEqualTo(theirs[rank] + 0f);
    }
  }

  /** Many ties, both zeros, both infinities. */
  private static float logit(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> Float.NEGATIVE_INFINITY;
      case 1 -> random.nextBoolean() ? 0f : -0f;
      case 2, 3 -> random.nextInt(7) - 3;
      case 4 -> random.nextInt(50) == 0 ? Float.POSITIVE_INFINITY : Float.MIN_VALUE;
      default -> (float) random.nextGaussian();
    };
  }
}
