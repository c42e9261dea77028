/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.LittleEndian;
import io.github.dflash4j.format.TestGguf;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.StorageType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Drafts in GGUF files of llama.cpp's architecture (dflash-algorithm 2.2). */
class GgufDraftTest {
  private static final Compute COMPUTE = Compute.reference();

  @TempDir Path folder;
  private int written;

  static Stream<GoldenCase> drafts() {
    return GoldenSet.given().cases("draft");
  }

  private GgufTwin twin(int generation) {
    return GgufTwin.of(
        DraftPackage.random(generation, 80).write(folder.resolve("source" + written++)));
  }

  private Path file() {
    return folder.resolve("draft" + written++ + ".gguf");
  }

  private void assertRefused(GgufTwin twin, String... parts) {
    Path file = twin.write(file(), StorageType.BF16);
    assertThatThrownBy(() -> Drafts.open(file, COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(parts)
        .satisfies(e -> assertThat(e.getMessage()).contains(file.toString()).doesNotContain("\n"));
  }

  private DraftConfig config(GgufTwin twin) {
    try (DraftModel model = Drafts.open(twin.write(file(), StorageType.BF16), COMPUTE)) {
      return model.config();
    }
  }

  @ParameterizedTest
  @MethodSource("drafts")
  void everyGoldenCheckHoldsForTheTwinAndItsBitsAreThoseOfTheFolder(GoldenCase golden) {
    GgufTwin twin = GgufTwin.of(golden.folder());
    try (Compute compute = Compute.host(2);
        DraftGoldenRun plain = new DraftGoldenRun(golden, compute)) {
      Map<String, Object> expected = plain.computed("one step");
      for (StorageType type : List.of(StorageType.F32, StorageType.BF16)) {
        Path file = twin.write(file(), type);
        try (DraftGoldenRun run =
            new DraftGoldenRun(golden, file, plain.model().config().inputScale(), compute)) {
          DraftGoldenTest.runAll(golden, run);
          Map<String, Object> found = run.computed("one step");
          assertThat(found.keySet()).isEqualTo(expected.keySet());
          expected.forEach((name, array) ->
              assertThat(found.get(name)).as("%s %s", type, name).isEqualTo(array));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"Q8_0", "Q4_0", "Q4_1", "Q4_K"})
  void aQuantisedDraftGivesTheBitsOfItsDequantisedWeights(StorageType type) {
    // B181
    for (int generation : new int[] {1, 2}) {
      DraftPackage p =
          DraftPackage.random(generation, 81)
              .with("hidden_size", 256)
              .with("intermediate_size", 512)
              .with("head_dim", 64);
      if (generation == 2) {
        p.withNested("selector_rank", 256);
      }
      GgufTwin twin = GgufTwin.of(p.fill(81).write(folder.resolve(type + "-" + generation)));
      Function<String, StorageType> types =
          name -> name.equals("blk.1.ffn_up.weight") ? StorageType.BF16 : type;
      Path quantised = twin.write(file(), types);
      twin.storedIn(p, types);
      Path floats = p.write(folder.resolve("floats-" + type + generation));
      try (Compute compute = Compute.host(2);
          DraftModel packed = Drafts.open(quantised, compute);
          DraftModel plain = Drafts.open(floats, compute)) {
        assertThat(packed.summary().tensors())
            .anySatisfy(t -> assertThat(t.type()).isEqualTo(type.name()));
        ArrayTarget target = ArrayTarget.random(97, 256, 82);
        assertThat(hidden(packed, target)).isEqualTo(hidden(plain, target));
        assertThat(proposals(packed, target)).isEqualTo(proposals(plain, target));
      }
    }
  }

  private static float[] hidden(DraftModel model, ArrayTarget target) {
    DraftConfig c = model.config();
    float[] taps = ArrayTarget.taps(9, c.tapWidth(), 83);
    float[] hidden = new float[4 * c.hidden()];
    model.newForward().blockUncached(taps, 9, 0, target.embedded(5, c.maskToken(), 4), 4, hidden);
    assertThat(hidden).isNotEqualTo(new float[hidden.length]);
    return hidden;
  }

  private static int[] proposals(DraftModel model, ArrayTarget target) {
    DraftSession session = model.bind(target, target, 4, target.vocabulary()).newSession(9);
    session.append(ArrayTarget.taps(9, model.config().tapWidth(), 83), 0, 9);
    int[] tokens = new int[3];
    session.propose(5, 3, tokens, 0);
    return tokens;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theConfigurationIsThatOfTheFolder(int generation) {
    Path source = DraftPackage.random(generation, 84).write(folder.resolve("same"));
    try (DraftModel model = Drafts.open(source, COMPUTE)) {
      DraftConfig expected = model.config();
      DraftConfig found = config(GgufTwin.of(source));
      assertThat(found)
          .usingRecursiveComparison()
          .ignoringFields("targetLayers")
          .isEqualTo(expected);
      assertThat(found.targetLayers()).isEmpty();
    }
  }

  @Test
  void targetLayersAreInputsOneBehindTheTap() {
    DraftConfig c = config(twin(1).u32s("dflash.target_layers", 2, 34));
    assertThat(c.taps()).containsExactly(1, 33);
    assertRefused(twin(1).u32s("dflash.target_layers", 0, 2), "dflash.target_layers", "found 0");
    assertRefused(twin(1).u32s("dflash.target_layers", 2, 2), "dflash.target_layers", "2 twice");
    assertRefused(twin(1).u32s("dflash.target_layers"), "dflash.target_layers", "found 0");
    assertRefused(
        twin(1).u32s("dflash.target_layers", 1), "fc.weight", "[32, 32]", "1 taps of hidden size");
  }

  @Test
  void theStateBeforeTheFinalNormIsTheOutputOfTheLastLayer() {
    Path file = twin(1).u32s("dflash.target_layers", 1, 4).write(file(), StorageType.F32);
    try (DraftModel model = Drafts.open(file, COMPUTE)) {
      ArrayTarget target = ArrayTarget.random(97, 32, 1);
      assertThat(model.bind(target, target, 4, 97).taps()).containsExactly(0, 3);
      assertThatThrownBy(() -> model.bind(target, target, 3, 97))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("tap 3");
    }
  }

  @Test
  void whatIsNotStatedIsNotGuessed() {
    for (String key :
        List.of(
            "dflash.block_count",
            "dflash.embedding_length",
            "dflash.feed_forward_length",
            "dflash.attention.head_count",
            "dflash.attention.head_count_kv",
            "dflash.attention.layer_norm_rms_epsilon",
            "dflash.rope.freq_base",
            "dflash.block_size",
            "dflash.target_layers",
            "tokenizer.ggml.mask_token_id",
            "dflash.conv_kernel_size",
            "dflash.conv_group_size",
            "dflash.selector_rank",
            "dflash.selector_top_k",
            "dflash.attention.sliding_window",
            "dflash.attention.sliding_window_pattern")) {
      assertRefused(twin(2).without(key), key);
    }
    assertRefused(
        twin(2).without("tokenizer.ggml.tokens"), "dflash.vocab_size", "tokenizer.ggml.tokens");
    assertThat(config(twin(2).without("tokenizer.ggml.tokens").u32("dflash.vocab_size", 97)))
        .extracting(DraftConfig::vocabulary)
        .isEqualTo(97);
  }

  @Test
  void valuesOutOfRangeAndContradictionsAreRefused() {
    assertRefused(twin(2).u32("dflash.block_size", 1), "dflash.block_size", "1");
    assertRefused(twin(2).u32("dflash.selector_top_k", 98), "dflash.selector_top_k", "98");
    assertRefused(twin(2).u32("dflash.conv_group_size", 5), "dflash.conv_group_size", "divisor");
    assertRefused(twin(2).u32("dflash.attention.head_count_kv", 3), "head_count_kv", "divisor");
    assertRefused(twin(2).u32("dflash.attention.value_length", 4), "value_length", "4");
    assertRefused(twin(2).u32("dflash.attention.key_length", 9), "key_length", "even");
    assertRefused(twin(2).u32("dflash.rope.dimension_count", 4), "rope.dimension_count", "4");
    assertRefused(twin(2).u32("dflash.vocab_size", 90), "dflash.vocab_size", "97", "90");
    assertRefused(twin(2).u32("tokenizer.ggml.mask_token_id", 97), "mask_token_id", "97");
    assertRefused(twin(2).u32("dflash.mask_token_id", 3), "dflash.mask_token_id", "96", "3");
    assertRefused(twin(2).f32("dflash.rope.freq_base", 0), "dflash.rope.freq_base");
    assertRefused(twin(2).f32("dflash.rope.freq_base", Float.NaN), "dflash.rope.freq_base");
    assertRefused(twin(2).f32("dflash.attention.layer_norm_rms_epsilon", 0), "epsilon");
    assertRefused(twin(2).f32("dflash.logit_scale", 0), "dflash.logit_scale");
    assertRefused(
        twin(2).f32("dflash.final_logit_softcapping", Float.POSITIVE_INFINITY), "softcapping");
    assertRefused(
        twin(2).bools("dflash.attention.sliding_window_pattern", true), "pattern", "2 layers");
    assertRefused(twin(2).string("dflash.rope.scaling.type", "yarn"), "scaling.type", "yarn");
  }

  @Test
  void olderFilesHaveTheMaskTokenElsewhere() {
    GgufTwin twin = twin(1).without("tokenizer.ggml.mask_token_id");
    assertThat(config(twin.u32("dflash.mask_token_id", 7)).maskToken()).isEqualTo(7);
  }

  @Test
  void theSizeOfAHeadMayComeFromTheNorm() {
    GgufTwin twin =
        twin(1).without("dflash.attention.key_length").without("dflash.attention.value_length");
    assertThat(config(twin).headDim()).isEqualTo(8);
    twin.tensors.remove("blk.0.attn_q_norm.weight");
    assertRefused(twin, "dflash.attention.key_length", "neither");
  }

  @Test
  void degenerateSectionsArePlainPositionsAndOthersAreRefused() {
    assertThat(config(twin(1).u32s("dflash.rope.dimension_sections", 4, 0, 0, 0)).rotary())
        .isEqualTo(RotaryConfig.standard(10000));
    assertRefused(
        twin(1).u32s("dflash.rope.dimension_sections", 2, 1, 1, 0),
        "dflash.rope.dimension_sections",
        "[2, 1, 1, 0]");
  }

  @Test
  void causalityIsStatedOrFollowsTheRule() {
    assertThat(config(twin(1)).masks())
        .containsExactly(new LayerMask(4, true), new LayerMask(0, false));
    assertThat(config(twin(1).bool("dflash.attention.causal", false)).masks())
        .containsExactly(new LayerMask(4, false), new LayerMask(0, false));
    assertThat(config(twin(1).bool("dflash.attention.causal", true)).masks())
        .containsExactly(new LayerMask(4, true), new LayerMask(0, true));
  }

  @Test
  void otherArchitecturesAreRefusedByName() {
    // B014
    assertRefused(
        twin(2).string("general.architecture", "dflash3"),
        "expected dflash",
        "dflash3, a version of draft that is not supported");
    assertRefused(
        twin(1).string("general.architecture", "qwen35-dflash-draft"),
        "qwen35-dflash-draft, a draft in the layout of a fork");
    assertRefused(
        twin(1).string("general.architecture", "llama"), "llama, which is no DFlash draft");
    assertRefused(twin(1).without("general.architecture"), "general.architecture");
  }

  @Test
  void relativesAreRefusedByTheKeyThatShowsThem() {
    assertRefused(twin(2).bool("dflash.sample_from_anchor", true), "sample_from_anchor", "DSpark");
    assertRefused(
        twin(2).bool("dflash.has_confidence_head", true), "has_confidence_head", "DSpark");
    assertRefused(twin(2).string("dflash.decoder_arch", "gemma4"), "decoder_arch", "gemma4");
    assertRefused(twin(2).u32("dflash.hyper_connection_count", 4), "hyper_connection_count");
    assertRefused(twin(2).u32("dflash.expert_count", 8), "expert_count", "mixtures of experts");
    assertRefused(twin(2).u32("dflash.attention.kv_lora_rank", 512), "kv_lora_rank", "MLA");
    assertRefused(twin(2).f32("dflash.embedding_scale", 2), "embedding_scale", "2.0");
    GgufTwin markov = twin(1);
    markov.tensors.put("markov_w1.weight", markov.tensors.get("fc.weight"));
    assertRefused(markov, "markov_w1.weight", "DSpark");
    GgufTwin harmless =
        twin(2)
            .bool("dflash.sample_from_anchor", false)
            .bool("dflash.has_confidence_head", false)
            .string("dflash.decoder_arch", "");
    assertThat(config(harmless).generation()).isEqualTo(2);
  }

  @Test
  void keysOfAnotherArchitectureAreNotTakenForOurs() {
    // B188
    GgufTwin tower = twin(2).u32("vision.block_count", 9).u32("vision.embedding_length", 7);
    assertThat(config(tower)).isEqualTo(config(twin(2)));
    assertRefused(
        twin(2).without("dflash.block_count").u32("vision.block_count", 2), "dflash.block_count");
  }

  @Test
  void anUnknownKeyIsNoted() {
    // B014
    Path file =
        twin(2)
            .u32("dflash.new_idea", 3)
            .u32("general.quantization_version", 2)
            .write(file(), StorageType.F32);
    try (DraftModel model = Drafts.open(file, COMPUTE)) {
      assertThat(model.summary().notes())
          .containsExactly("unknown key dflash.new_idea (u32 3) is not used");
    }
  }

  @Test
  void everyProblemWithTensorsIsInOneMessageUnderTheNamesOfTheFile() {
    GgufTwin twin = twin(2);
    twin.tensors.remove("enc.output_norm.weight");
    twin.tensors.remove("blk.1.ffn_conv_base");
    twin.tensors.put("blk.0.attn_sinks.weight", twin.tensors.get("output_norm.weight"));
    twin.tensors.put("blk.0.attn_k.weight", twin.tensors.get("blk.0.attn_q.weight"));
    assertRefused(
        twin,
        "4 problems",
        "enc.output_norm.weight: missing, expected shape [32]",
        "blk.1.ffn_conv_base: missing, expected shape [2, 2, 32]",
        "blk.0.attn_sinks.weight: unexpected tensor",
        "blk.0.attn_k.weight: expected shape [16, 32], found BF16[32, 32]");
  }

  @Test
  void namesOfForksAreRefusedByName() {
    GgufTwin twin = twin(2);
    twin.tensors.put("selector.pred_codebook", twin.tensors.remove("selector_predecessor.weight"));
    twin.tensors.put("blk.0.attn_conv.base", twin.tensors.remove("blk.0.attn_conv_base"));
    assertRefused(
        twin,
        "selector.pred_codebook: unexpected",
        "blk.0.attn_conv.base: unexpected",
        "selector_predecessor.weight: missing");
  }

  @Test
  void aFirstGenerationFileWithSelectorTensorsLacksTheKey() {
    GgufTwin twin = twin(1);
    twin.tensors.put("selector_hidden.weight", twin.tensors.get("fc.weight"));
    assertRefused(twin, "dflash.conv_kernel_size", "no such key");
  }

  @Test
  void weightsOfTypesNobodyReadsAreRefused() {
    GgufTwin twin = twin(1);
    twin.tensors.remove("output_norm.weight");
    twin.set("x", g -> g.u32("x", 1).info("output_norm.weight", 1, new long[] {32}, 6, 0));
    TestGguf only = new TestGguf();
    twin.metadata.values().forEach(entry -> entry.accept(only));
    Path file = only.data(new LittleEndian().zeros(22).toBytes()).write(file());
    assertThatThrownBy(() -> Drafts.open(file, COMPUTE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("output_norm.weight: type Q5_0 is not supported");
  }

  @Test
  void theFirstLineIsThatOfTheFolder() {
    try (DraftModel model = Drafts.open(twin(2).write(file(), StorageType.F16), COMPUTE)) {
      assertThat(model.summary().line())
          .isEqualTo(
              "DFlash 2 package: 36 tensors, 2 layers, hidden 32, block 4, taps 0 2,"
                  + " conv 2 x groups of 8, selector rank 8 top 4, vocab 97");
      assertThat(model.summary().notes()).isEmpty();
    }
  }
}
