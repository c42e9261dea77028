/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Index.atIndex;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PenaltiesTest {
  private static final int VOCABULARY = 5;

  /** A row behind two numbers that are none of it, with padding behind it. */
  private static final float[] LOGITS = {9, 9, 2, -2, 0.5f, -1, 4, 100};

  @Test
  void withoutAnythingTheRowIsNotEvenCopied() {
    Penalties none = new Penalties(Sampling.at(1), VOCABULARY);
    none.read(1);
    none.write(2);
    assertThat(none.apply(LOGITS, 2)).isSameAs(LOGITS);
    assertThat(none.offset(2)).isEqualTo(2);
  }

  @Test
  void theRepetitionPenaltyDividesOrMultipliesOnceForPromptAndText() {
    Penalties penalties = new Penalties(Sampling.greedy().withPenalties(2, 0, 0), VOCABULARY);
    penalties.read(0);
    penalties.read(0);
    penalties.read(1);
    penalties.write(1);
    penalties.write(4);
    assertThat(row(penalties)).containsExactly(1, -4, 0.5f, -1, 2);
  }

  @Test
  void presenceCountsOnceAndFrequencyEveryTimeInTheTextOnly() {
    Penalties penalties = new Penalties(Sampling.greedy().withPenalties(1, 0.5, 0.25), VOCABULARY);
    penalties.read(0);
    penalties.write(1);
    penalties.write(4);
    penalties.write(4);
    penalties.write(4);
    assertThat(row(penalties)).containsExactly(2, -2.75f, 0.5f, -1, 4 - 0.5f - 0.75f);
  }

  @Test
  void everyPenaltyWorksAlone() {
    assertThat(behind(4, Sampling.greedy().withPenalties(1, 0, 0.5))).isEqualTo(3.5f);
    assertThat(behind(4, Sampling.greedy().withPenalties(1, 0.25, 0))).isEqualTo(3.75f);
    assertThat(behind(4, Sampling.greedy().withPenalties(4, 0, 0))).isEqualTo(1);
  }

  private static float behind(int written, Sampling sampling) {
    Penalties penalties = new Penalties(sampling, VOCABULARY);
    penalties.write(written);
    return row(penalties)[written];
  }

  @Test
  void biasComesBeforeTheRepetitionPenalty() {
    Map<Integer, Float> bias = Map.of(0, -3f, 3, 5f, 4, Float.NEGATIVE_INFINITY);
    Penalties penalties =
        new Penalties(Sampling.greedy().withLogitBias(bias).withPenalties(2, 1, 0), VOCABULARY);
    penalties.write(0);
    penalties.write(3);
    assertThat(row(penalties))
        .containsExactly(-1 * 2 - 1, -2, 0.5f, 4 / 2f - 1, Float.NEGATIVE_INFINITY);
  }

  @Test
  void theRowGivenIsNotChangedAndTheNextOneIsFresh() {
    float[] before = LOGITS.clone();
    Penalties penalties = new Penalties(Sampling.greedy().withPenalties(2, 0, 0), VOCABULARY);
    penalties.write(4);
    assertThat(row(penalties)).isEqualTo(row(penalties));
    assertThat(LOGITS).isEqualTo(before);
  }

  @Test
  void paddingInAPromptIsIgnoredAndABiasOfPaddingRefused() {
    Penalties penalties = new Penalties(Sampling.greedy().withPenalties(2, 0, 0), VOCABULARY);
    penalties.read(VOCABULARY);
    assertThat(row(penalties)).containsExactly(2, -2, 0.5f, -1, 4);
    assertThatThrownBy(
            () -> new Penalties(Sampling.greedy().withLogitBias(Map.of(5, 1f)), VOCABULARY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("id 5 ")
        .hasMessageContaining("0 to 4");
  }

  @Test
  void moreTokensThanTheFirstBufferHoldsAreAllCounted() {
    int many = 1000;
    Penalties penalties = new Penalties(Sampling.greedy().withPenalties(1, 1, 0), many);
    for (int id = 0; id < many; id += 2) {
      penalties.write(id);
    }
    float[] row = penalties.apply(new float[many], 0);
    for (int id = 0; id < many; id++) {
      assertThat(row[id]).as("id %d", id).isEqualTo(id % 2 == 0 ? -1 : 0);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.MIN_VALUE, 1e-60, 1e60, Double.MAX_VALUE})
  void anExtremePenaltyMakesNoLogitNotANumber(double extreme) {
    for (double sign : new double[] {1, -1}) {
      Sampling sampling = Sampling.greedy().withPenalties(extreme, sign * extreme, 0);
      Penalties penalties = new Penalties(sampling, VOCABULARY);
      penalties.write(0);
      penalties.write(3);
      penalties.write(4);
      float[] row = penalties.apply(new float[] {3, 9, 9, 0, -3}, 0);
      for (int id = 0; id < VOCABULARY; id++) {
        assertThat(row[id]).as("id %d", id).isNotNaN();
      }
      assertThat(penalties.apply(new float[] {3, 9, 9, 0, -3}, 0)).contains(9, atIndex(1));
    }
  }

  private static float[] row(Penalties penalties) {
    float[] row = penalties.apply(LOGITS, 2);
    assertThat(penalties.offset(2)).isZero();
    return Arrays.copyOf(row, VOCABULARY);
  }
}
