/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text with a draft is the text without, token for token. */
class IdentityTest {
  /** Every target at hand at every width, with a prompt cache and without. */
  @Test
  void aDraftChangesNoTokenOfAnyTargetAtAnyWidth(@TempDir Path folder) {
    IdentityGrid grid = new IdentityGrid(folder);
    for (IdentityPair pair : IdentityPair.all()) {
      boolean stories = pair.name().startsWith("stories");
      grid.check(pair, 0, stories ? 3 : 1, 16);
    }
    grid.finish(5_000);
  }

  /** The same with longer texts and other prompts; see CONTRIBUTING. */
  @Test
  @Tag("identity")
  void aDraftChangesNoneOf100000Tokens(@TempDir Path folder) {
    IdentityGrid grid = new IdentityGrid(folder);
    for (IdentityPair pair : IdentityPair.all()) {
      boolean stories = pair.name().startsWith("stories");
      grid.check(pair, stories ? 3 : 0, stories ? 3 : 2, stories ? 600 : 200);
    }
    grid.finish(100_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aDraftChangesNoTokenOfTheLongestTexts(int generation) {
    try (ModelPair pair = StoriesPair.open(generation)) {
      for (String prompt : StoriesPair.PROMPTS.subList(0, 3)) {
        GenerationRequest request = request(pair, prompt, 1000);
        GenerationResult plain = pair.generate(request.withoutDraft(), GenerationListener.SILENT);
        assertThat(plain.finish()).isEqualTo(FinishReason.CONTEXT);
        for (int width : new int[] {2, 3, 8}) {
          GenerationResult result =
              pair.generate(request.withBlock(width), GenerationListener.SILENT);
          assertThat(result.ids()).isEqualTo(plain.ids()).hasSizeGreaterThan(450);
          assertThat(result.finish()).isEqualTo(FinishReason.CONTEXT);
          assertThat(result.text()).isEqualTo(plain.text());
          assertThat(result.figures().accepted()).isPositive();
          assertThat(result.figures().rejected()).isPositive();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void plainStepsInBetweenChangeNoTokenAndKeepTheDraftGood(int generation) {
    try (ModelPair pair = StoriesPair.open(generation)) {
      GenerationRequest request = request(pair, StoriesPair.PROMPTS.get(0), 400);
      int[] plain = ids(pair, request.withoutDraft());
      GenerationFigures always =
          pair.generate(request.withBlock(8), GenerationListener.SILENT).figures();
      int[] step = {0};
      GenerationResult thirds = withWidths(pair, request, most -> ++step[0] % 3 == 0 ? 0 : most);
      assertThat(thirds.ids()).isEqualTo(plain);
      assertThat(thirds.figures().plainSteps()).isEqualTo(thirds.steps().size() / 3);
      assertThat(thirds.figures().acceptance())
          .as("a hole in the draft's context would ruin the acceptance")
          .isGreaterThan(0.7 * always.acceptance());
      for (long seed = 1; seed <= 5; seed++) {
        Random random = new Random(seed);
        GenerationResult mixed = withWidths(pair, request, most -> random.nextInt(most + 1));
        assertThat(mixed.ids()).as("seed %d", seed).isEqualTo(plain);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void tapsThatWaitedDuringPlainStepsLeadToTheSameDrafts(int generation) {
    try (ModelPair pair = StoriesPair.open(generation)) {
      GenerationRequest request = request(pair, StoriesPair.PROMPTS.get(1), 300);
      Map<Integer, List<Integer>> always = new HashMap<>();
      for (int width = 1; width <= 7; width++) {
        // Narrow steps begin at other places than wide ones; all draft whole blocks.
        int verified = width;
        withWidths(pair, request, most -> Math.min(most, verified)).steps().stream()
            .filter(step -> !step.drafted().isEmpty())
            .forEach(step -> always.merge(step.start(), step.drafted(), IdentityTest::longer));
      }
      int compared = 0;
      for (int pause : new int[] {1, 5, 40, 100}) {
        int[] step = {0};
        GenerationResult paused =
            withWidths(pair, request, most -> ++step[0] % (pause + 1) == 0 ? most : 0);
        for (GenerationStep drafted : paused.steps()) {
          List<Integer> expected = always.getOrDefault(drafted.start(), List.of());
          int both = Math.min(expected.size(), drafted.drafted().size());
          assertThat(drafted.drafted().subList(0, both))
              .as("after %d plain steps, at %d", pause, drafted.start())
              .isEqualTo(expected.subList(0, both));
          compared += both;
        }
      }
      assertThat(compared).isGreaterThan(200);
    }
  }

  private static List<Integer> longer(List<Integer> a, List<Integer> b) {
    return a.size() >= b.size() ? a : b;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theMeasuringPolicyChangesNoTokenOfTwentyTexts(int generation) {
    int drafted = 0;
    try (ModelPair pair = StoriesPair.open(generation)) {
      for (String prompt : StoriesPair.PROMPTS) {
        GenerationRequest request = request(pair, prompt, 250);
        GenerationResult result = pair.generate(request, GenerationListener.SILENT);
        assertThat(result.figures().speculation().adaptive()).isTrue();
        assertThat(result.ids()).as("'%s'", prompt).isEqualTo(ids(pair, request.withoutDraft()));
        drafted += result.figures().drafted();
      }
    }
    assertThat(drafted).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyLengthAndEveryStopTokenCutsTheTextWherePlainDecodingDoes(int generation) {
    try (ModelPair pair = StoriesPair.open(generation)) {
      GenerationRequest request = request(pair, StoriesPair.PROMPTS.get(3), 60);
      int[] plain = ids(pair, request.withoutDraft());
      for (int tokens = 1; tokens <= 40; tokens++) {
        assertThat(ids(pair, request.withMaxTokens(tokens).withBlock(8)))
            .isEqualTo(Arrays.copyOf(plain, tokens));
        GenerationRequest stopping =
            request.withIgnoredStops(false).withStopIds(Set.of(plain[tokens - 1]));
        GenerationResult stopped = pair.generate(stopping.withBlock(8), GenerationListener.SILENT);
        GenerationResult plainStopped =
            pair.generate(stopping.withoutDraft(), GenerationListener.SILENT);
        assertThat(stopped.ids()).isEqualTo(plainStopped.ids());
        assertThat(stopped.text()).isEqualTo(plainStopped.text());
        assertThat(stopped.finish()).isEqualTo(FinishReason.STOP);
        assertThat(stopped.figures().committed()).isEqualTo(plainStopped.figures().committed());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theContextCutsTheTextWherePlainDecodingDoes(int generation) {
    int[] plain;
    try (ModelPair pair = StoriesPair.open(generation)) {
      plain = ids(pair, request(pair, StoriesPair.PROMPTS.get(3), 60));
    }
    for (int context = 16; context <= 40; context++) {
      PairOptions options = StoriesPair.options().withContext(context);
      try (ModelPair pair =
          ModelPair.open(StoriesPair.TARGET, StoriesPair.draft(generation), options)) {
        GenerationRequest request = request(pair, StoriesPair.PROMPTS.get(3), 60).withBlock(8);
        GenerationResult result = pair.generate(request, GenerationListener.SILENT);
        int room = context - request.prompt().length;
        assertThat(result.ids()).isEqualTo(Arrays.copyOf(plain, room));
        assertThat(result.finish()).isEqualTo(FinishReason.CONTEXT);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theNumberOfThreadsChangesNoTokenAndNoDraft(int generation) {
    try (ModelPair one = StoriesPair.open(generation);
        ModelPair three =
            ModelPair.open(
                StoriesPair.TARGET,
                StoriesPair.draft(generation),
                StoriesPair.options().withThreads(3))) {
      GenerationRequest request = request(one, StoriesPair.PROMPTS.get(5), 200).withBlock(8);
      GenerationResult alone = one.generate(request, GenerationListener.SILENT);
      GenerationResult together = three.generate(request, GenerationListener.SILENT);
      assertThat(together.ids()).isEqualTo(alone.ids());
      assertThat(together.steps()).isEqualTo(alone.steps());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void laterGenerationsOnAPairEqualThoseOfAFreshOne(int generation) {
    try (ModelPair used = StoriesPair.open(generation)) {
      for (int i : new int[] {7, 2, 7, 11}) {
        try (ModelPair fresh = StoriesPair.open(generation)) {
          GenerationRequest request =
              request(fresh, StoriesPair.PROMPTS.get(i), 40 + 30 * i).withBlock(8);
          GenerationResult again = used.generate(request, GenerationListener.SILENT);
          GenerationResult first = fresh.generate(request, GenerationListener.SILENT);
          assertThat(again.ids()).isEqualTo(first.ids());
          assertThat(again.steps()).isEqualTo(first.steps());
          assertThat(again.text()).isEqualTo(first.text());
        }
      }
    }
  }

  private static GenerationResult withWidths(
      ModelPair pair, GenerationRequest request, VerifyWidth width) {
    return pair.generator().generate(request, width, GenerationListener.SILENT, new Cancellation());
  }

  private static GenerationRequest request(ModelPair pair, String prompt, int tokens) {
    return pair.request(prompt).withMaxTokens(tokens).withIgnoredStops(true);
  }

  private static int[] ids(ModelPair pair, GenerationRequest request) {
    return pair.generate(request, GenerationListener.SILENT).ids();
  }
}
