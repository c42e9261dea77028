/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.sampling;

import java.util.Map;
import java.util.OptionalLong;

/**
 * How tokens are chosen from logits. Immutable.
 *
 * <p>Everything is applied in this order, at every position and with every token before it counted
 * (dflash-algorithm 6.4): {@code logitBias} is added; the repetition penalty divides a positive
 * logit, and multiplies a negative one, of every token that stands in the prompt or the text; the
 * presence penalty is taken off the logit of every token of the text, the frequency penalty as
 * often as it stands there; then, unless the temperature is 0, the logits are divided by the
 * temperature, the {@code topK} largest stay, of those the smallest leading set whose mass reaches
 * {@code topP}, of those the ones with at least {@code minP} times the probability of the most
 * likely. Equal logits are in the order of their ids.
 *
 * @param temperature 0 for the most likely token always; above 0 tokens are drawn
 * @param topK how many of the most likely tokens may be drawn; 0 for all
 * @param topP mass of the most likely tokens that may be drawn, above 0 to 1; 1 for all
 * @param minP least probability in shares of the largest, 0 to 1; 0 for all
 * @param repetitionPenalty above 0; 1 changes nothing
 * @param presencePenalty any finite number; 0 changes nothing
 * @param frequencyPenalty any finite number; 0 changes nothing
 * @param logitBias by token id; negative infinity forbids a token
 * @param seed of everything random, or empty for another one every time
 */
public record Sampling(
    double temperature,
    int topK,
    double topP,
    double minP,
    double repetitionPenalty,
    double presencePenalty,
    double frequencyPenalty,
    Map<Integer, Float> logitBias,
    OptionalLong seed) {
  private static final Sampling GREEDY =
      new Sampling(0, 0, 1, 0, 1, 0, 0, Map.of(), OptionalLong.empty());

  /**
   * Checks the numbers and copies the map.
   *
   * @throws IllegalArgumentException if one is out of range; the message names it
   */
  public Sampling {
    require(temperature >= 0 && temperature < Double.POSITIVE_INFINITY, "temperature", temperature);
    require(topK >= 0, "top-k", topK);
    require(topP > 0 && topP <= 1, "top-p", topP);
    require(minP >= 0 && minP <= 1, "min-p", minP);
    require(
        repetitionPenalty > 0 && repetitionPenalty < Double.POSITIVE_INFINITY,
        "repetition penalty",
        repetitionPenalty);
    require(Double.isFinite(presencePenalty), "presence penalty", presencePenalty);
    require(Double.isFinite(frequencyPenalty), "frequency penalty", frequencyPenalty);
    logitBias = Map.copyOf(logitBias);
    logitBias.forEach((id, bias) -> {
      require(id >= 0, "id with a logit bias", id);
      require(bias < Float.POSITIVE_INFINITY, "logit bias of id " + id, bias);
    });
  }

  private static void require(boolean fine, String name, Number value) {
    if (!fine) {
      throw new IllegalArgumentException("the " + name + " is out of range: " + value);
    }
  }

  /**
   * The most likely token at every position.
   *
   * @return temperature 0 and nothing else
   */
  public static Sampling greedy() {
    return GREEDY;
  }

  /**
   * Draws from the target's distribution.
   *
   * @param temperature above 0 to draw
   * @return this temperature and nothing else
   */
  public static Sampling at(double temperature) {
    return GREEDY.withTemperature(temperature);
  }

  /**
   * Another temperature.
   *
   * @param value 0 or above
   * @return a changed copy
   */
  public Sampling withTemperature(double value) {
    return new Sampling(
        value,
        topK,
        topP,
        minP,
        repetitionPenalty,
        presencePenalty,
        frequencyPenalty,
        logitBias,
        seed);
  }

  /**
   * Other limits on what may be drawn.
   *
   * @param k most likely tokens, 0 for all
   * @param p their mass, 1 for all
   * @param least probability in shares of the largest, 0 for all
   * @return a changed copy
   */
  public Sampling withFilters(int k, double p, double least) {
    return new Sampling(
        temperature,
        k,
        p,
        least,
        repetitionPenalty,
        presencePenalty,
        frequencyPenalty,
        logitBias,
        seed);
  }

  /**
   * Other penalties.
   *
   * @param repetition 1 for none
   * @param presence 0 for none
   * @param frequency 0 for none
   * @return a changed copy
   */
  public Sampling withPenalties(double repetition, double presence, double frequency) {
    return new Sampling(
        temperature, topK, topP, minP, repetition, presence, frequency, logitBias, seed);
  }

  /**
   * Another bias, in place of the one before.
   *
   * @param bias what is added to the logit of an id
   * @return a changed copy
   */
  public Sampling withLogitBias(Map<Integer, Float> bias) {
    return new Sampling(
        temperature,
        topK,
        topP,
        minP,
        repetitionPenalty,
        presencePenalty,
        frequencyPenalty,
        bias,
        seed);
  }

  /**
   * A seed. The same request with the same models, draft, block and number of drafted tokens
   * verified gives the same text again on the same machine. It promises nothing across machines,
   * versions or other settings.
   *
   * @param value any number
   * @return a changed copy
   */
  public Sampling withSeed(long value) {
    return new Sampling(
        temperature,
        topK,
        topP,
        minP,
        repetitionPenalty,
        presencePenalty,
        frequencyPenalty,
        logitBias,
        OptionalLong.of(value));
  }

  /**
   * Whether nothing is drawn.
   *
   * @return true at temperature 0
   */
  public boolean isGreedy() {
    return temperature == 0;
  }

  /**
   * Whether bias or penalties change the logits.
   *
   * @return true if they do
   */
  public boolean changesLogits() {
    return repetitionPenalty != 1
        || presencePenalty != 0
        || frequencyPenalty != 0
        || !logitBias.isEmpty();
  }
}
