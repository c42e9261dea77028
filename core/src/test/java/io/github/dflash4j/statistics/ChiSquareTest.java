/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChiSquareTest {

  /** Quantiles as every table prints them. */
  @ParameterizedTest
  @CsvSource({
    "1,3.841458820694124,0.05",
    "1,6.634896601021214,0.01",
    "1,10.827566170662733,0.001",
    "2,5.991464547107979,0.05",
    "3,7.814727903251179,0.05",
    "5,20.515005652432873,0.001",
    "10,18.307038053275146,0.05",
    "10,3.940299136118932,0.95",
    "100,124.342113,0.05",
    "100,77.929465,0.95",
    "100,149.449253,0.001"
  })
  void printedQuantilesHaveTheirProbabilities(int degrees, double x, double tail) {
    assertThat(ChiSquare.tail(x, degrees)).isCloseTo(tail, within(1e-6 * tail));
  }

  @Test
  void evenDegreesAreAPoissonSum() {
    for (int degrees = 2; degrees <= 600; degrees += 2) {
      for (double x : new double[] {0.1, 1, 0.5 * degrees, degrees, 1.2 * degrees, 1.6 * degrees}) {
        double sum = 0;
        double term = 1;
        for (int j = 0; j < degrees / 2; j++) {
          sum += term;
          term *= x / 2 / (j + 1);
        }
        double exact = Math.exp(-x / 2) * sum;
        assertThat(ChiSquare.tail(x, degrees))
            .as("%s with %d degrees", x, degrees)
            .isCloseTo(exact, within(1e-10 * exact + 1e-13));
      }
    }
  }

  /** Two degrees more: the density at x, doubled, is the difference of the tails. */
  @Test
  void oddDegreesFollowTheirRecurrence() {
    double x = 20;
    double term = Math.sqrt(2 * x / Math.PI) * Math.exp(-x / 2);
    for (int degrees = 1; degrees < 99; degrees += 2) {
      double difference = ChiSquare.tail(x, degrees + 2) - ChiSquare.tail(x, degrees);
      assertThat(difference).as("%d degrees", degrees).isCloseTo(term, within(1e-12));
      term *= x / (degrees + 2);
    }
  }

  @Test
  void theEndsAreCertain() {
    assertThat(ChiSquare.tail(0, 5)).isEqualTo(1);
    assertThat(ChiSquare.tail(3, 0)).isEqualTo(1);
    assertThat(ChiSquare.tail(Double.POSITIVE_INFINITY, 3)).isZero();
    assertThat(ChiSquare.tail(2000, 3)).isBetween(0.0, 1e-300);
    assertThatThrownBy(() -> ChiSquare.tail(Double.NaN, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
