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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Folders in other layouts than the published one: read where that is safe, refused by name. */
class FolderLayoutTest {
  private static final Compute COMPUTE = Compute.reference();
  private static final Path SPECFORGE = Path.of("src/test/resources/dflash-configs/specforge");

  @TempDir Path folder;

  private static List<Path> configs(boolean dflash) throws IOException {
    try (Stream<Path> files = Files.list(SPECFORGE)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("-dflash.json") == dflash)
          .sorted()
          .toList();
    }
  }

  static List<Path> dflashConfigs() throws IOException {
    return configs(true);
  }

  static List<Path> otherConfigs() throws IOException {
    return configs(false);
  }

  private static int[] proposals(Path draft) {
    try (DraftModel model = Drafts.open(draft, COMPUTE)) {
      ArrayTarget target = ArrayTarget.random(97, DraftPackage.HIDDEN, 1);
      DraftSession session = model.bind(target, target, 4, 97).newSession(5);
      session.append(ArrayTarget.taps(5, 64, 2), 0, 5);
      int[] tokens = new int[3];
      session.propose(7, 3, tokens, 0);
      return tokens;
    }
  }

  @Test
  void allConfigurationsOfSpecForgeAreThere() throws IOException {
    assertThat(dflashConfigs()).hasSize(8);
    assertThat(otherConfigs()).hasSize(9);
  }

  @ParameterizedTest
  @MethodSource("dflashConfigs")
  void configurationsOfSpecForgeForDflashAreRead(Path config) throws IOException {
    Files.copy(config, folder.resolve("config.json"));
    List<String> notes = new ArrayList<>();
    DraftConfig c =
        DraftConfigReader.read(FolderDrafts.config(folder), PublishedConfigsTest.NO_TENSORS, notes);
    assertThat(notes).isEmpty();
    JsonNode json = JsonMapper.shared().readTree(config);
    assertThat(c.generation()).isEqualTo(1);
    assertThat(c.hidden()).isEqualTo(json.get("hidden_size").intValue());
    assertThat(c.layers()).isEqualTo(json.get("num_hidden_layers").intValue());
    assertThat(c.headDim()).isEqualTo(json.get("head_dim").intValue());
    assertThat(c.blockSize()).isEqualTo(json.get("block_size").intValue());
    assertThat(c.rotary().base()).isEqualTo(json.get("rope_theta").doubleValue());
    JsonNode draft = json.get("dflash_config");
    assertThat(c.maskToken()).isEqualTo(draft.get("mask_token_id").intValue());
    List<Integer> taps = new ArrayList<>();
    draft.get("target_layer_ids").forEach(tap -> taps.add(tap.intValue()));
    assertThat(c.taps()).isEqualTo(taps);
    for (int n = 0; n < c.layers(); n++) {
      boolean slides = json.get("layer_types").get(n).stringValue().equals("sliding_attention");
      assertThat(c.masks().get(n)).isEqualTo(new LayerMask(slides ? 2048 : 0, slides));
    }
  }

  @ParameterizedTest
  @MethodSource("otherConfigs")
  void otherDraftsOfSpecForgeAreRefusedByName(Path config) throws IOException {
    Files.copy(config, folder.resolve("config.json"));
    String name = config.getFileName().toString().contains("domino") ? "Domino" : "DSpark";
    assertThatThrownBy(() -> Drafts.open(folder, COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining(name + "DraftModel, a draft this version does not run");
  }

  @Test
  void theLayoutOfSpeculatorsIsRefusedByName() {
    for (String key : List.of("speculators_model_type", "transformer_layer_config")) {
      DraftPackage p = DraftPackage.random(1, 2).with(key, "dflash");
      Path draft = p.with("architectures", List.of("DFlashSpeculator")).write(folder.resolve(key));
      assertThatThrownBy(() -> Drafts.open(draft, COMPUTE))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContainingAll(key, "the layout of speculators, which is not supported");
    }
  }

  @Test
  void fieldsMayBeNestedInATextConfiguration() {
    DraftPackage p = DraftPackage.random(2, 3);
    int[] expected = proposals(p.write(folder.resolve("flat")));
    Map<String, Object> text = new LinkedHashMap<>(p.config);
    Object architectures = text.remove("architectures");
    p.config.clear();
    p.config.put("architectures", architectures);
    p.config.put("model_type", "qwen3_vl");
    p.config.put("text_config", text);
    assertThat(proposals(p.write(folder.resolve("nested")))).isEqualTo(expected);
    // The draft's own fields may have stayed outside.
    p.config.put("dflash_config", text.remove("dflash_config"));
    assertThat(proposals(p.write(folder.resolve("half")))).isEqualTo(expected);
  }

  @Test
  void twoStacksInOneConfigurationAreNotChosenFrom() {
    DraftPackage p = DraftPackage.random(2, 3);
    p.with("text_config", Map.of("hidden_size", 64));
    assertThatThrownBy(() -> Drafts.open(p.write(folder.resolve("two")), COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll("text_config.hidden_size", "32 as at the top level", "64");
  }

  private static DraftPackage assistant() {
    DraftPackage p = DraftPackage.random(1, 4);
    p.config.remove("dflash_config");
    p.config.putAll(p.nested);
    p.with("architectures", List.of("MuseGlimmerAssistantModel"))
        .with("model_type", "muse_glimmer_assistant");
    p.config.remove("num_target_layers");
    p.config.remove("use_sliding_window");
    p.tensors.put("encoder.fc.weight", p.tensors.remove("fc.weight"));
    p.tensors.put("encoder.output_norm_enc.weight", p.tensors.remove("hidden_norm.weight"));
    return p;
  }

  @Test
  void theAssistantContainerIsADraftOfGenerationOne() {
    int[] expected = proposals(DraftPackage.random(1, 4).write(folder.resolve("plain")));
    assertThat(proposals(assistant().write(folder.resolve("assistant")))).isEqualTo(expected);
    DraftPackage published = assistant().without("vocab_size");
    Path draft = published.write(folder.resolve("published"));
    assertThat(proposals(draft)).isEqualTo(expected);
    try (DraftModel model = Drafts.open(draft, COMPUTE)) {
      assertThat(model.config().vocabulary()).isEqualTo(DraftConfig.UNSTATED);
      assertThat(model.summary().line()).endsWith("taps 0 2, vocab not stated");
      assertThat(model.summary().notes())
          .containsExactly(
              "rotary components are paired by halves; the configuration does not say");
      // The mask token needs a row all the same.
      ArrayTarget small = ArrayTarget.random(96, DraftPackage.HIDDEN, 1);
      assertThatThrownBy(() -> model.bind(small, small, 4, 90))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("mask token 96");
    }
  }

  @Test
  void theAssistantContainerHasNamesOfItsOwn() {
    DraftPackage p = assistant();
    p.tensors.put("fc.weight", p.tensors.remove("encoder.fc.weight"));
    assertThatThrownBy(() -> Drafts.open(p.write(folder.resolve("names")), COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll("encoder.fc.weight: missing", "fc.weight: unexpected tensor");
    DraftPackage other = assistant().with("model_type", "qwen3");
    assertThatThrownBy(() -> Drafts.open(other.write(folder.resolve("type")), COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll("model_type", "muse_glimmer_assistant", "qwen3");
  }

  @Test
  void shardsUnderOtherNamesGiveTheSameDraft() {
    // B020
    DraftPackage p = DraftPackage.random(2, 5);
    int[] expected = proposals(p.write(folder.resolve("one")));
    Path shards = p.writeShards(folder.resolve("shards"), "dflash_draft_model");
    assertThat(proposals(shards)).isEqualTo(expected);
    assertThat(Arrays.stream(shards.toFile().list()))
        .anyMatch(name -> name.equals("dflash_draft_model-00001-of-00002.safetensors"));
  }

  @Test
  void mathsOfTheMimoFamilyIsRefusedByName() {
    // B020
    DraftPackage p = DraftPackage.random(1, 6).with("partial_rotary_factor", 0.5);
    assertThatThrownBy(() -> Drafts.open(p.write(folder.resolve("half")), COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("partial_rotary_factor");
    DraftPackage sinks = DraftPackage.random(1, 6);
    sinks.tensors.put(
        "layers.0.self_attn.attention_sink_bias",
        new DraftPackage.Values("F32", new long[] {4}, new float[4]));
    assertThatThrownBy(() -> Drafts.open(sinks.write(folder.resolve("sinks")), COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("layers.0.self_attn.attention_sink_bias: unexpected tensor");
  }
}
