/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.sampling.RandomStreams;
import io.github.dflash4j.sampling.Sampling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What went wrong elsewhere when tokens were drawn (bug-trials, kind F). */
class SamplingTrialsTest {
  private static final double LEVEL = 0.001;
  private static final int BLOCK = 8;
  private static final double[][] LOGITS = BigramTarget.randomLogits(10, 50);
  private static final int[] PROMPT = {4};

  private final BigramTarget target = new BigramTarget(LOGITS, 1000);

  private Generator drafting(KnownDraft.Kind kind, Sampling sampling) {
    return Generator.of(target).withDraft(draft(kind, sampling));
  }

  private KnownDraft draft(KnownDraft.Kind kind, Sampling sampling) {
    return new KnownDraft(target, kind, sampling, BLOCK, PROMPT.length, 60);
  }

  private static TextStatistics write(
      Generator generator, Sampling sampling, int width, int texts, int tokens) {
    TextStatistics statistics = new TextStatistics(LOGITS, sampling, PROMPT.length);
    GenerationRequest request = GenerationRequest.of(PROMPT).withMaxTokens(tokens).withBlock(width);
    for (long seed = 0; seed < texts; seed++) {
      statistics.add(PROMPT, generate(generator, request.withSampling(sampling.withSeed(seed))));
    }
    return statistics;
  }

  private static GenerationResult generate(Generator generator, GenerationRequest request) {
    return generator.generate(request, GenerationListener.SILENT);
  }

  @ParameterizedTest
  @EnumSource(KnownDraft.Kind.class)
  void singlesAndPairsOfManySeedsAreExact(KnownDraft.Kind kind) {
    // B091: 200,000 drafted first tokens and 200,000 pairs.
    Sampling sampling = Sampling.at(1);
    TextStatistics statistics = write(drafting(kind, sampling), sampling, BLOCK, 200_000, 3);
    assertThat(statistics.tokens()).isEqualTo(600_000);
    assertThat(statistics.places().p()).as("seeds 0 to 199999").isGreaterThan(LEVEL);
    assertThat(statistics.pairs().p()).as("seeds 0 to 199999").isGreaterThan(LEVEL);
  }

  @ParameterizedTest
  @EnumSource(KnownDraft.Kind.class)
  void oneDraftedTokenOfEachSeedIsExact(KnownDraft.Kind kind) {
    // B092: seeds that follow each other must not give streams that do.
    Sampling sampling = Sampling.at(1);
    TextStatistics statistics = write(drafting(kind, sampling), sampling, BLOCK, 10_000, 2);
    assertThat(statistics.tokens()).isEqualTo(20_000);
    assertThat(statistics.places().p()).as("seeds 0 to 9999").isGreaterThan(LEVEL);
    assertThat(statistics.pairs().p()).as("seeds 0 to 9999").isGreaterThan(LEVEL);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 1.5})
  void aDraftOfAnotherTemperatureChangesNothing(double temperature) {
    // B094: q at temperature 1.
    Sampling sampling = Sampling.at(temperature);
    Generator generator = drafting(KnownDraft.Kind.PERFECT, Sampling.at(1));
    TextStatistics statistics = write(generator, sampling, 5, 1000, 50);
    assertThat(statistics.p()).isGreaterThan(LEVEL);
    assertThat(statistics.accepted()).isPositive();
    assertThat(statistics.rejected()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void aSureDraftDoesNotMakeTheTextPeaked(int width) {
    // B095
    double[][] logits = BigramTarget.constantLogits(0.4, 0.35, 0.25);
    BigramTarget three = new BigramTarget(logits, 1000);
    Sampling sampling = Sampling.at(1);
    KnownDraft sure = new KnownDraft(three, KnownDraft.Kind.SURE, sampling, BLOCK, 1, 1);
    Generator generator = Generator.of(three).withDraft(sure);
    int[] counts = new int[3];
    for (long seed = 0; seed < 100; seed++) {
      GenerationRequest request =
          GenerationRequest.of(1)
              .withMaxTokens(900)
              .withBlock(width)
              .withSampling(sampling.withSeed(seed));
      Arrays.stream(generate(generator, request).ids()).forEach(id -> counts[id]++);
    }
    // Three standard deviations of 90,000 draws are 0.005.
    assertThat(counts[0] / 90_000.0).isCloseTo(0.4, within(0.005));
    assertThat(counts[1] / 90_000.0).isCloseTo(0.35, within(0.005));
    assertThat(counts[2] / 90_000.0).isCloseTo(0.25, within(0.005));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void aRejectionInTheSecondSlotOfEveryBlockLosesAndDoublesNothing(int width) {
    // B097
    TableTarget alphabet = new TableTarget(26, 500, (tokens, n) -> (tokens[n - 1] + 1) % 26);
    ScriptedDraft second = ScriptedDraft.wrongInSlots(alphabet, BLOCK, slot -> slot == 2);
    Generator generator = Generator.of(alphabet).withDraft(second);
    for (int tokens : new int[] {1, 7, 8, 400}) {
      GenerationRequest request = GenerationRequest.of(25).withMaxTokens(tokens).withBlock(width);
      int[] ids = generate(generator, request).ids();
      assertThat(ids).hasSize(tokens);
      for (int i = 0; i < tokens; i++) {
        assertThat(ids[i]).as("token %d", i).isEqualTo(i % 26);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(KnownDraft.Kind.class)
  void aSeedGivesTheSameTextAgainWhateverRunsInBetween(KnownDraft.Kind kind) {
    // B098
    Sampling sampling = Sampling.at(1);
    Generator generator = drafting(kind, sampling);
    GenerationRequest request = GenerationRequest.of(PROMPT).withMaxTokens(200).withBlock(6);
    Set<List<Integer>> texts = new HashSet<>();
    for (long seed = 0; seed < 20; seed++) {
      GenerationRequest seeded = request.withSampling(sampling.withSeed(seed));
      GenerationResult first = generate(generator, seeded);
      generate(generator, request.withSampling(sampling));
      generate(generator, request.withSampling(sampling.withSeed(seed + 1)));
      GenerationResult again = generate(generator, seeded);
      assertThat(again.ids()).as("seed %d", seed).isEqualTo(first.ids());
      assertThat(again.steps()).isEqualTo(first.steps());
      texts.add(Arrays.stream(first.ids()).boxed().toList());
    }
    assertThat(texts).as("other seeds, other texts").hasSize(20);
    assertThat(generate(generator, request.withSampling(sampling)).ids())
        .as("without a seed another text every time")
        .isNotEqualTo(generate(generator, request.withSampling(sampling)).ids());
  }

  @Test
  void parallelRequestsHaveTheirOwnRandomNumbersAndDistributions() throws Exception {
    // B100, B104: at temperatures 0 and 1, of different prompts, as one after the other.
    Generator generator = drafting(KnownDraft.Kind.RANDOM, Sampling.at(1));
    List<GenerationRequest> requests = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      requests.add(
          GenerationRequest.of(i)
              .withMaxTokens(900)
              .withBlock(2 + i % 7)
              .withSampling(Sampling.at(i < 2 ? 0 : 1).withSeed(100 + i)));
    }
    List<int[]> serial = requests.stream().map(r -> generate(generator, r).ids()).toList();
    for (int round = 0; round < 20; round++) {
      List<Callable<GenerationResult>> tasks = new ArrayList<>();
      requests.forEach(r -> tasks.add(() -> generate(generator, r)));
      try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
        List<Future<GenerationResult>> results = threads.invokeAll(tasks);
        for (int i = 0; i < results.size(); i++) {
          assertThat(results.get(i).get().ids()).as("request %d", i).isEqualTo(serial.get(i));
        }
      }
    }
    Sampling sampling = Sampling.at(1);
    for (int i = 2; i < 8; i++) {
      TextStatistics statistics = new TextStatistics(LOGITS, sampling, 1);
      statistics.add(new int[] {i}, generate(generator, requests.get(i)));
      assertThat(6 * statistics.p()).as("request %d", i).isGreaterThan(LEVEL);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 8})
  void filtersReachVerificationInTheDocumentedOrder(int width) {
    // B101: the temperature comes first, which top-p notices most at 2.
    for (Sampling sampling :
        List.of(
            Sampling.at(1).withFilters(0, 1, 0.3),
            Sampling.at(2).withFilters(0, 0.5, 0),
            Sampling.at(2).withFilters(6, 0.7, 0.2))) {
      Generator generator = drafting(KnownDraft.Kind.RANDOM, sampling);
      TextStatistics statistics = write(generator, sampling, width, 400, 50);
      assertThat(12 * statistics.p()).as("%s", sampling).isGreaterThan(LEVEL);
    }
  }

  @Test
  void aDraftOfGenerationOneProposesPointMasses() {
    // B103: and therefore writes the plain text of the seed, at every width.
    try (ModelPair pair = StoriesPair.open(1)) {
      assertThat(pair.draft().orElseThrow().candidates()).isZero();
      for (long seed = 1; seed <= 2; seed++) {
        Sampling sampling = Sampling.at(0.9).withFilters(50, 0.95, 0).withSeed(seed);
        GenerationRequest request =
            pair.request("Once upon a time").withMaxTokens(60).withSampling(sampling);
        int[] plain = pair.generate(request.withoutDraft(), GenerationListener.SILENT).ids();
        int accepted = 0;
        for (int width = 2; width <= BLOCK; width++) {
          GenerationResult result =
              pair.generate(request.withBlock(width), GenerationListener.SILENT);
          assertThat(result.ids()).as("seed %d, width %d", seed, width).isEqualTo(plain);
          accepted += result.figures().accepted();
        }
        assertThat(accepted).isPositive();
      }
    }
    Proposal proposal = new Proposal(7, 0);
    draft(KnownDraft.Kind.SURE, Sampling.at(1))
        .newSession(10)
        .draw(3, 7, 1, RandomStreams.of(1).drafting(), proposal);
    for (int slot = 0; slot < 7; slot++) {
      assertThat(proposal.isDrawn(slot)).isFalse();
    }
  }

  @Test
  void aDraftNeedNotKnowTheFilters() {
    // B106: without them it is exact too, and accepted less often.
    Sampling two = Sampling.at(1).withFilters(2, 1, 0);
    TextStatistics knowing = write(drafting(KnownDraft.Kind.PERFECT, two), two, 8, 500, 50);
    Generator wide = drafting(KnownDraft.Kind.PERFECT, Sampling.at(1));
    TextStatistics unknowing = write(wide, two, 8, 500, 50);
    assertThat(knowing.p()).isGreaterThan(LEVEL);
    assertThat(unknowing.p()).isGreaterThan(LEVEL);
    assertThat(knowing.rejected()).isZero();
    assertThat(unknowing.rejected()).isGreaterThan(1000);
  }

  /** A property of the rule: what is not drawn is judged by the draw that a plain step makes. */
  @ParameterizedTest
  @EnumSource(SamplingCell.Processor.class)
  void pointMassesGiveThePlainTextOfTheSeedUnderEveryProcessor(SamplingCell.Processor processor) {
    Sampling sampling = processor.at(0.8);
    for (KnownDraft.Kind kind : List.of(KnownDraft.Kind.SURE, KnownDraft.Kind.SURE_OF_ANY)) {
      Generator generator = drafting(kind, sampling);
      for (long seed = 0; seed < 5; seed++) {
        GenerationRequest request =
            GenerationRequest.of(PROMPT).withMaxTokens(120).withSampling(sampling.withSeed(seed));
        int[] plain = generate(generator, request.withoutDraft()).ids();
        for (int width = 2; width <= BLOCK; width++) {
          assertThat(generate(generator, request.withBlock(width)).ids())
              .as("%s, seed %d, width %d", kind, seed, width)
              .isEqualTo(plain);
        }
        Random widths = new Random(seed);
        GenerationListener silent = GenerationListener.SILENT;
        GenerationResult mixed =
            generator.generate(
                request, most -> widths.nextInt(most + 1), silent, new Cancellation());
        assertThat(mixed.ids()).as("%s, seed %d, mixed", kind, seed).isEqualTo(plain);
      }
    }
  }

  /** What docs/sampling.md says a seed does not promise. */
  @Test
  void theTextOfASeedDependsOnTheWidthWhereTokensAreDrawn() {
    Sampling sampling = Sampling.at(1).withSeed(3);
    Generator generator = drafting(KnownDraft.Kind.RANDOM, sampling);
    GenerationRequest request =
        GenerationRequest.of(PROMPT).withMaxTokens(200).withSampling(sampling);
    assertThat(generate(generator, request.withBlock(8)).ids())
        .isNotEqualTo(generate(generator, request.withBlock(3)).ids());
  }

  @Test
  void equalLogitsAtTheEdgeOfAFilterGoByTheirIds() {
    double[][] equal = BigramTarget.constantLogits(0.25, 0.25, 0.25, 0.25);
    BigramTarget four = new BigramTarget(equal, 1000);
    Sampling sampling = Sampling.at(1).withFilters(2, 1, 0).withSeed(1);
    KnownDraft any = new KnownDraft(four, KnownDraft.Kind.RANDOM, sampling, BLOCK, 1, 3);
    Generator generator = Generator.of(four).withDraft(any);
    for (int width = 1; width <= BLOCK; width++) {
      GenerationRequest request =
          GenerationRequest.of(3).withMaxTokens(300).withBlock(width).withSampling(sampling);
      assertThat(generate(generator, request).ids()).containsOnly(0, 1);
    }
  }
}
