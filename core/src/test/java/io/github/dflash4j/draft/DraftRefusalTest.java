/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused, and that the message says what and where. */
class DraftRefusalTest {
  private static final Compute COMPUTE = Compute.reference();

  @TempDir Path folder;
  private int written;

  private void assertRefused(DraftPackage p, String... parts) {
    Path draft = p.write(folder.resolve("draft" + written++));
    assertThatThrownBy(() -> Drafts.open(draft, COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(parts)
        .satisfies(e -> assertThat(e.getMessage()).contains(draft.toString()).doesNotContain("\n"));
  }

  private static DraftPackage second() {
    return DraftPackage.random(2, 40);
  }

  private static Map<String, Object> rope(Object... keysAndValues) {
    Map<String, Object> rope = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      rope.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return rope;
  }

  @Test
  void theUnchangedPackagesOpen() {
    for (int generation : new int[] {1, 2}) {
      Path draft = DraftPackage.random(generation, 40).write(folder.resolve("ok" + generation));
      try (DraftModel model = Drafts.open(draft, COMPUTE)) {
        assertThat(model.config().generation()).isEqualTo(generation);
      }
    }
  }

  @Test
  void aMissingRotaryBaseIsNotGuessed() {
    // B005
    assertRefused(second().without("rope_parameters"), "rotary base not found", "rope_theta");
    assertRefused(
        second().with("rope_parameters", rope("rope_type", "default")), "rotary base not found");
    assertRefused(
        second().without("rope_parameters").with("rope_scaling", rope("rope_theta", 1e4)),
        "rotary base not found");
  }

  @Test
  void twoDifferentRotaryBasesAreNotChosenFrom() {
    assertRefused(second().with("rope_theta", 1e6), "rope_theta", "10000.0", "1000000.0");
    Path same = second().with("rope_theta", 10000).write(folder.resolve("same"));
    Drafts.open(same, COMPUTE).close();
  }

  @Test
  void missingTapsAreNotGuessed() {
    // B007
    assertRefused(
        second().without("target_layer_ids"), "target_layer_ids", "dflash_config", "top level");
    DraftPackage oneTooFew = second();
    oneTooFew.nested.put("target_layer_ids", List.of(0));
    assertRefused(oneTooFew, "fc.weight", "[32, 32]", "[32, 64]", "1 taps of hidden size 32");
  }

  @Test
  void missingBlockSizeAndMaskTokenNameThePlacesSearched() {
    // B001, B002, B017
    assertRefused(second().without("block_size"), "block_size", "dflash_config", "top level");
    assertRefused(second().without("mask_token_id"), "mask_token_id", "dflash_config");
    assertRefused(second().withNested("mask_token_id", 97), "mask_token_id", "97");
    assertRefused(second().withNested("block_size", 1), "block_size", "1");
    assertRefused(second().withNested("block_size", 1 << 20), "block_size");
    assertRefused(second().withNested("block_size", "8"), "block_size");
  }

  @Test
  void everySizeOfTheStackIsRequired() {
    for (String key :
        List.of(
            "hidden_size",
            "intermediate_size",
            "num_hidden_layers",
            "num_attention_heads",
            "num_key_value_heads",
            "vocab_size",
            "rms_norm_eps")) {
      DraftPackage p = second();
      p.config.remove(key);
      assertRefused(p, key);
      assertRefused(second().with(key, 0), key);
      assertRefused(second().with(key, 1L << 40), key);
      assertRefused(second().with(key, -3), key);
    }
    assertRefused(second().with("num_key_value_heads", 3), "num_key_value_heads", "divisor of 4");
  }

  @Test
  void tapsOutOfRangeAreRefused() {
    for (Object taps :
        List.of(
            List.of(), List.of(-1, 2), List.of(0, 4), List.of(2, 2), List.of(0, 1L << 40), "0")) {
      DraftPackage p = second();
      p.nested.put("target_layer_ids", taps);
      assertRefused(p, "target_layer_ids");
    }
  }

  @Test
  void aDraftWhoseFusionHasOneTapTooManyIsRefusedBeforeAnyComputing() {
    // B011
    DraftPackage p = second();
    DraftPackage three = second();
    three.nested.put("target_layer_ids", List.of(0, 1, 2));
    three.fill(1);
    p.tensors.put("fc.weight", three.tensors.get("fc.weight"));
    assertRefused(p, "fc.weight", "[32, 64]", "[32, 96]", "2 taps of hidden size 32");
  }

  @Test
  void theHeadSizeIsThatOfTheTensors() {
    assertRefused(second().with("head_dim", 16), "head_dim", "8 as in", "q_norm", "16");
    Path silent = second().without("head_dim").write(folder.resolve("silent"));
    try (DraftModel model = Drafts.open(silent, COMPUTE)) {
      assertThat(model.config().headDim()).isEqualTo(8);
    }
    DraftPackage neither = second().without("head_dim");
    neither.tensors.remove("layers.0.self_attn.q_norm.weight");
    assertRefused(neither, "head_dim", "q_norm");
    DraftPackage odd = second();
    odd.with("head_dim", 7).fill(1);
    assertRefused(odd, "head_dim", "even");
  }

  @Test
  void layerTypesAreOnePerLayer() {
    assertRefused(
        second().with("layer_types", List.of("full_attention")), "layer_types", "2 layers");
    assertRefused(
        second().with("layer_types", List.of("full_attention", "chunked_attention")),
        "layer_types",
        "chunked_attention for layer 1");
    assertRefused(second().without("layer_types"), "layer_types", "sliding");
    assertRefused(
        second().without("layer_types").without("use_sliding_window"), "layer_types", "sliding");
    Path full =
        second()
            .without("layer_types")
            .with("use_sliding_window", false)
            .with("sliding_window", null)
            .write(folder.resolve("full"));
    try (DraftModel model = Drafts.open(full, COMPUTE)) {
      assertThat(model.config().masks()).containsOnly(new LayerMask(0, false));
    }
  }

  @Test
  void aSlidingLayerNeedsAWindow() {
    assertRefused(second().without("sliding_window"), "sliding_window");
    assertRefused(second().with("sliding_window", null), "sliding_window");
    assertRefused(second().with("sliding_window", 0), "sliding_window");
    assertRefused(second().with("sliding_window", 1L << 31), "sliding_window");
  }

  @Test
  void rotarySettingsPerLayerTypeAreRefusedByTheLayer() {
    // B058
    assertRefused(
        second()
            .with(
                "rope_parameters",
                rope(
                    "sliding_attention", rope("rope_theta", 1e4),
                    "full_attention", rope("rope_theta", 1e6))),
        "rope_parameters",
        "sliding_attention",
        "layer 0");
  }

  @Test
  void unknownRotaryKindsAreRefusedByName() {
    for (String type : List.of("llama3", "linear", "dynamic", "longrope", "mrope")) {
      assertRefused(
          second().with("rope_parameters", rope("rope_theta", 1e4, "rope_type", type)), type);
      assertRefused(
          second()
              .without("rope_parameters")
              .with("rope_theta", 1e4)
              .with("rope_scaling", rope("type", type)),
          type);
    }
    assertRefused(
        second().with("rope_parameters", rope("rope_theta", 1e4, "rope_type", "yarn")), "factor");
    assertRefused(
        second().with("rope_parameters", rope("rope_theta", 1e4, "rope_type", "yarn", "factor", 4)),
        "original_max_position_embeddings");
    assertRefused(second().with("partial_rotary_factor", 0.5), "partial_rotary_factor", "0.5");
    assertRefused(
        second().with("rope_parameters", rope("rope_theta", 1e4, "partial_rotary_factor", 0.25)),
        "partial_rotary_factor");
  }

  @Test
  void otherArchitecturesAreRefusedByName() {
    for (String name :
        List.of(
            "DFlash3DraftModel", "DSparkDraftModel", "DominoDraftModel", "Gemma4AssistantModel")) {
      assertRefused(
          second().with("architectures", List.of(name)),
          name,
          "DFlashDraftModel or DFlash2DraftModel",
          "a draft this version does not run");
    }
    assertRefused(
        second().with("architectures", List.of("Qwen3ForCausalLM")),
        "Qwen3ForCausalLM",
        "no DFlash draft");
    assertRefused(second().without("architectures"), "architectures");
    assertRefused(second().with("architectures", List.of()), "architectures");
    assertRefused(second().with("model_type", "llama"), "model_type", "llama");
    assertRefused(second().with("hidden_act", "gelu"), "hidden_act", "gelu");
    assertRefused(second().with("attention_bias", true), "attention_bias");
  }

  @Test
  void relativesOfDflashAreRefusedByName() {
    assertRefused(second().withNested("projector_type", "domino"), "projector_type", "domino");
    assertRefused(second().withNested("projector_type", "dspark"), "projector_type", "dspark");
    assertRefused(second().withNested("attention_mode", "mla"), "attention_mode", "mla");
    // B043
    assertRefused(second().withNested("sample_from_anchor", true), "sample_from_anchor", "DSpark");
    assertRefused(second().withNested("attention_sink_bias", true), "attention_sink_bias");
    assertRefused(second().withNested("attention_value_scale", 0.5), "attention_value_scale");
    assertRefused(second().withNested("use_swa", true), "use_swa");
    Path harmless =
        second()
            .withNested("projector_type", "dflash")
            .withNested("attention_mode", "gqa")
            .withNested("sample_from_anchor", false)
            .withNested("use_swa", false)
            .write(folder.resolve("harmless"));
    Drafts.open(harmless, COMPUTE).close();
  }

  @Test
  void aFirstGenerationDraftRelabelledSecondLacksItsFirstField() {
    DraftPackage p = DraftPackage.random(1, 41);
    p.with("architectures", List.of("DFlash2DraftModel"));
    assertRefused(p, "conv_kernel_size", "no such key");
    p.withNested("conv_kernel_size", 2);
    assertRefused(p, "conv_group_size", "no such key");
    p.withNested("conv_group_size", 8);
    assertRefused(p, "selector_rank", "no such key");
    p.withNested("selector_rank", 8);
    assertRefused(p, "selector_top_k", "no such key");
    p.withNested("selector_top_k", 4);
    assertRefused(p, "layers.0.attention_conv.base_kernel: missing");
  }

  @Test
  void aSecondGenerationDraftRelabelledFirstHasTensorsTooMany() {
    assertRefused(
        second().with("architectures", List.of("DFlashDraftModel")),
        "11 problems",
        "layers.0.attention_conv.base_kernel: unexpected",
        "candidate_selector.successor_codebook: unexpected");
  }

  @Test
  void sizesOfTheSecondGenerationAreChecked() {
    // B053
    assertRefused(second().withNested("selector_top_k", 98), "selector_top_k", "98");
    assertRefused(second().withNested("selector_top_k", 0), "selector_top_k");
    assertRefused(
        second().withNested("conv_group_size", 5), "conv_group_size", "divisor of hidden");
    assertRefused(second().withNested("conv_kernel_size", 0), "conv_kernel_size");
    assertRefused(second().withNested("selector_rank", 9), "candidate_selector");
    assertRefused(second().withNested("selector_vocab_size", 98), "selector_vocab_size");
  }

  @Test
  void scalesThatAreNoScalesAreRefused() {
    assertRefused(second().with("output_multiplier", 0), "output_multiplier");
    assertRefused(second().with("output_multiplier", -1), "output_multiplier");
    assertRefused(second().with("input_embedding_scale", 0), "input_embedding_scale");
    Path off = second().with("final_logit_softcapping", -1).write(folder.resolve("off"));
    try (DraftModel model = Drafts.open(off, COMPUTE)) {
      assertThat(model.config().logits()).isEqualTo(LogitTransform.NONE);
    }
  }

  @Test
  void everyProblemWithTensorsIsInOneMessage() {
    DraftPackage p = second();
    p.tensors.remove("norm.weight");
    p.tensors.remove("layers.1.mlp.up_proj.weight");
    p.tensors.put("mask_embedding", p.tensors.get("hidden_norm.weight"));
    p.tensors.put(
        "layers.0.self_attn.k_proj.weight", p.tensors.get("layers.0.self_attn.q_proj.weight"));
    p.as("I32", "fc.weight");
    assertRefused(
        p,
        "norm.weight: missing, expected shape [32]",
        "layers.1.mlp.up_proj.weight: missing, expected shape [48, 32]",
        "mask_embedding: unexpected",
        "layers.0.self_attn.k_proj.weight: expected shape [16, 32], found BF16[32, 32]",
        "fc.weight: type I32 is not supported");
  }

  @Test
  void tensorsOfOtherDraftsAreNotIgnored() {
    for (String name :
        List.of(
            "t2d",
            "aux_hidden_norms.0.weight",
            "layers.0.self_attn.attention_sink_bias",
            "layers.0.self_attn.q_proj.bias",
            "layers.2.input_layernorm.weight",
            "model.norm.weight")) {
      DraftPackage p = second();
      p.tensors.put(name, p.tensors.get("norm.weight"));
      assertRefused(p, name + ": unexpected");
    }
  }

  @Test
  void prefixedNamesAreNotThePublishedOnes() {
    DraftPackage p = DraftPackage.random(1, 42).layers("full_attention").fill(1);
    Map<String, DraftPackage.Values> prefixed = new LinkedHashMap<>();
    p.tensors.forEach((name, t) -> prefixed.put("model." + name, t));
    p.tensors.clear();
    p.tensors.putAll(prefixed);
    // All of them, not the first few: 3 + 11 missing and as many unexpected.
    assertRefused(
        p,
        "28 problems",
        "fc.weight: missing",
        "layers.0.mlp.down_proj.weight: missing",
        "model.fc.weight: unexpected",
        "model.layers.0.mlp.down_proj.weight: unexpected");
  }

  @Test
  void aPackageWithoutTensorsIsRefused() {
    // B022
    DraftPackage p = second();
    p.tensors.clear();
    assertRefused(p, "no tensors");
  }

  @Test
  void shardsAreFoundThroughTheirIndexWhateverTheirNames() {
    // B020
    Path draft = second().writeShards(folder.resolve("shards"), "dflash_draft_model");
    try (DraftModel model = Drafts.open(draft, COMPUTE)) {
      assertThat(model.summary().tensors()).hasSize(6 + 15 * 2);
    }
  }

  @Test
  void whatIsNoPackageIsSaidToBeNone() throws IOException {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> Drafts.open(missing, COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("no such file or folder");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> Drafts.open(empty, COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("config.json");
    Path draft = second().write(folder.resolve("cut"));
    assertThatThrownBy(() -> Drafts.open(draft.resolve("model.safetensors"), COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("folder");
    byte[] weights = Files.readAllBytes(draft.resolve("model.safetensors"));
    Files.write(draft.resolve("model.safetensors"), Arrays.copyOf(weights, weights.length - 1));
    assertThatThrownBy(() -> Drafts.open(draft, COMPUTE)).isInstanceOf(ModelFileException.class);
    Files.createFile(draft.resolve("model.q4nx"));
    assertThatThrownBy(() -> Drafts.open(draft, COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("both model.q4nx and model.safetensors");
  }
}
