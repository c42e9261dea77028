/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class FixedMathTest {

  @Test
  void exponentialIsWithinOneUnitInTheLastPlace() {
    long seed = 7;
    Random random = new Random(seed);
    for (int i = 0; i < 200_000; i++) {
      float x = (random.nextFloat() - 0.5f) * 2 * 103;
      double exact = StrictMath.exp(x);
      if (exact > Float.MAX_VALUE) {
        continue;
      }
      assertThat((double) FixedMath.exp(x))
          .as("exp(%s) seed %d", x, seed)
          .isBetween(exact - Math.ulp((float) exact), exact + Math.ulp((float) exact));
    }
  }

  @Test
  void exponentialAtTheEdges() {
    assertThat(FixedMath.exp(0f)).isEqualTo(1f);
    assertThat(FixedMath.exp(-0f)).isEqualTo(1f);
    assertThat(FixedMath.exp(Float.NaN)).isNaN();
    assertThat(FixedMath.exp(Float.POSITIVE_INFINITY)).isInfinite();
    assertThat(FixedMath.exp(Float.NEGATIVE_INFINITY)).isZero();
    assertThat(FixedMath.exp(88.7f)).isFinite();
    assertThat(FixedMath.exp(89f)).isInfinite();
    assertThat(FixedMath.exp(-103f)).isPositive();
    assertThat(FixedMath.exp(-105f)).isZero();
  }

  @Test
  void sigmoidIsSymmetric() {
    assertThat(FixedMath.sigmoid(0)).isEqualTo(0.5f);
    assertThat(FixedMath.sigmoid(200)).isEqualTo(1f);
    assertThat(FixedMath.sigmoid(-200)).isZero();
    assertThat(FixedMath.sigmoid(2) + FixedMath.sigmoid(-2)).isCloseTo(1f, within(1.2e-7f));
  }
}
