/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.GenerationStep;
import io.github.dflash4j.decode.Generator;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.decode.SlotFigures;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DraftScorerTest {
  private static final int[] TEXT = {0, 1, 2, 5, 6, 7, 0, 3};

  /** Everything below is worked out by hand: the target writes x + 1 mod 8, so does the draft. */
  private static TextScore byHand() {
    CountingDraft draft =
        new CountingDraft(4, 8, IntStream.of(TEXT).boxed().toList()).proposing(4, 7, 2, 1);
    Generator generator = Generator.of(SuccessorTarget.of(8, 16)).withDraft(draft);
    return DraftScorer.of(generator).score(TEXT);
  }

  @Test
  void everyBlockIsJudgedAsByHand() {
    TextScore score = byHand();
    assertThat(score.tokens()).isEqualTo(8);
    assertThat(score.starts())
        .containsExactly(
            // 2 is chosen and written; 3 is chosen where the text says 5: nobody knows about 4
            new ScoredStart(1, List.of(2, 3, 4), 2, true, 1),
            new ScoredStart(2, List.of(3, 4, 5), 1, true, 0),
            new ScoredStart(3, List.of(6, 7, 0), 3, false, 3),
            // 2 is neither chosen nor written
            new ScoredStart(4, List.of(7, 2, 1), 1, false, 1),
            new ScoredStart(5, List.of(0, 1), 2, false, 1),
            new ScoredStart(6, List.of(1), 1, false, 0));
  }

  @Test
  void slotsAreCountedAsByHand() {
    TextScore score = byHand();
    assertThat(score.byTarget().slots())
        .containsExactly(
            new SlotFigures(1, 6, 6, 6), new SlotFigures(2, 5, 4, 3), new SlotFigures(3, 4, 1, 1));
    assertThat(score.byTarget().meanAccepted()).isCloseTo(1 + 0.75 + 0.75, within(1e-12));
    assertThat(score.inText().slots())
        .containsExactly(
            new SlotFigures(1, 6, 6, 4), new SlotFigures(2, 5, 4, 1), new SlotFigures(3, 4, 1, 1));
    assertThat(score.inText().meanAccepted())
        .isCloseTo(4 / 6.0 + 4 / 24.0 + 4 / 24.0, within(1e-12));
  }

  @Test
  void aBlockThatTheTargetRejectsWhereItAgreesWithTheTextIsNoUnknown() {
    // The draft says what the text says, 5, where the target would go on with 3.
    int[] text = {1, 2, 5, 6};
    CountingDraft draft = new CountingDraft(3, 8, List.of()).proposing(1, 5, 6);
    TextScore score =
        DraftScorer.of(Generator.of(SuccessorTarget.of(8, 16)).withDraft(draft)).score(text);
    assertThat(score.starts().getFirst()).isEqualTo(new ScoredStart(1, List.of(5, 6), 0, false, 2));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 15, 16, 17, 33, 70, 1000, Integer.MAX_VALUE})
  void aStrideLeavesOutBlocksAndChangesNone(int stride) {
    int[] text = IntStream.range(0, 70).map(i -> i * 3 % 11).toArray();
    CountingDraft draft = new CountingDraft(5, 11, IntStream.of(text).boxed().toList());
    DraftScorer every = DraftScorer.of(Generator.of(SuccessorTarget.of(11, 80)).withDraft(draft));
    List<ScoredStart> all = every.score(text).starts();
    assertThat(all).extracting(ScoredStart::anchor).hasSize(68).startsWith(1).endsWith(68);
    assertThat(every.withStride(stride).score(text).starts())
        .isEqualTo(all.stream().filter(start -> (start.anchor() - 1) % stride == 0).toList());
  }

  @Test
  void textsThatCannotBeScoredAreRefused() {
    Generator plain = Generator.of(SuccessorTarget.of(8, 10));
    assertThatThrownBy(() -> DraftScorer.of(plain)).hasMessage("there is no draft to score");
    DraftScorer scorer = DraftScorer.of(plain.withDraft(new CountingDraft(4, 8, List.of())));
    assertThatThrownBy(() -> scorer.score(1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the text has 2 tokens, at least 3 are needed");
    assertThat(scorer.score(1, 2, 3).starts()).hasSize(1);
    assertThat(scorer.score(0, 1, 2, 3, 4, 5, 6, 7, 0, 1).starts()).hasSize(8);
    assertThatThrownBy(() -> scorer.score(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2))
        .hasMessage("the text has 11 tokens, the context of the target 10");
    assertThatThrownBy(() -> scorer.score(1, 8, 2))
        .hasMessageContaining("token 1")
        .hasMessageContaining("id 8");
    assertThatThrownBy(() -> scorer.score(1, -1, 2)).hasMessageContaining("id -1");
    assertThatThrownBy(() -> scorer.withStride(0)).hasMessage("the stride is at least 1, not 0");
  }

  static Stream<GoldenCase> loops() {
    return GoldenSet.given().cases("loop");
  }

  /** Dense and hybrid targets. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("loops")
  void onTheTargetsOwnTextTheScoreIsWhatTheLoopAccepted(GoldenCase c) {
    PairOptions options = PairOptions.defaults().withThreads(1);
    try (ModelPair pair =
        ModelPair.open(c.folder().resolve("target"), c.folder().resolve("draft"), options)) {
      GenerationRequest request =
          pair.request(c.ints("prompt_ids"))
              .withMaxTokens(c.ints("output_ids").length)
              .withStopIds(Set.of());
      assertScoreOfTheLoop(pair, request);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void onTheRealTargetsOwnTextTheScoreIsWhatTheLoopAccepted(int generation) {
    PairOptions options = PairOptions.defaults().withThreads(1).withContext(512);
    try (ModelPair pair =
        ModelPair.open(
            Path.of("src/test/resources/stories260K/stories260K-f32.gguf"),
            Path.of("src/test/resources/stories260K-dflash" + generation),
            options)) {
      for (String prompt : new String[] {"Once upon a time", "The sun was hot and the"}) {
        assertScoreOfTheLoop(pair, pair.request(prompt).withMaxTokens(150).withIgnoredStops(true));
      }
    }
  }

  /** A draft that needs the tokens of its context too. */
  @Test
  void aPredictionHeadIsScoredAsTheLoopUsesIt() {
    Path target = Path.of("src/test/resources/goldens/gguf/qwen35_tiny/qwen35_tiny-F32.gguf");
    PairOptions options = PairOptions.defaults().withThreads(1);
    try (ModelPair pair = ModelPair.openWithMtp(target, 3, options)) {
      GenerationRequest request =
          pair.request(5, 9, 2, 77, 130).withMaxTokens(80).withIgnoredStops(true);
      GenerationResult result = pair.generate(request.withBlock(4), GenerationListener.SILENT);
      assertScore(pair, request, result);
    }
  }

  private static void assertScoreOfTheLoop(ModelPair pair, GenerationRequest request) {
    GenerationResult result =
        pair.generator().withWholeBlocks().generate(request, GenerationListener.SILENT);
    assertThat(assertScore(pair, request, result)).isPositive();
    assertThat(result.figures().rejected()).isPositive();
  }

  /** Compares step by step; returns how many drafted tokens were accepted. */
  private static int assertScore(
      ModelPair pair, GenerationRequest request, GenerationResult result) {
    int[] text =
        IntStream.concat(IntStream.of(request.prompt()), IntStream.of(result.ids())).toArray();
    Map<Integer, ScoredStart> starts =
        DraftScorer.of(pair.generator()).score(text).starts().stream()
            .collect(Collectors.toMap(ScoredStart::anchor, Function.identity()));
    int compared = 0;
    for (GenerationStep step : result.steps()) {
      if (!step.drafted().isEmpty()) {
        ScoredStart start = starts.get(step.start());
        assertThat(start.proposed()).isEqualTo(step.drafted());
        assertThat(start.acceptedByTarget()).isEqualTo(step.accepted());
        assertThat(start.foundInText()).isEqualTo(step.accepted());
        assertThat(start.open()).isFalse();
        compared += step.accepted();
      }
    }
    assertThat(compared).isEqualTo(result.figures().accepted());
    return compared;
  }
}
