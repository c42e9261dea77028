/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopLogitsTest {

  @Test
  void largestFirstThenSmallestId() {
    float[] logits = {-1, 3, 7, 3, 7, 0};
    int[] ids = new int[4];
    float[] values = new float[4];
    assertThat(TopLogits.select(logits, 1, 5, 4, ids, values, 0)).isEqualTo(4);
    assertThat(ids).containsExactly(1, 3, 0, 2);
    assertThat(values).containsExactly(7, 7, 3, 3);
    assertThat(TopLogits.argmax(logits, 1, 5)).isEqualTo(1);
  }

  @Test
  void logitsThatSixteenBitsWouldConfuseAreToldApart() {
    // B194
    float near = 20f * 1.001f;
    assertThat(TopLogits.argmax(new float[] {20f, near, 3f}, 0, 3)).isEqualTo(1);
    assertThat(TopLogits.argmax(new float[] {near, 20f, 3f}, 0, 3)).isZero();
    int[] ids = new int[2];
    TopLogits.select(new float[] {3f, 20f, Math.nextUp(20f)}, 0, 3, 2, ids, new float[2], 0);
    assertThat(ids).containsExactly(2, 1);
  }

  @Test
  void equalsASortOfTheWholeRow() {
    long seed = 20240117;
    Random random = new Random(seed);
    for (int trial = 0; trial < 500; trial++) {
      int count = 1 + random.nextInt(60);
      int k = 1 + random.nextInt(20);
      float[] logits = new float[count];
      for (int i = 0; i < count; i++) {
        // Few different values, so that ties are common.
        logits[i] = random.nextInt(10) - 5;
      }
      List<Integer> sorted =
          IntStream.range(0, count)
              .boxed()
              .sorted(
                  Comparator.comparingDouble((Integer i) -> -logits[i])
                      .thenComparing(Comparator.naturalOrder()))
              .limit(k)
              .toList();
      int[] ids = new int[k];
      int found = TopLogits.select(logits, 0, count, k, ids, new float[k], 0);
      assertThat(IntStream.of(ids).limit(found).boxed().toList())
          .as("seed %d, trial %d", seed, trial)
          .isEqualTo(sorted);
      assertThat(TopLogits.argmax(logits, 0, count)).isEqualTo(sorted.getFirst());
    }
  }

  @Test
  void nanIsNeverLargest() {
    float[] logits = {Float.NaN, -5, Float.NaN, -3};
    assertThat(TopLogits.argmax(logits, 0, 4)).isEqualTo(3);
    int[] ids = new int[3];
    float[] values = new float[3];
    TopLogits.select(logits, 0, 4, 3, ids, values, 0);
    assertThat(ids).containsExactly(3, 1, 0);
    assertThat(values[2]).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(TopLogits.argmax(new float[] {Float.NaN, Float.NaN}, 0, 2)).isZero();
  }
}
