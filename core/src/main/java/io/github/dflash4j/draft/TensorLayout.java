/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.json.JsonFields;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * How a packaging stores what {@link DraftBuilder} asks for under published names.
 *
 * @param names the name in the file for a published name
 * @param mapOfOffsets whether entry {@code i} of an id map is the target id minus {@code i}, as
 *     speculators and vLLM read it, or the target id itself, as llama.cpp reads it
 * @param tied whether an own embedding without an own head is the head as well
 * @param headStated whether the package says that it has its own head
 * @param draftVocabulary rows of the own head as the package states them
 */
record TensorLayout(
    UnaryOperator<String> names,
    boolean mapOfOffsets,
    boolean tied,
    boolean headStated,
    OptionalInt draftVocabulary) {

  /** The published names and nothing stated. */
  static final TensorLayout PUBLISHED =
      new TensorLayout(UnaryOperator.identity(), true, false, false, OptionalInt.empty());

  /** What a GGUF file of llama.cpp has. */
  static final TensorLayout GGUF =
      new TensorLayout(GgufDraftNames::of, false, false, false, OptionalInt.empty());

  /** What a {@code config.json} says, whatever file the weights are in. */
  static TensorLayout of(JsonFields config) {
    return new TensorLayout(
        DraftRefusals.isAssistant(config) ? TensorLayout::assistantName : UnaryOperator.identity(),
        true,
        config.findBoolean("tie_word_embeddings").orElse(false),
        config.nestedFirst(DraftConfigReader.NESTED).findBoolean("has_own_lm_head").orElse(false),
        config
            .nestedFirst(DraftConfigReader.NESTED)
            .findInt("draft_vocab_size", 1, DraftConfig.MAX_VOCABULARY));
  }

  /** MuseGlimmerAssistantModel keeps the fusion in a module of its own (dflash-algorithm 1.3). */
  private static String assistantName(String published) {
    return switch (published) {
      case "fc.weight" -> "encoder.fc.weight";
      case "hidden_norm.weight" -> "encoder.output_norm_enc.weight";
      default -> published;
    };
  }
}
