/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.target.TargetState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where only the most likely tokens count, no row of logits is made, and the text is the same:
 * greedily and drawn, with every kind of draft and without.
 */
class MostLikelyChoiceTest {
  private static final List<Sampling> SAMPLINGS =
      List.of(
          Sampling.greedy(),
          Sampling.at(0.8).withFilters(1, 1, 0),
          Sampling.at(1).withFilters(5, 1, 0),
          Sampling.at(1.3).withFilters(40, 0.9, 0.05),
          Sampling.at(2).withFilters(256, 1, 0));

  static Stream<GoldenCase> loops() {
    return GoldenSet.given().cases("loop");
  }

  static Stream<GoldenCase> predicting() {
    return GoldenSet.given()
        .cases("target", "gguf")
        .filter(c -> c.withArrays().has("mtp.chain_ids"));
  }

  @Test
  void theSetHasPairs() {
    GoldenSet.given().requireCases("loop");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 8})
  void theTextIsThatOfLogits(int block) {
    for (int generation = 1; generation <= 2; generation++) {
      try (ModelPair pair = StoriesPair.open(generation)) {
        for (int i = 0; i < 2; i++) {
          GenerationRequest request =
              pair.request(StoriesPair.PROMPTS.get(i)).withMaxTokens(30).withBlock(block);
          sameWithAll(pair, request);
        }
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("loops")
  void onEveryGoldenPairToo(GoldenCase c) {
    PairOptions options = PairOptions.defaults().withThreads(2);
    try (ModelPair pair =
        ModelPair.open(c.folder().resolve("target"), c.folder().resolve("draft"), options)) {
      GenerationRequest request = GenerationRequest.of(c.ints("prompt_ids")).withMaxTokens(40);
      for (int block = 1; block <= 1 + pair.draft().orElseThrow().maxProposed(); block++) {
        sameWithAll(pair, request.withBlock(block));
      }
      sameWithAll(pair, request.withoutDraft());
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("predicting")
  void withAPredictionHeadToo(GoldenCase c) throws IOException {
    try (Stream<Path> files = Files.list(c.folder())) {
      Path path = files.filter(f -> f.toString().endsWith(".gguf")).findFirst().orElse(c.folder());
      try (ModelPair pair = ModelPair.openWithMtp(path, 3, PairOptions.defaults().withThreads(1))) {
        int[] prompt = c.withArrays().ints("prompt_ids");
        GenerationRequest request = GenerationRequest.of(prompt).withMaxTokens(40);
        sameWithAll(pair, request.withBlock(4));
        sameWithAll(pair, request.withoutDraft());
      }
    }
  }

  private static void sameWithAll(ModelPair pair, GenerationRequest request) {
    for (Sampling sampling : SAMPLINGS) {
      for (long seed = 1; seed <= (sampling.isGreedy() ? 1 : 2); seed++) {
        same(pair, request.withSampling(sampling.withSeed(seed)));
      }
    }
  }

  private static void same(ModelPair pair, GenerationRequest request) {
    GenerationResult chosen = pair.generate(request, GenerationListener.SILENT);
    // Logprobs need all logits.
    GenerationResult read = pair.generate(request.withLogprobs(1), GenerationListener.SILENT);
    String what = request.sampling() + ", " + pair;
    assertThat(chosen.ids()).as(what).isEqualTo(read.ids());
    assertThat(chosen.text()).isEqualTo(read.text());
    assertThat(chosen.steps()).hasSameSizeAs(read.steps());
    for (int i = 0; i < chosen.steps().size(); i++) {
      assertThat(chosen.steps().get(i).accepted()).isEqualTo(read.steps().get(i).accepted());
    }
  }

  @Test
  void logitsAreMadeOnlyWhereTheyAreNeeded() {
    try (ModelPair pair = StoriesPair.open(2)) {
      GenerationRequest greedy = pair.request(StoriesPair.PROMPTS.get(2)).withMaxTokens(20);
      assertThat(logits(pair, greedy)).isZero();
      assertThat(logits(pair, greedy.withoutDraft())).isZero();
      Sampling drawn = Sampling.at(1).withSeed(1).withFilters(40, 0.9, 0);
      assertThat(logits(pair, greedy.withSampling(drawn))).isZero();
      assertThat(logits(pair, greedy.withSampling(drawn).withoutDraft())).isZero();
      for (GenerationRequest needing :
          List.of(
              greedy.withLogprobs(1),
              greedy.withSampling(Sampling.at(1).withSeed(1)),
              greedy.withSampling(drawn).withLogprobs(0),
              greedy.withSampling(drawn.withFilters(0, 0.9, 0.1)),
              greedy.withSampling(drawn.withFilters(257, 0.9, 0)),
              greedy.withSampling(drawn.withLogitBias(Map.of(5, 2f))),
              greedy.withSampling(drawn.withPenalties(1.1, 0, 0)),
              greedy.withSampling(Sampling.greedy().withLogitBias(Map.of(5, 2f))),
              greedy.withSampling(Sampling.greedy().withPenalties(1, 0.5, 0)))) {
        assertThat(logits(pair, needing)).isPositive();
      }
    }
  }

  /** A sequence that was written greedily is used again by one who draws. */
  @Test
  void aKeptSequenceGivesWhatItsNextUserNeeds() {
    try (ModelPair pair = StoriesPair.open(1)) {
      Generator cached = pair.generator().withPromptCache(new PromptCache(1, 200));
      GenerationRequest greedy =
          pair.request(StoriesPair.PROMPTS.get(4)).withMaxTokens(30).withBlock(4);
      GenerationRequest drawn = greedy.withSampling(Sampling.at(1).withSeed(3));
      GenerationRequest top = greedy.withSampling(Sampling.at(1).withSeed(3).withFilters(20, 1, 0));
      for (int round = 0; round < 3; round++) {
        for (GenerationRequest request : List.of(greedy, top, drawn)) {
          assertThat(cached.generate(request, GenerationListener.SILENT).ids())
              .isEqualTo(pair.generate(request, GenerationListener.SILENT).ids());
        }
      }
    }
  }

  /** Numbers in the buffer of logits after a generation. */
  private static int logits(ModelPair pair, GenerationRequest request) {
    GatedTarget target = new GatedTarget(pair.target());
    Generator.of(target)
        .withTokenizer(pair.tokenizer().orElseThrow())
        .withDraft(pair.draft().orElseThrow())
        .generate(request, GenerationListener.SILENT);
    assertThat(target.states).hasSize(1);
    TargetState state = target.states.getFirst();
    assertThat(state.length()).isPositive();
    return state.logits().length;
  }
}
