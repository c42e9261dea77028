/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.sampling.Sampling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several generations share the real pair; each one is what it is alone. */
class IndependentGenerationsTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @DisplayName("B098, B100, B175, B176, B178: any number at a time, every width, greedy and seeded")
  void parallelGenerationsAreThoseOfSerialRuns(int generation) throws Exception {
    try (ModelPair pair = StoriesPair.open(generation)) {
      List<GenerationRequest> requests = requests(pair);
      List<GenerationResult> alone = new ArrayList<>();
      for (GenerationRequest request : requests) {
        alone.add(pair.generate(request, GenerationListener.SILENT));
      }
      for (int parallel : new int[] {2, 3, 8}) {
        try (ExecutorService threads = Executors.newFixedThreadPool(parallel)) {
          List<Future<GenerationResult>> together = new ArrayList<>();
          for (GenerationRequest request : requests) {
            together.add(threads.submit(() -> pair.generate(request, GenerationListener.SILENT)));
          }
          for (int i = 0; i < requests.size(); i++) {
            GenerationResult result = together.get(i).get();
            String what = parallel + " at a time, request " + i;
            assertThat(result.ids()).as(what).isEqualTo(alone.get(i).ids());
            assertThat(result.text()).as(what).isEqualTo(alone.get(i).text());
            assertThat(result.steps()).as(what).isEqualTo(alone.get(i).steps());
          }
        }
      }
    }
  }

  /** Widths 2 to 8 pinned, so that steps can be compared. */
  private static List<GenerationRequest> requests(ModelPair pair) {
    List<GenerationRequest> requests = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      GenerationRequest request =
          pair.request(StoriesPair.PROMPTS.get(i)).withMaxTokens(40 + i).withBlock(2 + i % 7);
      requests.add(
          i % 2 == 0
              ? request
              : request.withSampling(Sampling.at(0.9).withSeed(i)).withLogprobs(1));
    }
    return requests;
  }

  @Test
  @DisplayName("B149: a cancelled generation leaves the others alone")
  void onlyTheCancelledOneEnds() throws Exception {
    try (ModelPair pair = StoriesPair.open(2)) {
      GenerationRequest request = pair.request(StoriesPair.PROMPTS.getFirst()).withMaxTokens(40);
      int[] whole = pair.generate(request, GenerationListener.SILENT).ids();
      Random random = new Random(1);
      try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
        for (int round = 0; round < 50; round++) {
          int at = random.nextInt(12);
          Future<GenerationResult> cut = threads.submit(() -> cancelledAfter(pair, request, at));
          Future<GenerationResult> other =
              threads.submit(() -> pair.generate(request, GenerationListener.SILENT));
          assertThat(other.get().ids()).as("round %d", round).isEqualTo(whole);
          assertThat(cut.get().finish())
              .as("round %d, step %d", round, at)
              .isEqualTo(FinishReason.CANCELLED);
        }
      }
    }
  }

  private static GenerationResult cancelledAfter(
      ModelPair pair, GenerationRequest request, int steps) {
    Cancellation cancellation = new Cancellation();
    int[] seen = {0};
    GenerationListener listener =
        new GenerationListener() {
          @Override
          public void tokens(GenerationStep step) {
            // Also where fewer steps than asked for are enough, before the last one.
            if (seen[0]++ == steps || step.start() > 30) {
              cancellation.cancel();
            }
          }
        };
    return pair.generate(request, listener, cancellation);
  }

  @Test
  @DisplayName("B151: an exception in the fifth step; the next generation is as if it had not been")
  void aFailedOneLeavesTheModelsUsable() {
    try (ModelPair pair = StoriesPair.open(2)) {
      GenerationRequest request = pair.request(StoriesPair.PROMPTS.get(3)).withMaxTokens(60);
      PromptCache cache = new PromptCache(1, 128);
      Generator cached = pair.generator().withPromptCache(cache);
      GenerationResult whole = pair.generate(request.withBlock(8), GenerationListener.SILENT);
      for (Generator generator : List.of(pair.generator(), cached)) {
        int[] seen = {0};
        GenerationListener broken =
            new GenerationListener() {
              @Override
              public void tokens(GenerationStep step) {
                if (seen[0]++ == 5) {
                  throw new IllegalStateException("planted");
                }
              }
            };
        assertThatThrownBy(() -> generator.generate(request, broken)).hasMessage("planted");
        GenerationResult next = generator.generate(request.withBlock(8), GenerationListener.SILENT);
        assertThat(next.ids()).isEqualTo(whole.ids());
        assertThat(next.steps()).isEqualTo(whole.steps());
      }
    }
  }

  @Test
  @DisplayName("B089: greedy texts are equal at 32, 200, 400 and 1000 tokens")
  void longTextsAreThoseOfPlainDecoding() {
    PairOptions options = StoriesPair.options().withContext(1100);
    try (ModelPair pair = ModelPair.open(StoriesPair.TARGET, StoriesPair.draft(2), options)) {
      GenerationRequest request =
          pair.request(StoriesPair.PROMPTS.get(1)).withIgnoredStops(true).withMaxTokens(1000);
      int[] plain = pair.generate(request.withoutDraft(), GenerationListener.SILENT).ids();
      GenerationResult whole = pair.generate(request.withBlock(8), GenerationListener.SILENT);
      assertThat(whole.ids()).hasSize(1000).isEqualTo(plain);
      assertThat(whole.figures().accepted()).isPositive();
      assertThat(whole.figures().rejected()).isPositive();
      for (int length : new int[] {32, 200, 400}) {
        GenerationRequest shorter = request.withMaxTokens(length).withBlock(3);
        assertThat(pair.generate(shorter, GenerationListener.SILENT).ids())
            .isEqualTo(Arrays.copyOf(plain, length));
      }
    }
  }

  @Test
  @DisplayName(
      "B083: exact ties go to the lowest id, whatever the width, also at the edge of top-k")
  void tiesBreakTheSameWay() {
    Continuation cycle = Continuation.cycle(300, 3);
    TableTarget tied =
        new TableTarget(
                300,
                400,
                (tokens, length) -> {
                  int next = cycle.next(tokens, length);
                  return next == 200 ? 40 : next;
                })
            .tying(40, 200);
    GenerationRequest request = GenerationRequest.of(7).withMaxTokens(350);
    int[] plain = Generator.of(tied).generate(request, GenerationListener.SILENT).ids();
    assertThat(IntStream.of(plain)).contains(40).doesNotContain(200);
    for (int width = 2; width <= 8; width++) {
      ScriptedDraft draft = ScriptedDraft.wrongInSlots(tied, 8, slot -> slot % 3 == 0);
      assertThat(
              Generator.of(tied)
                  .withDraft(draft)
                  .generate(request.withBlock(width), GenerationListener.SILENT)
                  .ids())
          .isEqualTo(plain);
    }
    Sampling two = Sampling.at(1).withFilters(1, 1, 0).withSeed(1);
    assertThat(
            Generator.of(tied).generate(request.withSampling(two), GenerationListener.SILENT).ids())
        .isEqualTo(plain);
  }

  @Test
  @DisplayName("B169, B220: a prompt of context, context - 1 and context + 1 tokens")
  void aPromptAtTheEndOfTheContextIsReadOrRefused() {
    try (ModelPair pair = StoriesPair.open(2)) {
      int context = StoriesPair.CONTEXT;
      int[] ids = IntStream.range(0, context + 1).map(i -> 3 + i % 200).toArray();
      GenerationRequest longer = pair.request(ids);
      assertThatThrownBy(() -> pair.generate(longer, GenerationListener.SILENT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(String.valueOf(context + 1))
          .hasMessageContaining(String.valueOf(context));
      GenerationResult full =
          pair.generate(pair.request(Arrays.copyOf(ids, context)), GenerationListener.SILENT);
      assertThat(full.finish()).isEqualTo(FinishReason.CONTEXT);
      assertThat(full.ids()).isEmpty();
      GenerationResult one =
          pair.generate(pair.request(Arrays.copyOf(ids, context - 1)), GenerationListener.SILENT);
      assertThat(one.ids()).hasSize(1);
    }
  }

  @Test
  @DisplayName("B172, B173: 500 plain and 1000 short requests leave no memory behind")
  void memoryStaysFlat() {
    try (ModelPair pair = StoriesPair.open(1)) {
      PromptCache cache = new PromptCache(2, 64);
      Generator cached = pair.generator().withPromptCache(cache);
      GenerationRequest request = pair.request("Once").withMaxTokens(3).withBlock(8);
      cached.generate(request, GenerationListener.SILENT);
      cached.generate(request.withoutDraft(), GenerationListener.SILENT);
      long bytes = cache.bytes();
      for (int i = 0; i < 1000; i++) {
        cached.generate(i % 2 == 0 ? request : request.withoutDraft(), GenerationListener.SILENT);
      }
      assertThat(cache.bytes()).isEqualTo(bytes);
      long before = usedHeap();
      for (int i = 0; i < 1500; i++) {
        pair.generate(i % 3 == 0 ? request.withoutDraft() : request, GenerationListener.SILENT);
      }
      assertThat(usedHeap() - before).isLessThan(8 << 20);
    }
  }

  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
