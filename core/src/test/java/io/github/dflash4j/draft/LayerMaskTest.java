/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The range of positions equals the rule of dflash-algorithm 3.6 taken literally. */
class LayerMaskTest {

  @Test
  void theRangeIsWhatTheRuleLetsThrough() {
    int first = 7;
    int end = 30;
    for (int window : new int[] {0, 1, 2, 3, 8, 22, 23, 100}) {
      for (boolean causal : new boolean[] {false, true}) {
        LayerMask mask = new LayerMask(window, causal);
        for (int q = 20; q < end; q++) {
          for (int k = first; k < end; k++) {
            boolean seen = !causal || k <= q;
            seen &= window == 0 || q - k < window && k - q < window;
            assertThat(k >= mask.from(q, first) && k < mask.to(q, end))
                .as("window %d, causal %s, row %d, key %d", window, causal, q, k)
                .isEqualTo(seen);
          }
        }
      }
    }
  }

  @Test
  void aWindowReachesOneRowLessThanItsSize() {
    assertThat(new LayerMask(4, true).reach(100)).isEqualTo(3);
    assertThat(new LayerMask(4, true).reach(2)).isEqualTo(2);
    assertThat(new LayerMask(0, false).reach(100)).isEqualTo(100);
    assertThat(new LayerMask(1, false).reach(100)).isZero();
  }

  @Test
  void windowsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new LayerMask(-1, false)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LayerMask((1 << 30) + 1, false))
        .isInstanceOf(IllegalArgumentException.class);
    int last = LayerMask.LIMIT - 1;
    assertThat(new LayerMask(LayerMask.LIMIT, false).to(last, last + 1)).isEqualTo(last + 1);
  }
}
