/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.gguf.GgufMetadata;
import io.github.dflash4j.weights.ModelFileException;
import java.util.List;
import java.util.Set;

/** Tells a DFlash draft from everything else a GGUF file may hold. */
final class GgufDraftRefusals {
  private static final String SUPPORTED = "dflash";

  /** Keys that are read, and those that say nothing about what is computed. */
  private static final Set<String> KNOWN =
      Set.of(
          "dflash.block_count",
          "dflash.context_length",
          "dflash.embedding_length",
          "dflash.feed_forward_length",
          "dflash.vocab_size",
          "dflash.attention.head_count",
          "dflash.attention.head_count_kv",
          "dflash.attention.key_length",
          "dflash.attention.value_length",
          "dflash.attention.layer_norm_rms_epsilon",
          "dflash.attention.causal",
          "dflash.attention.sliding_window",
          "dflash.attention.sliding_window_pattern",
          "dflash.rope.freq_base",
          "dflash.rope.dimension_count",
          "dflash.rope.dimension_sections",
          "dflash.rope.scaling.type",
          "dflash.rope.scaling.factor",
          "dflash.block_size",
          "dflash.target_layers",
          "dflash.mask_token_id",
          "dflash.conv_kernel_size",
          "dflash.conv_group_size",
          "dflash.selector_rank",
          "dflash.selector_top_k",
          "dflash.logit_scale",
          "dflash.final_logit_softcapping",
          "dflash.sample_from_anchor",
          "dflash.has_confidence_head",
          "dflash.decoder_arch");

  private final GgufFile gguf;
  private final GgufMetadata metadata;

  private GgufDraftRefusals(GgufFile gguf) {
    this.gguf = gguf;
    this.metadata = gguf.metadata();
  }

  /** Refuses other models and relatives by name; notes keys that are not used. */
  static void check(GgufFile gguf, List<String> notes) {
    GgufDraftRefusals refusals = new GgufDraftRefusals(gguf);
    refusals.architecture();
    refusals.relatives();
    for (String key : gguf.metadata().keys()) {
      if (key.startsWith(SUPPORTED + ".") && !KNOWN.contains(key)) {
        notes.add("unknown key " + key + " (" + gguf.metadata().describe(key) + ") is not used");
      }
    }
  }

  private ModelFileException refused(String key, String expected, String found) {
    return new ModelFileException(metadata.file(), key, expected, found);
  }

  private void architecture() {
    String name = metadata.requireString("general.architecture");
    if (name.equals(SUPPORTED)) {
      return;
    }
    String kind =
        name.matches("dflash\\d+")
            ? ", a version of draft that is not supported"
            : name.contains("dflash") || name.contains("draft") || name.contains("dspark")
                ? ", a draft in the layout of a fork or of another kind, which is not supported"
                : ", which is no DFlash draft";
    throw refused("general.architecture", SUPPORTED, name + kind);
  }

  private void relatives() {
    if (metadata.findBoolean("dflash.sample_from_anchor").orElse(false)) {
      throw refused(
          "dflash.sample_from_anchor",
          "false",
          "true, the block layout of DSpark, which is not supported");
    }
    if (metadata.findBoolean("dflash.has_confidence_head").orElse(false)) {
      throw refused(
          "dflash.has_confidence_head",
          "false",
          "true, the confidence head of DSpark, which is not supported");
    }
    for (String tensor : List.of("markov_w1.weight", "markov_w2.weight", "conf_proj.weight")) {
      if (gguf.has(tensor)) {
        throw refused(tensor, "nothing", "a head of DSpark, which is not supported");
      }
    }
    refuseText("dflash.decoder_arch", "decoders of other architectures");
    refuseCount("dflash.hyper_connection_count", "hyper-connections of DeepSeek drafts");
    refuseCount("dflash.expert_count", "mixtures of experts");
    refuseCount("dflash.attention.q_lora_rank", "latent attention (MLA)");
    refuseCount("dflash.attention.kv_lora_rank", "latent attention (MLA)");
    if (metadata.has("dflash.embedding_scale")
        && metadata.requireNumber("dflash.embedding_scale") != 1) {
      throw refused(
          "dflash.embedding_scale",
          "nothing, since its meaning for drafts is not published",
          metadata.describe("dflash.embedding_scale"));
    }
  }

  private void refuseText(String key, String what) {
    if (metadata.has(key) && !metadata.requireString(key).isEmpty()) {
      throw refused(
          key, "nothing", metadata.requireString(key) + "; " + what + " are not supported");
    }
  }

  private void refuseCount(String key, String what) {
    if (metadata.findInteger(key).orElse(0) != 0) {
      throw refused(
          key, "nothing", metadata.requireInteger(key) + "; " + what + " are not supported");
    }
  }
}
