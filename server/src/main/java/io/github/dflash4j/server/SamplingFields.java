/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.sampling.Sampling;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** Reads how tokens are chosen. */
final class SamplingFields {
  private static final double DEFAULT_TEMPERATURE = 1;
  private static final double LARGEST_BIAS = 100;

  private SamplingFields() {}

  /**
   * @param vocabulary ids that may have a bias
   * @throws ApiError if a field cannot be used
   */
  static Sampling read(Fields fields, int vocabulary) {
    double topP = fields.number("top_p", 0, 1).orElse(1);
    if (topP == 0) {
      throw fields.wrong("top_p", "must be above 0");
    }
    // Some clients say -1 for all.
    int topK = Math.max(0, fields.integer("top_k", -1, Integer.MAX_VALUE).orElse(0));
    double repetition = fields.number("repetition_penalty", 0, 10).orElse(1);
    if (repetition == 0) {
      throw fields.wrong("repetition_penalty", "must be above 0");
    }
    Sampling sampling =
        Sampling.at(fields.number("temperature", 0, 2).orElse(DEFAULT_TEMPERATURE))
            .withFilters(topK, topP, fields.number("min_p", 0, 1).orElse(0))
            .withPenalties(
                repetition,
                fields.number("presence_penalty", -2, 2).orElse(0),
                fields.number("frequency_penalty", -2, 2).orElse(0))
            .withLogitBias(bias(fields, vocabulary));
    OptionalLong seed = fields.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE);
    return seed.isPresent() ? sampling.withSeed(seed.getAsLong()) : sampling;
  }

  private static Map<Integer, Float> bias(Fields fields, int vocabulary) {
    Map<Integer, Float> bias = new HashMap<>();
    fields
        .object("logit_bias")
        .ifPresent(given -> {
          for (Map.Entry<String, JsonNode> entry : fields.get("logit_bias").get().properties()) {
            double value = given.number(entry.getKey(), -LARGEST_BIAS, LARGEST_BIAS).orElse(0);
            bias.put(id(entry.getKey(), vocabulary), (float) value);
          }
        });
    return bias;
  }

  private static int id(String name, int vocabulary) {
    try {
      int id = Integer.parseInt(name);
      if (id >= 0 && id < vocabulary) {
        return id;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw ApiError.invalid(
        "logit_bias", "logit_bias names a token by an id from 0 to " + (vocabulary - 1));
  }
}
