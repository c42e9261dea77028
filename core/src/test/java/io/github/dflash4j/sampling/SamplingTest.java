/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingTest {

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY})
  void aTemperatureOutOfRangeIsRefused(double value) {
    assertThatThrownBy(() -> Sampling.at(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the temperature is out of range: " + value);
  }

  @Test
  void everyNumberOutOfRangeIsNamed() {
    Sampling one = Sampling.at(1);
    assertThatThrownBy(() -> one.withFilters(-1, 1, 0))
        .hasMessageContaining("top-k")
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> one.withFilters(0, 0, 0)).hasMessageContaining("top-p");
    assertThatThrownBy(() -> one.withFilters(0, 1.01, 0)).hasMessageContaining("top-p");
    assertThatThrownBy(() -> one.withFilters(0, Double.NaN, 0)).hasMessageContaining("top-p");
    assertThatThrownBy(() -> one.withFilters(0, 1, -0.1)).hasMessageContaining("min-p");
    assertThatThrownBy(() -> one.withFilters(0, 1, 1.1)).hasMessageContaining("min-p");
    assertThatThrownBy(() -> one.withPenalties(0, 0, 0)).hasMessageContaining("repetition penalty");
    assertThatThrownBy(() -> one.withPenalties(Double.POSITIVE_INFINITY, 0, 0))
        .hasMessageContaining("repetition penalty");
    assertThatThrownBy(() -> one.withPenalties(1, Double.NaN, 0))
        .hasMessageContaining("presence penalty");
    assertThatThrownBy(() -> one.withPenalties(1, 0, Double.NEGATIVE_INFINITY))
        .hasMessageContaining("frequency penalty");
    assertThatThrownBy(() -> one.withLogitBias(Map.of(-1, 1f))).hasMessageContaining("-1");
    assertThatThrownBy(() -> one.withLogitBias(Map.of(7, Float.NaN)))
        .hasMessageContaining("logit bias of id 7");
    assertThatThrownBy(() -> one.withLogitBias(Map.of(7, Float.POSITIVE_INFINITY)))
        .hasMessageContaining("logit bias of id 7");
  }

  @Test
  void theEdgesAreAllowed() {
    Sampling edges =
        Sampling.at(Double.MIN_VALUE)
            .withFilters(1, 1, 1)
            .withPenalties(Double.MIN_VALUE, -2, 2)
            .withLogitBias(Map.of(0, Float.NEGATIVE_INFINITY));
    assertThat(edges.withTemperature(0).isGreedy()).isTrue();
    assertThat(edges.isGreedy()).isFalse();
  }

  @Test
  void everyChangeKeepsTheRest() {
    Sampling all =
        Sampling.greedy()
            .withSeed(5)
            .withLogitBias(Map.of(3, 1.5f))
            .withPenalties(1.1, 0.2, 0.3)
            .withFilters(4, 0.5, 0.06)
            .withTemperature(0.7);
    assertThat(all)
        .isEqualTo(
            new Sampling(0.7, 4, 0.5, 0.06, 1.1, 0.2, 0.3, Map.of(3, 1.5f), OptionalLong.of(5)));
  }

  @Test
  void theBiasIsCopied() {
    Map<Integer, Float> bias = new HashMap<>(Map.of(1, 2f));
    Sampling sampling = Sampling.greedy().withLogitBias(bias);
    bias.clear();
    assertThat(sampling.logitBias()).containsExactly(Map.entry(1, 2f));
  }

  @Test
  void whatChangesLogitsIsKnown() {
    Sampling plain = Sampling.at(1).withFilters(3, 0.5, 0.1);
    assertThat(plain.changesLogits()).isFalse();
    assertThat(plain.withPenalties(1.5, 0, 0).changesLogits()).isTrue();
    assertThat(plain.withPenalties(1, 0.1, 0).changesLogits()).isTrue();
    assertThat(plain.withPenalties(1, 0, 0.1).changesLogits()).isTrue();
    assertThat(plain.withLogitBias(Map.of(0, 0f)).changesLogits()).isTrue();
  }
}
