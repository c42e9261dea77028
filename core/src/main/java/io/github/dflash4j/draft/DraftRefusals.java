/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.weights.ModelFileException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells the generation by the name of the architecture, and refuses relatives of DFlash by theirs.
 */
final class DraftRefusals {
  private static final String FIRST = "DFlashDraftModel";
  private static final String SECOND = "DFlash2DraftModel";
  private static final String ASSISTANT = "MuseGlimmerAssistantModel";
  private static final String SUPPORTED = FIRST + " or " + SECOND;

  /**
   * Fields of drafts that compute something else, with what they stand for (dflash-algorithm 1.2).
   */
  private static final Map<String, String> FOREIGN =
      Map.of(
          "attention_sink_bias", "attention sinks",
          "attention_value_scale", "scaled values",
          "use_swa", "windows of the MiMo family",
          "swa_window_size", "windows of the MiMo family",
          "enable_confidence_head", "the confidence head of DSpark",
          "markov_head_type", "the Markov head of DSpark");

  private static final List<String> STACK =
      List.of(
          "hidden_size",
          "intermediate_size",
          "num_hidden_layers",
          "num_attention_heads",
          "num_key_value_heads",
          "head_dim",
          "vocab_size");

  private DraftRefusals() {}

  private static String architecture(JsonFields config) {
    List<String> names = config.findStrings("architectures").orElse(List.of());
    return names.isEmpty() ? "" : names.getFirst();
  }

  /** The third container of a generation 1 draft (dflash-algorithm 1.3). */
  static boolean isAssistant(JsonFields config) {
    return architecture(config).equals(ASSISTANT);
  }

  /** Refuses layouts of other tools whose fields mean something else, by the tool. */
  static void packaging(JsonFields config) {
    if (config.has("speculators_model_type") || config.has("transformer_layer_config")) {
      throw new ModelFileException(
          config.file(),
          config.has("speculators_model_type")
              ? "speculators_model_type"
              : "transformer_layer_config",
          "the published layout of a DFlash draft",
          "the layout of speculators, which is not supported");
    }
  }

  /**
   * Refuses two different stacks in one configuration: which is the draft's is not to be guessed.
   */
  static void twoStacks(JsonFields root, JsonFields nested, String name) {
    for (String key : STACK) {
      if (root.has(key)
          && nested.has(key)
          && root.requireInteger(key) != nested.requireInteger(key)) {
        throw new ModelFileException(
            root.file(),
            name + "." + key,
            root.requireInteger(key) + " as at the top level",
            String.valueOf(nested.requireInteger(key)));
      }
    }
  }

  static int generation(JsonFields config) {
    String name = architecture(config);
    return switch (name) {
      case FIRST, ASSISTANT -> 1;
      case SECOND -> 2;
      case "" ->
          throw new ModelFileException(
              config.file(), "architectures", SUPPORTED, "no architecture");
      default ->
          throw new ModelFileException(
              config.file(),
              "architectures",
              SUPPORTED,
              name
                  + (name.contains("Draft") || name.contains("Assistant")
                      ? ", a draft this version does not run"
                      : ", which is no DFlash draft"));
    };
  }

  /** Refuses what would be computed wrongly without a word. */
  static void relatives(JsonFields config, JsonFields draft) {
    allow(draft, "projector_type", Set.of("dflash", "dflash2"));
    allow(draft, "attention_mode", Set.of("gqa"));
    allow(config, "model_type", Set.of(isAssistant(config) ? "muse_glimmer_assistant" : "qwen3"));
    allow(config, "hidden_act", Set.of("silu"));
    if (draft.findBoolean("sample_from_anchor").orElse(false)) {
      throw new ModelFileException(
          config.file(),
          "sample_from_anchor",
          "false",
          "true, the block layout of DSpark, which is not supported");
    }
    if (config.findBoolean("attention_bias").orElse(false)) {
      throw new ModelFileException(
          config.file(), "attention_bias", "false", "true: biases are not supported");
    }
    for (String key : FOREIGN.keySet().stream().sorted().toList()) {
      if (stated(draft, key)) {
        throw new ModelFileException(
            config.file(), key, "nothing", FOREIGN.get(key) + ", which are not supported");
      }
    }
  }

  /** Refuses weights in the packed layouts of other tools, which use the same tensor names. */
  static void packedWeights(JsonFields config) {
    for (String key : List.of("quantization", "quantization_config")) {
      if (config.has(key)) {
        throw new ModelFileException(
            config.file(),
            key,
            "nothing, since weights in safetensors are read as BF16, F16 or F32",
            "the packed weights of another tool, which are not supported");
      }
    }
  }

  private static boolean stated(JsonFields fields, String key) {
    return switch (fields.kind(key)) {
      case ABSENT -> false;
      case BOOLEAN -> fields.requireBoolean(key);
      default -> true;
    };
  }

  private static void allow(JsonFields fields, String key, Set<String> allowed) {
    fields
        .findString(key)
        .filter(value -> !allowed.contains(value))
        .ifPresent(value -> {
          throw new ModelFileException(
              fields.file(),
              key,
              String.join(" or ", allowed.stream().sorted().toList()),
              value + ", which is not supported");
        });
  }
}
