/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.decode.FinishReason;
import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.Generator;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.sampling.Sampling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairComparisonTest {

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void aRealDraftChangesNothingAndItsCountsAreThoseOfTheRun(int block) {
    PairOptions options = PairOptions.defaults().withThreads(1).withContext(512);
    try (ModelPair pair =
        ModelPair.open(
            Path.of("src/test/resources/stories260K/stories260K-f32.gguf"),
            Path.of("src/test/resources/stories260K-dflash2"),
            options)) {
      GenerationRequest request =
          pair.request("Once upon a time").withMaxTokens(60).withBlock(block);
      PromptComparison compared =
          PairComparison.of(pair.generator()).withRounds(2).compare(request);
      GenerationResult run = pair.generate(request, GenerationListener.SILENT);
      assertThat(compared.identical()).isTrue();
      assertThat(compared.divergence()).isEmpty();
      assertThat(compared.promptTokens()).isEqualTo(request.prompt().length);
      assertThat(compared.tokens()).isEqualTo(60);
      assertThat(compared.finish()).isEqualTo(FinishReason.LENGTH);
      assertThat(compared.counts()).isEqualTo(AcceptanceCounts.of(run.figures()));
      assertThat(compared.counts().accepted()).isPositive();
      assertThat(compared.counts().tokens()).isEqualTo(59);
      assertThat(compared.rounds()).hasSize(2).allMatch(Round::isTimed);
      assertThat(compared.rounds())
          .allSatisfy(round -> {
            assertThat(round.plainPassNanos()).isBetween(1L, round.plainNanos());
            assertThat(round.draftNanos() + round.verifyNanos()).isBetween(1L, round.nanos());
          });
    }
  }

  @ParameterizedTest
  @CsvSource({"0.5, true", "0.01, false"})
  void theFirstDifferenceIsFoundWithBothTokensAndTheGap(float gap, boolean clear) {
    // B085. The row at position 11 chooses the token of position 12; prompt 0 1 2, so text 3 4 ...
    Generator generator =
        Generator.of(SuccessorTarget.of(100, 64).skewedAt(11, gap))
            .withDraft(new CountingDraft(4, 100, List.of()))
            .withWholeBlocks();
    PromptComparison compared =
        PairComparison.of(generator).compare(GenerationRequest.of(0, 1, 2).withMaxTokens(20));
    assertThat(compared.identical()).isFalse();
    assertThat(compared.tokens()).isEqualTo(20);
    Divergence divergence = compared.divergence().orElseThrow();
    assertThat(divergence)
        .isEqualTo(new Divergence(9, 12, 12, 13, new TopTwo(12, 16, 13, 16 - gap)));
    assertThat(divergence.choice().isClear()).isEqualTo(clear);
    assertThat(divergence.choice().gap()).isEqualTo((double) 16f - (16f - gap));
  }

  /** What else the machine does then meets both alike. */
  @Test
  void plainAndSpeculativeRunsAlternate() {
    SuccessorTarget target = SuccessorTarget.of(100, 64);
    CountingDraft draft = new CountingDraft(4, 100, List.of());
    Generator generator = Generator.of(target).withDraft(draft).withWholeBlocks();
    PairComparison.of(generator)
        .withRounds(3)
        .compare(GenerationRequest.of(0, 1, 2).withMaxTokens(20));
    int taps = draft.taps().length;
    assertThat(taps).isPositive();
    assertThat(target.tapsOfStates).containsExactly(0, taps, 0, taps, 0, taps);
  }

  @Test
  void anEndThatComesEarlierIsADifferenceToo() {
    // The skewed row writes 13, which ends the text; plain decoding would write 12 before.
    Generator generator =
        Generator.of(SuccessorTarget.of(100, 64).skewedAt(11, 1))
            .withDraft(new CountingDraft(4, 100, List.of()))
            .withWholeBlocks();
    GenerationRequest request =
        GenerationRequest.of(0, 1, 2).withMaxTokens(20).withStopIds(Set.of(13));
    PromptComparison compared = PairComparison.of(generator).compare(request);
    assertThat(compared.tokens()).isEqualTo(11);
    assertThat(compared.finish()).isEqualTo(FinishReason.STOP);
    assertThat(compared.divergence().orElseThrow().index()).isEqualTo(9);
    assertThat(Divergence.at(new int[] {4}, 0)).isEqualTo(4);
    assertThat(Divergence.at(new int[] {4}, 1)).isEqualTo(-1);
    assertThat(Divergence.firstDifference(new int[] {4, 5}, new int[] {4})).isEqualTo(1);
    assertThat(Divergence.firstDifference(new int[] {4, 5}, new int[] {4, 5})).isEqualTo(-1);
  }

  @Test
  void aPromptThatFillsTheContextIsComparedWithoutTimes() {
    Generator generator =
        Generator.of(SuccessorTarget.of(9, 4))
            .withDraft(new CountingDraft(4, 9, List.of()))
            .withWholeBlocks();
    PromptComparison compared =
        PairComparison.of(generator).compare(GenerationRequest.of(0, 1, 2, 3));
    assertThat(compared.identical()).isTrue();
    assertThat(compared.tokens()).isZero();
    assertThat(compared.finish()).isEqualTo(FinishReason.CONTEXT);
    assertThat(compared.rounds()).noneMatch(Round::isTimed);
  }

  @Test
  void warmUpRunsAtLeastOnce() {
    Generator generator =
        Generator.of(SuccessorTarget.of(9, 40))
            .withDraft(new CountingDraft(4, 9, List.of()))
            .withWholeBlocks();
    GenerationRequest request = GenerationRequest.of(0).withMaxTokens(5);
    assertThat(PairComparison.of(generator).warmUp(request, Duration.ZERO)).isEqualTo(1);
  }

  @Test
  void whatCannotBeComparedIsRefused() {
    Generator plain = Generator.of(SuccessorTarget.of(9, 4));
    assertThatThrownBy(() -> PairComparison.of(plain)).hasMessage("a comparison needs a draft");
    PairComparison comparison =
        PairComparison.of(plain.withDraft(new CountingDraft(4, 9, List.of())));
    assertThatThrownBy(() -> comparison.withRounds(0)).hasMessageContaining("at least 1 round");
    GenerationRequest some = GenerationRequest.of(0);
    for (Sampling sampling :
        List.of(Sampling.at(1), Sampling.greedy().withLogitBias(Map.of(1, 2f)))) {
      assertThatThrownBy(() -> comparison.compare(some.withSampling(sampling)))
          .hasMessageContaining("greedy decoding of unchanged logits");
    }
    assertThatThrownBy(() -> comparison.compare(GenerationRequest.of(0, 1, 2, 3, 4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 tokens");
  }
}
