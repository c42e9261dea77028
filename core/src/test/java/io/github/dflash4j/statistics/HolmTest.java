/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HolmTest {

  @Test
  void theSmallestIsMultipliedByAllAndTheNextByOneLess() {
    assertThat(Holm.adjust(0.01, 0.04, 0.03, 0.005))
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(0.03, 0.06, 0.06, 0.02);
  }

  @Test
  void probabilitiesStayBelowOneAndInOrder() {
    assertThat(Holm.adjust(0.9, 0.6)).containsExactly(1.0, 1.0);
    assertThat(Holm.smallest(0.9, 0.02, 0.5))
        .isCloseTo(0.06, org.assertj.core.api.Assertions.within(1e-12));
    assertThat(Holm.smallest()).isEqualTo(1);
  }
}
