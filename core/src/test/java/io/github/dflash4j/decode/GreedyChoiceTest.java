/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.target.TargetState;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where only the most likely token counts, no row of logits is made, and the text is the same. */
class GreedyChoiceTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 8})
  void theTextIsThatOfLogits(int block) {
    for (int generation = 1; generation <= 2; generation++) {
      try (ModelPair pair = StoriesPair.open(generation)) {
        for (int i = 0; i < 5; i++) {
          GenerationRequest request =
              pair.request(StoriesPair.PROMPTS.get(i)).withMaxTokens(60).withBlock(block);
          same(pair, request);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loop/dense_gen2", "loop/hybrid_gen2"})
  void onRealPairsToo(String loop) {
    Path folder = GoldenCase.root().resolve(loop);
    try (ModelPair pair =
        ModelPair.open(
            folder.resolve("target"),
            folder.resolve("draft"),
            PairOptions.defaults().withThreads(2))) {
      int[] prompt = IntStream.range(0, 40).map(i -> (7 * i + 3) % 90).toArray();
      same(pair, GenerationRequest.of(prompt).withMaxTokens(60).withBlock(3));
    }
  }

  private static void same(ModelPair pair, GenerationRequest request) {
    GenerationResult chosen = pair.generate(request, GenerationListener.SILENT);
    // Logprobs need all logits.
    GenerationResult read = pair.generate(request.withLogprobs(1), GenerationListener.SILENT);
    assertThat(chosen.ids()).isEqualTo(read.ids());
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
      for (GenerationRequest needing :
          List.of(
              greedy.withLogprobs(1),
              greedy.withSampling(Sampling.at(1).withSeed(1)),
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
      for (int round = 0; round < 3; round++) {
        for (GenerationRequest request : List.of(greedy, drawn)) {
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
