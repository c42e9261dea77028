/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.statistics.Holm;
import io.github.dflash4j.target.TargetState;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fixtures F1, F1p, F2 and F3 are what they claim, and sampling with them is exact. */
class AlphabetModelsTest {
  private static final int CONTEXT = 600;
  private static final double[][] LETTERS = BigramTarget.randomLogits(AlphabetModels.LETTERS, 40);

  @TempDir static Path folder;

  @BeforeAll
  static void write() {
    int first = AlphabetModels.FIRST;
    AlphabetModels.writeTarget(
        folder.resolve("F1"), AlphabetModels.successors(AlphabetModels::nextLetter), 'e', CONTEXT);
    AlphabetModels.writeTarget(
        folder.resolve("F1p"), AlphabetModels.ofLetters(LETTERS), first, CONTEXT);
    AlphabetModels.writeConstantDraft(folder.resolve("F2"));
    double[][] next = AlphabetModels.nextLetterScores();
    AlphabetModels.writeLetterDraft(folder.resolve("F3"), next, 'e');
    // Behind c it proposes as behind f.
    next['c' - first] = next['f' - first];
    AlphabetModels.writeLetterDraft(folder.resolve("F3 broken"), next, 'e');
    AlphabetModels.writeLetterDraft(folder.resolve("F3 p"), LETTERS, first);
    double[][] other = BigramTarget.randomLogits(AlphabetModels.LETTERS, 41);
    AlphabetModels.writeLetterDraft(folder.resolve("F3 other"), other, first);
  }

  private static ModelPair open(String target, String draft) {
    return ModelPair.open(
        folder.resolve(target), folder.resolve(draft), PairOptions.defaults().withThreads(1));
  }

  @Test
  void theLogitsAreTheTable() {
    try (ModelPair pair = open("F1p", "F3 p")) {
      int[] tokens = {'c', 'a', 'p', 'b', 'b'};
      TargetState state = pair.target().newState(CONTEXT, tokens.length);
      pair.target().forward(state, tokens, 0, tokens.length, tokens.length);
      for (int row = 0; row < tokens.length; row++) {
        for (int letter = 0; letter < AlphabetModels.LETTERS; letter++) {
          int at = row * AlphabetModels.VOCABULARY + AlphabetModels.FIRST + letter;
          assertThat((double) state.logits()[at])
              .isCloseTo(LETTERS[tokens[row] - AlphabetModels.FIRST][letter], within(1e-5));
        }
      }
    }
  }

  @Test
  void aPerfectDraftIsAcceptedAtEveryWidth() {
    try (ModelPair pair = open("F1", "F3")) {
      for (int width = 1; width <= AlphabetModels.BLOCK; width++) {
        GenerationResult result = generate(pair, width, 200);
        assertThat(text(result)).isEqualTo("bcdefghijklmnopa".repeat(13).substring(0, 200));
        assertThat(result.figures().rejected()).isZero();
      }
    }
  }

  @Test
  void aBrokenDraftErrsBehindOneLetterOnly() {
    try (ModelPair pair = open("F1", "F3 broken")) {
      GenerationResult result = generate(pair, AlphabetModels.BLOCK, 200);
      assertThat(text(result)).isEqualTo("bcdefghijklmnopa".repeat(13).substring(0, 200));
      assertThat(result.figures().rejected()).isPositive();
      for (GenerationStep step : result.steps()) {
        boolean rejected = step.accepted() < step.drafted().size();
        assertThat(step.next() == 'd' && rejected).isEqualTo(rejected);
      }
    }
  }

  @Test
  void aConstantDraftProposesItsToken() {
    try (ModelPair pair = open("F1", "F2")) {
      GenerationResult result = generate(pair, AlphabetModels.BLOCK, 100);
      assertThat(text(result)).isEqualTo("bcdefghijklmnopa".repeat(7).substring(0, 100));
      assertThat(result.steps())
          .allSatisfy(step -> assertThat(step.drafted()).containsOnly((int) 'e'));
      assertThat(result.figures().accepted()).isBetween(5, 7);
    }
  }

  private static GenerationResult generate(ModelPair pair, int width, int tokens) {
    GenerationRequest request = pair.request('a').withMaxTokens(tokens).withBlock(width);
    return pair.generate(request, GenerationListener.SILENT);
  }

  private static String text(GenerationResult result) {
    return new ByteTokenizer().decode(result.ids());
  }

  /** 10,000 tokens each, through files, kernels, draft and selector, against the exact numbers. */
  @ParameterizedTest
  @CsvSource({
    "F3 p,     1,   1,    8",
    "F3 p,     0.6, 0.9,  5",
    "F3 other, 1,   1,    8",
    "F2,       1.5, 0.95, 3"
  })
  void sampledTextsHaveTheExactDistribution(
      String draft, double temperature, double topP, int width) {
    Sampling sampling = Sampling.at(temperature).withFilters(0, topP, 0);
    TextStatistics statistics = new TextStatistics(LETTERS, sampling, 1).from(AlphabetModels.FIRST);
    long seed = 700_000;
    int[] prompt = {'h'};
    try (ModelPair pair = open("F1p", draft)) {
      for (int text = 0; text < 100; text++) {
        GenerationRequest request =
            pair.request(prompt)
                .withMaxTokens(100)
                .withBlock(width)
                .withSampling(sampling.withSeed(seed + text));
        statistics.add(prompt, pair.generate(request, GenerationListener.SILENT));
      }
    }
    System.out.printf(
        "F1p with %s, temperature %s, top-p %s, width %d, seeds from %d: %d tokens, %d accepted,"
            + " %d rejected, p %.4f, variation %.4f%n",
        draft,
        temperature,
        topP,
        width,
        seed,
        statistics.tokens(),
        statistics.accepted(),
        statistics.rejected(),
        statistics.p(),
        statistics.variation());
    assertThat(statistics.tokens()).isEqualTo(10_000);
    assertThat(Holm.smallest(statistics.p(), 1, 1, 1)).isGreaterThanOrEqualTo(0.001);
    assertThat(statistics.variation()).isLessThan(statistics.variationLimit(0.0002));
    assertThat(statistics.accepted()).isPositive();
    if (draft.equals("F3 p") && topP == 1) {
      assertThat(statistics.rejected()).as("q is p").isLessThan(5);
    } else {
      assertThat(statistics.rejected()).isPositive();
    }
  }

  /** B107: the largest differences of scores there can be, through the selector's floats. */
  @Test
  void lowTemperaturesLoseNothing() {
    Sampling sampling = Sampling.at(0.1);
    TextStatistics statistics = new TextStatistics(LETTERS, sampling, 1).from(AlphabetModels.FIRST);
    int[] prompt = {'c'};
    try (ModelPair pair = open("F1p", "F3 other")) {
      for (int text = 0; text < 30; text++) {
        GenerationRequest request =
            pair.request(prompt).withMaxTokens(100).withSampling(sampling.withSeed(text));
        statistics.add(prompt, pair.generate(request.withBlock(8), GenerationListener.SILENT));
      }
    }
    assertThat(statistics.variation()).isLessThan(0.01);
    assertThat(statistics.p()).isGreaterThan(0.001);
  }

  /** A point mass is judged by the plain draw, so the seed gives the plain text at every width. */
  @Test
  void aDraftThatDrawsNothingGivesThePlainTextOfTheSeed() {
    try (ModelPair pair = open("F1p", "F2")) {
      for (long seed = 1; seed <= 3; seed++) {
        GenerationRequest request =
            pair.request('b').withMaxTokens(60).withSampling(Sampling.at(1).withSeed(seed));
        int[] plain = pair.generate(request.withoutDraft(), GenerationListener.SILENT).ids();
        for (int width = 2; width <= AlphabetModels.BLOCK; width++) {
          int[] ids = pair.generate(request.withBlock(width), GenerationListener.SILENT).ids();
          assertThat(ids).as("seed %d, width %d", seed, width).isEqualTo(plain);
        }
      }
    }
  }
}
