/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopLogitsTest {

  @Test
  void theFirstOfTheLargestWins() {
    assertThat(TopLogits.argmax(new float[] {-1, 3, 7, 3, 7, 0}, 1, 5)).isEqualTo(1);
  }

  @Test
  void logitsThatSixteenBitsWouldConfuseAreToldApart() {
    // B194
    float near = 20f * 1.001f;
    assertThat(TopLogits.argmax(new float[] {20f, near, 3f}, 0, 3)).isEqualTo(1);
    assertThat(TopLogits.argmax(new float[] {near, 20f, 3f}, 0, 3)).isZero();
  }

  @Test
  void equalsASortOfTheWholeRow() {
    long seed = 20240117;
    Random random = new Random(seed);
    for (int trial = 0; trial < 500; trial++) {
      int count = 1 + random.nextInt(60);
      float[] logits = new float[count];
      for (int i = 0; i < count; i++) {
        // Few different values, so that ties are common.
        logits[i] = random.nextInt(10) - 5;
      }
      int first =
          IntStream.range(0, count)
              .boxed()
              .min(
                  Comparator.comparingDouble((Integer i) -> -logits[i])
                      .thenComparing(Comparator.naturalOrder()))
              .orElseThrow();
      assertThat(TopLogits.argmax(logits, 0, count))
          .as("seed %d, trial %d", seed, trial)
          .isEqualTo(first);
    }
  }

  @Test
  void nanIsNeverLargest() {
    assertThat(TopLogits.argmax(new float[] {Float.NaN, -5, Float.NaN, -3}, 0, 4)).isEqualTo(3);
    assertThat(TopLogits.argmax(new float[] {Float.NaN, Float.NaN}, 0, 2)).isZero();
  }
}
