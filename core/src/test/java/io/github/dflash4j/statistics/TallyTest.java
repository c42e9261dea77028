/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TallyTest {

  @Test
  void equalProbabilitiesGivePearsonsStatistic() {
    double[] p = {0.5, 0.3, 0.2};
    int[] counts = {60, 25, 15};
    Tally tally = new Tally(3);
    add(tally, p, counts);
    // (60 - 50)^2 / 50 + (25 - 30)^2 / 30 + (15 - 20)^2 / 20
    assertThat(tally.statistic().value()).isCloseTo(2 + 25 / 30.0 + 1.25, within(1e-9));
    assertThat(tally.statistic().degrees()).isEqualTo(2);
    assertThat(tally.variation()).isCloseTo(10, within(1e-9));
    assertThat(tally.draws()).isEqualTo(100);
  }

  @Test
  void rareCategoriesArePooled() {
    double[] p = {0.5, 0.38, 0.06, 0.04, 0.02};
    Tally tally = new Tally(5);
    add(tally, p, 40, 42, 10, 3, 5);
    // 50, 38 and 6 + 4 + 2 expected, 18 of the last seen.
    assertThat(tally.statistic().value())
        .isCloseTo(100 / 50.0 + 16 / 38.0 + 36 / 12.0, within(1e-9));
    assertThat(tally.statistic().degrees()).isEqualTo(2);
  }

  @Test
  void aRestThatIsTooRareJoinsItsNeighbour() {
    Tally tally = new Tally(3);
    add(tally, new double[] {0.6, 0.35, 0.05}, 60, 30, 10);
    assertThat(tally.statistic().degrees()).isEqualTo(1);
    assertThat(tally.statistic().value()).isCloseTo(0, within(1e-9));
  }

  @Test
  void anImpossibleDrawIsInfinitelyFarOff() {
    Tally tally = new Tally(2);
    add(tally, new double[] {1, 0}, 1000, 1);
    assertThat(tally.statistic().p()).isZero();
  }

  @Test
  void certainDrawsHaveNoDegreesOfFreedom() {
    Tally tally = new Tally(3);
    add(tally, new double[] {1, 0, 0}, 50, 0, 0);
    add(tally, new double[] {0, 1, 0}, 0, 50, 0);
    assertThat(tally.statistic().degrees()).isZero();
    assertThat(tally.statistic().p()).isEqualTo(1);
  }

  @Test
  void talliesAddUp() {
    double[] p = {0.5, 0.3, 0.2};
    Tally one = new Tally(3);
    Tally two = new Tally(3);
    Tally both = new Tally(3);
    add(one, p, 30, 20, 5);
    add(two, p.clone(), 30, 5, 10);
    add(both, p, 60, 25, 15);
    one.add(two);
    assertThat(one.statistic().value()).isCloseTo(both.statistic().value(), within(1e-9));
    assertThat(one.draws()).isEqualTo(100);
    assertThat(one.variationByChance()).isCloseTo(both.variationByChance(), within(1e-9));
  }

  /** 2,000 tallies of draws whose probabilities depend on the draw before. */
  @Test
  void theStatisticOfChangingProbabilitiesIsChiSquare() {
    long seed = 7;
    Random random = new Random(seed);
    int[] tenths = new int[10];
    double sum = 0;
    int tallies = 2000;
    for (int t = 0; t < tallies; t++) {
      Tally tally = new Tally(4);
      int before = 0;
      for (int i = 0; i < 400; i++) {
        double[] p = {0.1, 0.1, 0.2, 0.2};
        p[before] += 0.4;
        double u = random.nextDouble();
        before = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : u < p[0] + p[1] + p[2] ? 2 : 3;
        tally.add(before, p);
      }
      Tally.Statistic statistic = tally.statistic();
      assertThat(statistic.degrees()).isEqualTo(3);
      sum += statistic.value();
      tenths[(int) (10 * statistic.p())]++;
    }
    assertThat(sum / tallies).as("mean, seed %d", seed).isCloseTo(3, within(0.25));
    Tally uniform = new Tally(10);
    double[] tenth = new double[10];
    java.util.Arrays.fill(tenth, 0.1);
    for (int i = 0; i < 10; i++) {
      for (int n = 0; n < tenths[i]; n++) {
        uniform.add(i, tenth);
      }
    }
    assertThat(uniform.statistic().p()).as("seed %d", seed).isGreaterThan(0.001);
  }

  private static void add(Tally tally, double[] p, int... counts) {
    for (int category = 0; category < counts.length; category++) {
      for (int n = 0; n < counts[category]; n++) {
        tally.add(category, p);
      }
    }
  }
}
