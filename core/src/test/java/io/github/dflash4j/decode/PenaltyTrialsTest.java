/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.statistics.ExactDistribution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What went wrong elsewhere with penalties, bias and log-probabilities of drafted tokens
 * (bug-trials, kind G). There are no grammars, so B113, B115 and B116 have nothing to try.
 */
class PenaltyTrialsTest {
  private static final int BLOCK = 8;
  private static final double LOW = -5;

  @Test
  void theLastTokenIsCountedOnce() {
    // B109: after one count the second is best, after two in a row a third would be.
    double[][] logits = constant(1, 0.5, -0.15, LOW);
    Sampling sampling = Sampling.greedy().withPenalties(1, 0, 0.6);
    // 1, 0.5, -0.15; 0.4, 0.5, -0.15; 0.4, -0.1, -0.15; -0.2, -0.1, -0.15; -0.2, -0.7, -0.15; ...
    int[] text = everyWayTheSame(logits, sampling, 3, 60);
    assertThat(Arrays.copyOf(text, 5)).containsExactly(0, 1, 0, 1, 2);
  }

  @Test
  void acceptedTokensAreCountedSoThatALoopEnds() {
    // B110: 4 - 0.5 n falls below 0.75 when n is 7, in the second half of the first block.
    double[][] logits = constant(4, 0.75, LOW, LOW);
    Sampling sampling = Sampling.greedy().withPenalties(1, 0, 0.5);
    int[] text = everyWayTheSame(logits, sampling, 0, 100);
    assertThat(Arrays.copyOf(text, 9)).containsExactly(0, 0, 0, 0, 0, 0, 0, 1, 0);
  }

  @Test
  void aPenaltyMayChangeALaterSlotOnly() {
    // B112: a b c and then a again, in slot 3 of the first block, would be its second time.
    double[][] logits = new double[5][5];
    for (int last = 0; last < 5; last++) {
      Arrays.fill(logits[last], -1);
      logits[last][3] = 2;
      logits[last][(last + 1) % 3] = 3;
    }
    Sampling sampling = Sampling.greedy().withPenalties(1, 1.5, 0);
    int[] text = everyWayTheSame(logits, sampling, 2, 50);
    assertThat(Arrays.copyOf(text, 4)).containsExactly(0, 1, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void greedyTextsWithAnyPenaltiesAndBiasAreThoseOfAPlainWriting(long seed) {
    // B109, B110, B112
    Random random = new Random(seed);
    double[][] logits = BigramTarget.randomLogits(12, seed);
    Sampling sampling =
        Sampling.greedy()
            .withPenalties(
                random.nextBoolean() ? 1 : 0.8 + random.nextDouble(),
                random.nextBoolean() ? 0 : 2 * random.nextDouble() - 0.5,
                random.nextBoolean() ? 0 : random.nextDouble() - 0.2)
            .withLogitBias(
                Map.of(random.nextInt(6), 2f, 6 + random.nextInt(6), Float.NEGATIVE_INFINITY));
    everyWayTheSame(logits, sampling, 7, 150);
  }

  /** Greedy texts of all drafts at all widths against the logits changed in double precision. */
  private static int[] everyWayTheSame(
      double[][] logits, Sampling sampling, int prompt, int tokens) {
    int[] expected = plainly(logits, sampling, prompt, tokens);
    BigramTarget target = new BigramTarget(logits, 1 + tokens);
    GenerationRequest request =
        GenerationRequest.of(prompt).withMaxTokens(tokens).withSampling(sampling);
    int accepted = 0;
    int rejected = 0;
    for (KnownDraft.Kind kind : List.of(KnownDraft.Kind.SURE, KnownDraft.Kind.SURE_OF_ANY)) {
      for (Sampling known : List.of(sampling.withTemperature(1), Sampling.at(1))) {
        KnownDraft draft = new KnownDraft(target, kind, known, BLOCK, 1, 9);
        Generator generator = Generator.of(target).withDraft(draft);
        for (int width = 1; width <= BLOCK; width++) {
          GenerationResult result =
              generator.generate(request.withBlock(width), GenerationListener.SILENT);
          assertThat(result.ids())
              .as("%s, %s, width %d", draft.describe(), sampling, width)
              .isEqualTo(expected);
          accepted += result.figures().accepted();
          rejected += result.figures().rejected();
          if (kind == KnownDraft.Kind.SURE && known.changesLogits() && width > 1) {
            assertThat(result.figures().rejected()).as("a draft that knows the penalties").isZero();
          }
        }
      }
    }
    assertThat(accepted).isPositive();
    assertThat(rejected).isPositive();
    return expected;
  }

  private static int[] plainly(double[][] logits, Sampling sampling, int prompt, int tokens) {
    int[] text = new int[1 + tokens];
    text[0] = prompt;
    for (int at = 1; at <= tokens; at++) {
      double[] changed = ExactDistribution.changed(logits[text[at - 1]], sampling, text, 1, at);
      for (int id = 1; id < changed.length; id++) {
        text[at] = changed[id] > changed[text[at]] + 1e-6 ? id : text[at];
      }
    }
    return Arrays.copyOfRange(text, 1, 1 + tokens);
  }

  private static double[][] constant(double... row) {
    double[][] logits = new double[row.length][];
    Arrays.fill(logits, row);
    return logits;
  }

  @Test
  void tiesGoToTheLowestIdWithAndWithoutADraft() {
    everyWayTheSame(constant(LOW, 1, 1, 1, 1), Sampling.greedy().withPenalties(1, 1, 0), 4, 40);
  }

  @TempDir Path folder;

  @Test
  void everySlotHasTheLogprobsOfPlainDecoding() {
    // B118: real weights, full acceptance and not, against plain decoding and against the table.
    double[][] letters = BigramTarget.randomLogits(AlphabetModels.LETTERS, 40);
    int first = AlphabetModels.FIRST;
    Path target =
        AlphabetModels.writeTarget(
            folder.resolve("F1p"), AlphabetModels.ofLetters(letters), first, 300);
    double[][] other = BigramTarget.randomLogits(AlphabetModels.LETTERS, 41);
    List<Path> drafts =
        List.of(
            AlphabetModels.writeLetterDraft(folder.resolve("perfect"), letters, first),
            AlphabetModels.writeLetterDraft(folder.resolve("other"), other, first));
    for (Path draft : drafts) {
      try (ModelPair pair = ModelPair.open(target, draft, PairOptions.defaults().withThreads(1))) {
        GenerationRequest request = pair.request('c').withMaxTokens(80).withLogprobs(3);
        GenerationResult plain = pair.generate(request.withoutDraft(), GenerationListener.SILENT);
        GenerationResult drafted =
            pair.generate(request.withBlock(BLOCK), GenerationListener.SILENT);
        assertThat(drafted.ids()).isEqualTo(plain.ids());
        assertThat(drafted.logprobs()).isEqualTo(plain.logprobs()).hasSize(80);
        for (Sampling sampling :
            List.of(
                Sampling.greedy(),
                Sampling.at(1.3).withPenalties(1.2, 0.5, 0).withFilters(8, 1, 0).withSeed(5))) {
          GenerationRequest sampled = request.withSampling(sampling).withBlock(BLOCK);
          assertLogprobsOfTheTable(pair.generate(sampled, GenerationListener.SILENT), letters);
        }
      }
    }
  }

  /** Whatever was done to the logits, these are of the target's own. */
  private static void assertLogprobsOfTheTable(GenerationResult result, double[][] letters) {
    int last = 'c' - AlphabetModels.FIRST;
    for (int i = 0; i < result.ids().length; i++) {
      int letter = result.ids()[i] - AlphabetModels.FIRST;
      PositionLogprobs position = result.logprobs().get(i);
      assertThat(position.token().id()).isEqualTo(result.ids()[i]);
      assertThat(position.token().logprob()).isCloseTo(letters[last][letter], within(1e-4));
      double[] sorted = letters[last].clone();
      Arrays.sort(sorted);
      for (int t = 0; t < 3; t++) {
        assertThat(position.top().get(t).logprob())
            .isCloseTo(sorted[sorted.length - 1 - t], within(1e-4));
      }
      last = letter;
    }
    List<PositionLogprobs> ofSteps = new ArrayList<>();
    result.steps().forEach(step -> ofSteps.addAll(step.logprobs()));
    assertThat(result.logprobs().subList(1, result.ids().length)).isEqualTo(ofSteps);
  }

  @Test
  void noFieldIsIgnoredAndNoTextIsTooLongWithADraft() {
    // B119: max tokens, bias, log-probabilities, echo and stop ids together, at every width.
    double[][] logits = BigramTarget.randomLogits(12, 3);
    BigramTarget target = new BigramTarget(logits, 40);
    Sampling sampling =
        Sampling.at(1.2).withLogitBias(Map.of(5, Float.NEGATIVE_INFINITY)).withSeed(8);
    for (KnownDraft.Kind kind : KnownDraft.Kind.values()) {
      KnownDraft draft = new KnownDraft(target, kind, Sampling.at(1), BLOCK, 1, 9);
      Generator generator =
          Generator.of(target).withDraft(draft).withTokenizer(new ByteTokenizer());
      for (int width = 1; width <= BLOCK; width++) {
        for (int tokens = 1; tokens <= 20; tokens++) {
          GenerationRequest request =
              GenerationRequest.of(2)
                  .withMaxTokens(tokens)
                  .withBlock(width)
                  .withSampling(sampling)
                  .withLogprobs(2)
                  .withEcho(true);
          GenerationResult result = generator.generate(request, GenerationListener.SILENT);
          assertThat(result.ids()).hasSize(tokens).doesNotContain(5);
          assertThat(result.logprobs()).hasSize(tokens);
          assertThat(result.text()).hasSize(1 + tokens);
          assertThat(result.finish()).isEqualTo(FinishReason.LENGTH);
        }
      }
    }
  }
}
