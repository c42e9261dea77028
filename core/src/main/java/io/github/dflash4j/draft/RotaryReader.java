/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.weights.ModelFileException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads the rotary positions of a draft, in the older and the newer form (dflash-algorithm 3.4).
 */
final class RotaryReader {
  private static final String PARAMETERS = "rope_parameters";
  private static final String SCALING = "rope_scaling";
  private static final String BASE = "rope_theta";
  private static final double LARGEST = 1e12;

  private final JsonFields config;

  private RotaryReader(JsonFields config) {
    this.config = config;
  }

  static RotaryConfig read(JsonFields config) {
    return new RotaryReader(config).read();
  }

  private RotaryConfig read() {
    Optional<JsonFields> parameters = config.findObject(PARAMETERS);
    parameters.ifPresent(this::refusePerLayerType);
    Optional<JsonFields> scaling = parameters.isPresent() ? parameters : config.findObject(SCALING);
    refusePartial(config);
    scaling.ifPresent(this::refusePartial);
    return new RotaryConfig(base(parameters), !halves(), scaling.flatMap(this::yarn));
  }

  // The newer form may give one set per layer type; which draft layer means which is not published.
  private void refusePerLayerType(JsonFields parameters) {
    for (String key : parameters.keys()) {
      if (parameters.kind(key) == JsonFields.Kind.OBJECT) {
        List<String> types = config.findStrings("layer_types").orElse(List.of());
        int layer = types.indexOf(key);
        throw new ModelFileException(
            config.file(),
            PARAMETERS,
            "one set for all layers",
            "a set for "
                + key
                + (layer < 0 ? "" : ", the type of layer " + layer)
                + ", which is not supported");
      }
    }
  }

  private void refusePartial(JsonFields fields) {
    OptionalDouble partial = fields.findNumber("partial_rotary_factor");
    if (partial.isPresent() && partial.getAsDouble() != 1) {
      throw new ModelFileException(
          config.file(),
          "partial_rotary_factor",
          "1",
          partial.getAsDouble() + ": partly rotated heads are not supported");
    }
  }

  private double base(Optional<JsonFields> parameters) {
    OptionalDouble newer = parameters.map(p -> p.findNumber(BASE)).orElse(OptionalDouble.empty());
    OptionalDouble older = config.findNumber(BASE);
    if (newer.isEmpty() && older.isEmpty()) {
      throw new ModelFileException(
          config.file(),
          "rotary base not found: expected "
              + BASE
              + " in "
              + PARAMETERS
              + " or at the top level; a base is never guessed");
    }
    double base = newer.isPresent() ? newer.getAsDouble() : older.getAsDouble();
    if (newer.isPresent() && older.isPresent() && older.getAsDouble() != base) {
      throw new ModelFileException(
          config.file(), BASE, base + " as in " + PARAMETERS, String.valueOf(older.getAsDouble()));
    }
    return within(BASE, base, 1, LARGEST);
  }

  /** Whether it is stated which components turn together. */
  static boolean statesPairs(JsonFields config) {
    return config.has("is_neox_style") || config.has("rope_is_neox_style");
  }

  private boolean halves() {
    return config
        .findBoolean("is_neox_style")
        .or(() -> config.findBoolean("rope_is_neox_style"))
        .orElse(true);
  }

  private Optional<RotaryConfig.Yarn> yarn(JsonFields scaling) {
    String type =
        scaling.findString("rope_type").or(() -> scaling.findString("type")).orElse("default");
    if (type.equals("default")) {
      return Optional.empty();
    }
    if (!type.equals("yarn")) {
      throw new ModelFileException(
          config.file(), "rope_type", "default or yarn", type + ", which is not supported");
    }
    if (!scaling.findBoolean("truncate").orElse(true)) {
      throw new ModelFileException(
          config.file(), "truncate", "true", "false, which is not supported");
    }
    double factor = within("factor", scaling.requireNumber("factor"), 1, LARGEST);
    return Optional.of(
        new RotaryConfig.Yarn(
            factor,
            within(
                "original_max_position_embeddings",
                scaling.requireNumber("original_max_position_embeddings"),
                1,
                LARGEST),
            within("beta_fast", scaling.findNumber("beta_fast").orElse(32), 0, LARGEST),
            within("beta_slow", scaling.findNumber("beta_slow").orElse(1), 0, LARGEST),
            attentionFactor(scaling, factor)));
  }

  private double attentionFactor(JsonFields scaling, double factor) {
    OptionalDouble stated = scaling.findNumber("attention_factor");
    if (stated.isPresent()) {
      return within("attention_factor", stated.getAsDouble(), 0, LARGEST);
    }
    double mscale = scaling.findNumber("mscale").orElse(0);
    double allDims = scaling.findNumber("mscale_all_dim").orElse(0);
    return mscale != 0 && allDims != 0
        ? magnitude(factor, mscale) / magnitude(factor, allDims)
        : magnitude(factor, 1);
  }

  private static double magnitude(double factor, double mscale) {
    return factor <= 1 ? 1 : 0.1 * mscale * StrictMath.log(factor) + 1;
  }

  /** Above the lower bound, except that a factor may be 1. */
  private double within(String key, double value, double above, double most) {
    boolean low = key.equals("factor") ? value < above : value <= above;
    if (low || !(value <= most)) {
      throw new ModelFileException(
          config.file(), key, "a number above " + above, String.valueOf(value));
    }
    return value;
  }
}
