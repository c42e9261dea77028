/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenDistributionTest {
  private static final double EXACT = 1e-12;

  /** Logarithms of 0.4, 0.3, 0.2 and 0.1, out of order, with padding behind. */
  private static final float[] LOGITS = {
    0,
    (float) Math.log(0.2),
    (float) Math.log(0.4),
    (float) Math.log(0.1),
    (float) Math.log(0.3),
    50
  };

  @Test
  void temperatureOneIsTheSoftmax() {
    assertProbabilities(Sampling.at(1), 0.2, 0.4, 0.1, 0.3);
  }

  @Test
  void theTemperatureDividesTheLogits() {
    double sum = 0.2 * 0.2 + 0.4 * 0.4 + 0.1 * 0.1 + 0.3 * 0.3;
    assertProbabilities(Sampling.at(0.5), 0.04 / sum, 0.16 / sum, 0.01 / sum, 0.09 / sum);
  }

  @Test
  void topKKeepsTheMostLikely() {
    assertProbabilities(Sampling.at(1).withFilters(2, 1, 0), 0, 4 / 7., 0, 3 / 7.);
    assertProbabilities(Sampling.at(1).withFilters(1, 1, 0), 0, 1, 0, 0);
    assertProbabilities(Sampling.at(1).withFilters(9, 1, 0), 0.2, 0.4, 0.1, 0.3);
  }

  @Test
  void topPKeepsATokenWhileTheMassBeforeItIsLess() {
    assertProbabilities(Sampling.at(1).withFilters(0, 0.39, 0), 0, 1, 0, 0);
    assertProbabilities(Sampling.at(1).withFilters(0, 0.41, 0), 0, 4 / 7., 0, 3 / 7.);
    assertProbabilities(Sampling.at(1).withFilters(0, 0.71, 0), 2 / 9., 4 / 9., 0, 3 / 9.);
    assertProbabilities(Sampling.at(1).withFilters(0, 0.91, 0), 0.2, 0.4, 0.1, 0.3);
    assertProbabilities(Sampling.at(1).withFilters(0, 1e-300, 0), 0, 1, 0, 0);
  }

  @Test
  void topPCountsTheMassOfWhatTopKLeft() {
    // Of 0.4 and 0.3 the first has 57 %.
    assertProbabilities(Sampling.at(1).withFilters(2, 0.56, 0), 0, 1, 0, 0);
    assertProbabilities(Sampling.at(1).withFilters(2, 0.58, 0), 0, 4 / 7., 0, 3 / 7.);
  }

  @Test
  void minPComparesWithTheMostLikely() {
    assertProbabilities(Sampling.at(1).withFilters(0, 1, 0.49), 2 / 9., 4 / 9., 0, 3 / 9.);
    assertProbabilities(Sampling.at(1).withFilters(0, 1, 0.51), 0, 4 / 7., 0, 3 / 7.);
    assertProbabilities(Sampling.at(1).withFilters(0, 1, 1), 0, 1, 0, 0);
    assertProbabilities(Sampling.at(1).withFilters(3, 0.99, 0.7), 0, 4 / 7., 0, 3 / 7.);
  }

  @Test
  void equalLogitsGoByTheirIdsAtTheEdgeOfAFilter() {
    TokenDistribution d = new TokenDistribution(Sampling.at(1).withFilters(2, 1, 0), 4);
    assertThat(d.load(new float[] {1, 2, 1, 1}, 0)).isTrue();
    assertThat(d.probability(0)).isPositive();
    assertThat(d.probability(1)).isPositive();
    assertThat(d.probability(2)).isZero();
    assertThat(d.probability(3)).isZero();
  }

  @Test
  void aTokenIsDrawnWhereItsShareLies() {
    TokenDistribution d = loaded(Sampling.at(1));
    assertThat(IntStream.of(0, 199, 201, 599, 601, 699, 701, 999).map(u -> d.draw(u / 1000.)))
        .containsExactly(0, 0, 1, 1, 2, 2, 3, 3);
    assertThat(d.draw(Math.nextDown(1.0))).isEqualTo(3);
    TokenDistribution ranked = loaded(Sampling.at(1).withFilters(4, 1, 0));
    assertThat(IntStream.of(0, 399, 401, 699, 701, 899, 901).map(u -> ranked.draw(u / 1000.)))
        .as("the most likely first where they are ranked")
        .containsExactly(1, 1, 3, 3, 0, 0, 2);
  }

  @Test
  void aShareBeginsWhereTheOneBeforeEnds() {
    TokenDistribution d = new TokenDistribution(Sampling.at(1), 2);
    assertThat(d.load(new float[] {0, 0}, 0)).isTrue();
    assertThat(d.draw(Math.nextDown(0.5))).isZero();
    assertThat(d.draw(0.5)).isEqualTo(1);
  }

  @Test
  void aMassReachedExactlyIsEnoughForTopP() {
    TokenDistribution d = new TokenDistribution(Sampling.at(1).withFilters(0, 0.5, 0), 4);
    assertThat(d.load(new float[4], 0)).isTrue();
    assertThat(d.probability(1)).isEqualTo(0.5);
    assertThat(d.probability(2)).isZero();
  }

  @Test
  void whatRoundingLeavesGoesToTheLastTokenThatHasProbability() {
    Random random = new Random(3);
    for (int round = 0; round < 2000; round++) {
      float[] logits = new float[30];
      for (int id = 0; id < logits.length; id++) {
        logits[id] = (float) (4 * random.nextGaussian());
      }
      logits[29] = Float.NEGATIVE_INFINITY;
      TokenDistribution d = new TokenDistribution(Sampling.at(0.9), logits.length);
      assertThat(d.load(logits, 0)).isTrue();
      assertThat(d.draw(Math.nextDown(1.0))).as("seed 3, round %d", round).isBetween(20, 28);
    }
  }

  @Test
  void aTokenWithoutProbabilityIsNeverDrawn() {
    TokenDistribution d = new TokenDistribution(Sampling.at(1), 4);
    float no = Float.NEGATIVE_INFINITY;
    assertThat(d.load(new float[] {no, 0, no, no}, 0)).isTrue();
    assertThat(d.draw(0)).isEqualTo(1);
    assertThat(d.draw(Math.nextDown(1.0))).isEqualTo(1);
  }

  @Test
  void whatIsNoDistributionIsSaid() {
    TokenDistribution d = new TokenDistribution(Sampling.at(1), 3);
    assertThat(d.load(new float[] {1, Float.NaN, 0}, 0)).isFalse();
    float no = Float.NEGATIVE_INFINITY;
    assertThat(d.load(new float[] {no, no, no, 1}, 0)).isFalse();
    assertThat(d.load(new float[] {no, no, no, 1}, 1)).isTrue();
    float yes = Float.POSITIVE_INFINITY;
    assertThat(d.load(new float[] {0, yes, yes}, 0)).isTrue();
    assertThat(d.probability(0)).isZero();
    assertThat(d.probability(2)).isEqualTo(0.5);
    assertThatThrownBy(() -> new TokenDistribution(Sampling.greedy(), 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("temperature 0");
  }

  @Test
  void aTinyTemperatureIsGreedyAndNoOverflow() {
    TokenDistribution d = loaded(Sampling.at(1e-30));
    assertThat(d.probability(1)).isEqualTo(1);
    assertThat(d.draw(0.999)).isEqualTo(1);
  }

  @Test
  void theRestAfterSubtractionIsNormalised() {
    TokenDistribution d = loaded(Sampling.at(1));
    d.subtract(1, 0.1);
    d.subtract(3, 0.9);
    d.subtract(0, 0.05);
    assertThat(d.endSubtraction()).isTrue();
    // 0.15, 0.3, 0.1 and 0 are left.
    assertThat(d.probability(0)).isCloseTo(0.15 / 0.55, within(1e-7));
    assertThat(d.probability(1)).isCloseTo(0.3 / 0.55, within(1e-7));
    assertThat(d.probability(2)).isCloseTo(0.1 / 0.55, within(1e-7));
    assertThat(d.probability(3)).isZero();
    assertThat(d.draw(Math.nextDown(1.0))).isEqualTo(2);
  }

  @Test
  void subtractingWhatAFilterTookOutChangesNothing() {
    TokenDistribution d = loaded(Sampling.at(1).withFilters(2, 1, 0));
    d.subtract(0, 0.5);
    assertThat(d.endSubtraction()).isTrue();
    assertThat(d.probability(1)).isCloseTo(4 / 7., within(1e-7));
    assertThat(d.probability(0)).isZero();
  }

  @Test
  void nothingLeftIsSaid() {
    TokenDistribution d = loaded(Sampling.at(1).withFilters(1, 1, 0));
    d.subtract(1, 1);
    assertThat(d.endSubtraction()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void anySettingsGiveWhatAPlainWritingOfThemGives(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      int vocabulary = 1 + random.nextInt(300);
      float[] logits = new float[vocabulary];
      for (int i = 0; i < vocabulary; i++) {
        logits[i] =
            random.nextInt(4) == 0 ? random.nextInt(4) : (float) (3 * random.nextGaussian());
      }
      Sampling sampling =
          Sampling.at(0.2 + 2 * random.nextDouble())
              .withFilters(
                  random.nextBoolean() ? 0 : 1 + random.nextInt(vocabulary + 5),
                  random.nextBoolean() ? 1 : 0.05 + 0.9 * random.nextDouble(),
                  random.nextBoolean() ? 0 : random.nextDouble());
      TokenDistribution d = new TokenDistribution(sampling, vocabulary);
      assertThat(d.load(logits, 0)).isTrue();
      double[] expected = plainly(logits, sampling);
      for (int id = 0; id < vocabulary; id++) {
        assertThat(d.probability(id))
            .as("seed %d, round %d, %s, id %d of %d", seed, round, sampling, id, vocabulary)
            .isCloseTo(expected[id], within(1e-9));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theMostLikelyTokensGiveWhatTheWholeRowGives(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int vocabulary = 2 + random.nextInt(300);
      int k = 1 + random.nextInt(vocabulary - 1);
      float[] logits = new float[vocabulary];
      for (int i = 0; i < vocabulary; i++) {
        logits[i] =
            switch (random.nextInt(8)) {
              case 0 -> Float.NEGATIVE_INFINITY;
              case 1 -> -0f;
              case 2, 3 -> random.nextInt(4);
              default -> (float) (3 * random.nextGaussian());
            };
      }
      logits[random.nextInt(vocabulary)] = random.nextInt(9) == 0 ? Float.POSITIVE_INFINITY : 1;
      Sampling sampling =
          Sampling.at(0.2 + 2 * random.nextDouble())
              .withFilters(
                  k,
                  random.nextBoolean() ? 1 : 0.05 + 0.9 * random.nextDouble(),
                  random.nextBoolean() ? 0 : random.nextDouble());
      TokenDistribution whole = new TokenDistribution(sampling, vocabulary);
      TokenDistribution few = new TokenDistribution(sampling, vocabulary);
      assertThat(few.mostLikelyNeeded()).isEqualTo(k);
      int[] ids =
          IntStream.range(0, vocabulary)
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingDouble(id -> -(logits[id] + 0f))
                      .thenComparing(Comparator.naturalOrder()))
              .limit(k)
              .mapToInt(Integer::intValue)
              .toArray();
      float[] values = new float[k];
      for (int i = 0; i < k; i++) {
        values[i] = logits[ids[i]];
      }
      assertThat(whole.load(logits, 0)).isTrue();
      few.loadMostLikely(ids, values);
      String what = "seed " + seed + ", round " + round + ", " + sampling;
      int taken = random.nextInt(vocabulary);
      for (int pass = 0; pass < 2; pass++) {
        for (int id = 0; id < vocabulary; id++) {
          assertThat(few.probability(id)).as(what).isEqualTo(whole.probability(id));
        }
        for (int draw = 0; draw < 20; draw++) {
          double u = random.nextDouble();
          assertThat(few.draw(u)).as(what).isEqualTo(whole.draw(u));
        }
        few.subtract(taken, 0.3);
        whole.subtract(taken, 0.3);
        if (!whole.endSubtraction()) {
          break;
        }
        assertThat(few.endSubtraction()).as(what).isTrue();
      }
    }
  }

  @Test
  void allLogitsAreNeededUnlessTopKLeavesFewer() {
    assertThat(needed(Sampling.at(1))).isZero();
    assertThat(needed(Sampling.at(1).withFilters(0, 0.5, 0.1))).isZero();
    assertThat(needed(Sampling.at(1).withFilters(3, 0.5, 0.1))).isEqualTo(3);
    assertThat(needed(Sampling.at(1).withFilters(4, 1, 0))).isZero();
    assertThat(needed(Sampling.at(1).withFilters(9, 1, 0))).isZero();
    TokenDistribution d = new TokenDistribution(Sampling.at(1).withFilters(3, 1, 0), 4);
    assertThatThrownBy(() -> d.loadMostLikely(new int[2], new float[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("3 most likely tokens are needed, not 2");
    assertThatThrownBy(() -> loaded(Sampling.at(1)).loadMostLikely(new int[0], new float[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static int needed(Sampling sampling) {
    return new TokenDistribution(sampling, 4).mostLikelyNeeded();
  }

  private static double[] plainly(float[] logits, Sampling sampling) {
    List<Integer> order =
        IntStream.range(0, logits.length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(id -> -logits[id])
                    .thenComparing(Comparator.naturalOrder()))
            .limit(sampling.topK() == 0 ? logits.length : sampling.topK())
            .toList();
    double all =
        order.stream().mapToDouble(id -> Math.exp(logits[id] / sampling.temperature())).sum();
    double[] p = new double[logits.length];
    double before = 0;
    for (int id : order) {
      double share = Math.exp(logits[id] / sampling.temperature()) / all;
      if (sampling.topP() == 1 || before < sampling.topP()) {
        p[id] = share;
      }
      before += share;
    }
    double largest = p[order.getFirst()];
    double kept = 0;
    for (int id = 0; id < p.length; id++) {
      p[id] = p[id] >= sampling.minP() * largest ? p[id] : 0;
      kept += p[id];
    }
    for (int id = 0; id < p.length; id++) {
      p[id] /= kept;
    }
    return p;
  }

  private static TokenDistribution loaded(Sampling sampling) {
    TokenDistribution d = new TokenDistribution(sampling, 4);
    assertThat(d.load(LOGITS, 1)).isTrue();
    return d;
  }

  private static void assertProbabilities(Sampling sampling, double... expected) {
    TokenDistribution d = loaded(sampling);
    for (int id = 0; id < expected.length; id++) {
      assertThat(d.probability(id)).as("id %d", id).isCloseTo(expected[id], within(1e-7));
    }
    double sum = IntStream.range(0, 4).mapToDouble(d::probability).sum();
    assertThat(sum).isCloseTo(1, within(EXACT));
    assertThat(d.probability(4)).isZero();
  }
}
