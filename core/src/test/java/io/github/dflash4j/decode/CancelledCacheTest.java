/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.goldens.GoldenCase;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Generations of hybrid targets that are cancelled anywhere in a step, between drafting and
 * verifying too, leave a sequence in the cache that goes on as a fresh one.
 */
class CancelledCacheTest {
  private static final int TOKENS = 24;
  private static final long SEED = 20261205;

  private final Random random = new Random(SEED);
  private int cancelled;
  private int insideABlock;
  private int reused;

  @Test
  void aHybridTargetWithItsDraft() {
    Path folder = GoldenCase.root().resolve("loop/hybrid_gen2");
    try (ModelPair pair =
        ModelPair.open(folder.resolve("target"), folder.resolve("draft"), options())) {
      cancelAnywhere(pair);
    }
  }

  @Test
  void aHybridTargetWithItsPredictionHead() {
    Path folder = GoldenCase.root().resolve("targets/qwen35_tiny");
    try (ModelPair pair = ModelPair.openWithMtp(folder, 5, options())) {
      cancelAnywhere(pair);
    }
  }

  private static PairOptions options() {
    return PairOptions.defaults().withThreads(1);
  }

  private void cancelAnywhere(ModelPair pair) {
    Generator fresh = pair.generator().withWholeBlocks();
    PromptCache cache = new PromptCache(1, 160);
    Generator cached = fresh.withPromptCache(cache);
    int[] prompt = random.ints(20, 0, fresh.vocabulary()).toArray();
    for (int reading = 1; reading <= 60; reading++) {
      GenerationResult written = cancelAt(reading, cached, request(prompt));
      assertSame(cached, fresh, goingOn(fresh, prompt, written.ids()), reading);
      if (random.nextInt(4) == 0) {
        prompt = random.ints(1 + random.nextInt(40), 0, fresh.vocabulary()).toArray();
      }
    }
    assertThat(cancelled).isGreaterThan(40);
    assertThat(insideABlock).as("cancelled with a block drafted").isGreaterThan(5);
    assertThat(reused).isGreaterThan(500);
  }

  /** Cancels when the clock is read for the n-th time, which is behind every part of a step. */
  private GenerationResult cancelAt(int reading, Generator cached, GenerationRequest request) {
    Cancellation cancellation = new Cancellation();
    int[] readings = {0};
    Generator watched =
        cached.withTime(() -> {
          if (++readings[0] == reading) {
            cancellation.cancel();
          }
          return readings[0];
        });
    GenerationResult result = watched.generate(request, GenerationListener.SILENT, cancellation);
    cancelled += result.finish() == FinishReason.CANCELLED ? 1 : 0;
    // Of the readings behind parts of drafting a step has three, or one if nothing is drafted; a
    // block that was drafted and not verified left some more.
    long ofSteps = result.steps().stream().mapToLong(step -> step.rows() > 1 ? 3 : 1).sum();
    insideABlock += result.figures().draftNanos() > ofSteps ? 1 : 0;
    return result;
  }

  private GenerationRequest goingOn(Generator fresh, int[] prompt, int[] written) {
    int kept = random.nextInt(written.length + 1);
    int[] next =
        IntStream.concat(
                IntStream.concat(
                    Arrays.stream(prompt), Arrays.stream(Arrays.copyOf(written, kept))),
                random.ints(random.nextInt(3), 0, fresh.vocabulary()))
            .toArray();
    return request(next);
  }

  private static GenerationRequest request(int... prompt) {
    return GenerationRequest.of(prompt).withMaxTokens(TOKENS).withStopIds(Set.of()).withLogprobs(3);
  }

  private void assertSame(
      Generator cached, Generator fresh, GenerationRequest request, int reading) {
    String what = "seed " + SEED + ", cancelled at reading " + reading;
    GenerationResult expected = fresh.generate(request, GenerationListener.SILENT);
    GenerationResult result = cached.generate(request, GenerationListener.SILENT);
    assertThat(result.ids()).as(what).isEqualTo(expected.ids());
    assertThat(result.steps()).as(what).isEqualTo(expected.steps());
    reused += result.figures().reusedTokens();
  }
}
