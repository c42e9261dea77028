/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop against a target whose text is known and drafts that are right and wrong on purpose. */
class GeneratorTest {
  private static final int VOCABULARY = 61;
  private static final int CONTEXT = 600;
  private static final int BLOCK = 8;

  private final TableTarget target =
      new TableTarget(VOCABULARY, CONTEXT, Continuation.ofWholeHistory(VOCABULARY, 17));

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
  void theTextIsThatOfPlainDecodingAtEveryWidth(int width) {
    ScriptedDraft draft = ScriptedDraft.of(target, BLOCK, randomErrors(width));
    for (int prompt : new int[] {1, BLOCK - 1, BLOCK, BLOCK + 1}) {
      for (int tokens : new int[] {1, BLOCK - 1, BLOCK, 32, 400}) {
        GenerationRequest request = request(prompt, tokens);
        GenerationResult plain = plain(request);
        GenerationResult drafted = generate(draft, request.withBlock(width));
        assertThat(drafted.ids()).isEqualTo(plain.ids()).hasSize(tokens);
        assertThat(plain.ids()).isEqualTo(truth(request));
        assertThat(drafted.finish()).isEqualTo(plain.finish());
        assertThat(drafted.figures().committed()).isEqualTo(plain.figures().committed());
        if (tokens == 400) {
          assertThat(drafted.figures().accepted()).as("accepted").isPositive();
          assertThat(drafted.figures().rejected()).as("rejected").isPositive();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 64})
  void theTextDoesNotDependOnHowThePromptIsCut(int chunk) {
    ScriptedDraft draft = ScriptedDraft.of(target, BLOCK, randomErrors(5));
    GenerationRequest request = request(130, 40);
    GenerationResult whole = generate(draft, request);
    target.forwards.clear();
    GenerationResult cut =
        Generator.of(target)
            .withDraft(draft)
            .withWholeBlocks()
            .withPromptChunk(chunk)
            .generate(request, GenerationListener.SILENT);
    assertThat(cut.ids()).isEqualTo(whole.ids());
    assertThat(cut.steps()).isEqualTo(whole.steps());
    int chunks = (130 + chunk - 1) / chunk;
    assertThat(cut.figures().promptPasses()).isEqualTo(chunks);
    assertThat(target.forwards.subList(0, chunks))
        .allSatisfy(pass -> assertThat(pass.rows()).isLessThanOrEqualTo(chunk))
        .extracting(TableTarget.Forward::logitRows)
        .endsWith(1)
        .filteredOn(rows -> rows == 0)
        .hasSize(chunks - 1);
  }

  @Test
  void everyStepIsExactlyOneTargetPass() {
    ScriptedDraft draft = ScriptedDraft.of(target, BLOCK, randomErrors(11));
    GenerationResult result = generate(draft, request(20, 200));
    List<TableTarget.Forward> passes = target.forwards.subList(1, target.forwards.size());
    assertThat(passes).hasSameSizeAs(result.steps()).hasSize(result.figures().targetPasses());
    for (int i = 0; i < passes.size(); i++) {
      GenerationStep step = result.steps().get(i);
      assertThat(passes.get(i))
          .isEqualTo(new TableTarget.Forward(step.start(), step.rows(), step.rows()));
    }
  }

  @Test
  void aPerfectDraftFillsEveryBlock() {
    GenerationResult result =
        generate(ScriptedDraft.perfect(target, BLOCK), request(5, 1 + 3 * BLOCK));
    assertThat(result.steps()).hasSize(3).allMatch(step -> step.kept() == BLOCK);
    assertThat(result.figures().tokensPerTargetPass()).isEqualTo(8);
    assertThat(result.figures().drafted()).isEqualTo(21);
    assertThat(result.figures().rejected()).isZero();
  }

  @Test
  void aDraftThatIsAlwaysWrongCostsPassesButNoText() {
    GenerationRequest request = request(5, 50);
    GenerationResult result = generate(ScriptedDraft.alwaysWrong(target, BLOCK), request);
    assertThat(result.ids()).isEqualTo(truth(request));
    assertThat(result.steps()).hasSize(49).allMatch(step -> step.kept() == 1);
    assertThat(result.figures().accepted()).isZero();
    assertThat(result.figures().tokensPerTargetPass()).isEqualTo(1);
  }

  @Test
  void theAnchorIsNeverCountedAsDrafted() {
    ScriptedDraft draft = ScriptedDraft.wrongInSlots(target, BLOCK, slot -> slot == 4);
    GenerationResult result = generate(draft, request(5, 1 + 4 * 20));
    GenerationFigures figures = result.figures();
    assertThat(result.steps())
        .hasSize(20)
        .allMatch(step -> step.accepted() == 3)
        .allMatch(step -> step.kept() == 4);
    assertThat(figures.targetPasses()).isEqualTo(20);
    assertThat(figures.accepted()).isEqualTo(60);
    assertThat(figures.drafted()).isEqualTo(19 * 7 + 4);
    assertThat(figures.slots())
        .containsExactly(
            new SlotFigures(1, 20, 20, 20),
            new SlotFigures(2, 20, 20, 20),
            new SlotFigures(3, 20, 20, 20),
            new SlotFigures(4, 20, 20, 0),
            new SlotFigures(5, 19, 0, 0),
            new SlotFigures(6, 19, 0, 0),
            new SlotFigures(7, 19, 0, 0));
  }

  @Test
  void fewerVerifiedRowsDoNotChangeWhatIsDrafted() {
    ScriptedDraft draft = ScriptedDraft.of(target, BLOCK, randomErrors(3));
    GenerationResult narrow = generate(draft, request(5, 100).withBlock(3));
    assertThat(narrow.steps()).allMatch(step -> step.rows() == Math.min(3, 105 - step.start()));
    int end = draft.proposedCounts.size();
    assertThat(draft.proposedCounts.subList(0, end - BLOCK)).containsOnly(BLOCK - 1);
  }

  @Test
  void theBlockShrinksAtTheEndOfTheBudget() {
    ScriptedDraft draft = ScriptedDraft.alwaysWrong(target, 4);
    GenerationResult result = generate(draft, request(5, 7));
    assertThat(result.steps()).extracting(GenerationStep::start).containsExactly(5, 6, 7, 8, 9, 10);
    assertThat(result.steps()).extracting(GenerationStep::rows).containsExactly(4, 4, 4, 4, 3, 2);
    assertThat(draft.proposedCounts).containsExactly(3, 3, 3, 3, 2, 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void plainStepsInBetweenLeaveNoTrace(long seed) {
    ScriptedDraft draft = ScriptedDraft.of(target, BLOCK, randomErrors(seed));
    GenerationRequest request = request(9, 400);
    int[] step = {0};
    GenerationResult thirds = generate(draft, request, most -> ++step[0] % 3 == 0 ? 0 : most);
    assertThat(thirds.ids()).isEqualTo(truth(request));
    assertThat(thirds.figures().plainSteps()).isEqualTo(thirds.steps().size() / 3);
    Random random = new Random(seed);
    GenerationResult mixed = generate(draft, request, most -> random.nextInt(most + 1));
    assertThat(mixed.ids()).as("seed %d", seed).isEqualTo(truth(request));
    assertThat(mixed.figures().plainSteps()).isPositive();
    assertThat(mixed.figures().accepted()).isPositive();
  }

  @Test
  void plainDecodingKeepsNoTapsAndNoDraftState() {
    ScriptedDraft draft = ScriptedDraft.perfect(target, BLOCK);
    GenerationResult result = generate(draft, request(5, 30).withoutDraft());
    assertThat(draft.sessions()).isZero();
    assertThat(result.figures().plainSteps()).isEqualTo(29);
    assertThat(result.figures().tokensPerTargetPass()).isEqualTo(1);
    assertThat(result.figures().slots()).isEmpty();
  }

  @Test
  void paddingRowsOfTheVocabularyAreNeverWritten() {
    TableTarget padded =
        new TableTarget(VOCABULARY, CONTEXT, Continuation.ofWholeHistory(VOCABULARY, 3))
            .withPadding(19);
    ScriptedDraft draft = ScriptedDraft.of(padded, BLOCK, randomErrors(3));
    GenerationRequest request = request(4, 100);
    int[] truth = truth(padded, request);
    Generator plain = Generator.of(padded).withVocabulary(VOCABULARY);
    assertThat(plain.generate(request, GenerationListener.SILENT).ids()).isEqualTo(truth);
    assertThat(
            plain
                .withDraft(draft)
                .withWholeBlocks()
                .generate(request, GenerationListener.SILENT)
                .ids())
        .isEqualTo(truth);
    assertThat(Generator.of(padded).generate(request, GenerationListener.SILENT).ids()[0])
        .as("without being told, the target's own choice")
        .isGreaterThanOrEqualTo(VOCABULARY);
  }

  @Test
  void moreGenerationsOnTheSameModelsEqualFreshOnes() {
    ScriptedDraft.Script errors = randomErrors(23);
    ScriptedDraft shared = ScriptedDraft.of(target, BLOCK, errors);
    for (int[] size : new int[][] {{300, 250}, {2, 5}, {2, 5}, {70, 400}, {300, 250}}) {
      GenerationRequest request = request(size[0], size[1]);
      GenerationResult fresh = generate(ScriptedDraft.of(target, BLOCK, errors), request);
      GenerationResult again = generate(shared, request);
      assertThat(again.ids()).isEqualTo(fresh.ids());
      assertThat(again.steps()).isEqualTo(fresh.steps());
    }
  }

  @Test
  void theTimesAddUpToTheWallClock() {
    long before = System.nanoTime();
    GenerationFigures figures =
        generate(ScriptedDraft.perfect(target, BLOCK), request(5, 60)).figures();
    long elapsed = System.nanoTime() - before;
    assertThat(figures.wallNanos()).isPositive().isLessThanOrEqualTo(elapsed);
    assertThat(figures.wallNanos()).isEqualTo(figures.prefillNanos() + figures.decodeNanos());
    assertThat(
            List.of(
                figures.prefillNanos(),
                figures.draftNanos(),
                figures.verifyNanos(),
                figures.otherNanos()))
        .allMatch(nanos -> nanos >= 0);
    assertThat(figures.tokensPerSecond()).isEqualTo(59e9 / figures.decodeNanos());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, VOCABULARY, VOCABULARY + 3})
  void aProposalWithoutATokenIsAnErrorAndNotRunThroughTheTarget(int id) {
    TableTarget padded =
        new TableTarget(VOCABULARY, CONTEXT, Continuation.ofWholeHistory(VOCABULARY, 3))
            .withPadding(19);
    ScriptedDraft draft =
        ScriptedDraft.of(padded, BLOCK, (position, slot) -> slot == 3).erringBy(id);
    Generator generator =
        Generator.of(padded).withDraft(draft).withWholeBlocks().withVocabulary(VOCABULARY);
    assertThatThrownBy(() -> generator.generate(request(4, 30), GenerationListener.SILENT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("id " + id)
        .hasMessageContaining("position 7");
    assertThat(padded.forwards).hasSize(1);
  }

  private static ScriptedDraft.Script randomErrors(long seed) {
    return (position, slot) -> new Random(seed * 1_000_003 + position).nextInt(100) < 30;
  }

  private GenerationResult plain(GenerationRequest request) {
    return Generator.of(target).generate(request, GenerationListener.SILENT);
  }

  private GenerationResult generate(ScriptedDraft draft, GenerationRequest request) {
    return Generator.of(target)
        .withDraft(draft)
        .withWholeBlocks()
        .generate(request, GenerationListener.SILENT);
  }

  private GenerationResult generate(
      ScriptedDraft draft, GenerationRequest request, VerifyWidth width) {
    return Generator.of(target)
        .withDraft(draft)
        .withWholeBlocks()
        .generate(request, width, GenerationListener.SILENT, new Cancellation());
  }

  private static GenerationRequest request(int promptTokens, int tokens) {
    int[] prompt = new Random(promptTokens).ints(promptTokens, 0, VOCABULARY).toArray();
    return GenerationRequest.of(prompt).withMaxTokens(tokens).withStopIds(Set.of());
  }

  private int[] truth(GenerationRequest request) {
    return truth(target, request);
  }

  private static int[] truth(TableTarget target, GenerationRequest request) {
    int[] prompt = request.prompt();
    int[] all = Arrays.copyOf(prompt, prompt.length + request.maxTokens());
    for (int i = prompt.length; i < all.length; i++) {
      all[i] = target.continuation().next(all, i);
    }
    return Arrays.copyOfRange(all, prompt.length, all.length);
  }
}
