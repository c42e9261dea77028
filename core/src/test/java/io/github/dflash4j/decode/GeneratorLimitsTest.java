/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stop tokens, budget and context end at every slot of a block, and what is refused. */
class GeneratorLimitsTest {
  private static final int VOCABULARY = 101;
  private static final int CONTEXT = 64;
  private static final int BLOCK = 8;

  /** No token repeats within 101 tokens, so every token can be the one that stops. */
  private final TableTarget target =
      new TableTarget(VOCABULARY, CONTEXT, Continuation.cycle(VOCABULARY, 5));

  private final int[] prompt = {9};
  private final int[] text = new int[CONTEXT];

  GeneratorLimitsTest() {
    int[] all = Arrays.copyOf(prompt, 1 + text.length);
    for (int i = 1; i < all.length; i++) {
      all[i] = target.continuation().next(all, i);
    }
    System.arraycopy(all, 1, text, 0, text.length);
  }

  /** Text offsets through more than two blocks, for drafts that are right, wrong and in between. */
  static Stream<Arguments> everySlot() {
    return IntStream.rangeClosed(1, 2 * BLOCK + 2)
        .boxed()
        .flatMap(
            tokens -> IntStream.rangeClosed(0, BLOCK).mapToObj(good -> Arguments.of(tokens, good)));
  }

  @ParameterizedTest
  @MethodSource("everySlot")
  void aStopTokenEndsTheTextInEverySlot(int tokens, int good) {
    GenerationRequest request =
        GenerationRequest.of(prompt)
            .withMaxTokens(40)
            .withStopIds(Set.of(text[tokens - 1], 100_000));
    GenerationResult result = generate(draft(good), request);
    assertThat(result.ids()).isEqualTo(Arrays.copyOf(text, tokens));
    assertThat(result.finish()).isEqualTo(FinishReason.STOP);
    assertCounts(result);
    assertSameAsPlain(result, request);
  }

  @ParameterizedTest
  @MethodSource("everySlot")
  void theBudgetEndsTheTextInEverySlot(int tokens, int good) {
    GenerationRequest request = GenerationRequest.of(prompt).withMaxTokens(tokens);
    GenerationResult result = generate(draft(good), request);
    assertThat(result.ids()).isEqualTo(Arrays.copyOf(text, tokens));
    assertThat(result.finish()).isEqualTo(FinishReason.LENGTH);
    assertCounts(result);
    assertSameAsPlain(result, request);
  }

  @ParameterizedTest
  @MethodSource("everySlot")
  void theContextEndsTheTextInEverySlot(int tokens, int good) {
    // B154
    int[] longPrompt = new int[CONTEXT - tokens];
    Arrays.fill(longPrompt, 3);
    longPrompt[longPrompt.length - 1] = 9;
    GenerationRequest request = GenerationRequest.of(longPrompt).withMaxTokens(tokens + 1);
    GenerationResult result = generate(draft(good), request);
    assertThat(result.ids()).isEqualTo(Arrays.copyOf(text, tokens));
    assertThat(result.finish()).isEqualTo(FinishReason.CONTEXT);
    assertThat(result.figures().committed()).isEqualTo(CONTEXT - 1);
    assertSameAsPlain(result, request);
    GenerationResult exact = generate(draft(good), request.withMaxTokens(tokens));
    assertThat(exact.ids()).isEqualTo(result.ids());
    assertThat(exact.finish()).as("both limits at once").isEqualTo(FinishReason.LENGTH);
  }

  @Test
  void aPromptThatFillsTheContextGivesNoTextAndNoPass() {
    GenerationResult result =
        generate(draft(8), GenerationRequest.of(new int[CONTEXT]).withMaxTokens(100));
    assertThat(result.ids()).isEmpty();
    assertThat(result.finish()).isEqualTo(FinishReason.CONTEXT);
    assertThat(target.forwards).isEmpty();
    assertThat(result.figures().tokensPerTargetPass()).isZero();
    assertThat(result.figures().tokensPerSecond()).isZero();
  }

  @Test
  void theFirstOfSeveralStopTokensEndsTheText() {
    Set<Integer> stops = Set.of(text[4], text[2], text[6]);
    GenerationResult result =
        generate(draft(8), GenerationRequest.of(prompt).withMaxTokens(40).withStopIds(stops));
    assertThat(result.ids()).isEqualTo(Arrays.copyOf(text, 3));
    assertThat(result.steps()).hasSize(1);
    GenerationStep step = result.steps().getFirst();
    assertThat(step.accepted()).as("what the target agreed with counts past the cut").isEqualTo(7);
    assertThat(step.kept()).isEqualTo(2);
    assertThat(step.keptDrafted()).isEqualTo(2);
  }

  @Test
  void aStopTokenAsTheLastOneOfTheBudgetIsAStop() {
    GenerationRequest request =
        GenerationRequest.of(prompt).withMaxTokens(5).withStopIds(Set.of(text[4]));
    assertThat(generate(draft(8), request).finish()).isEqualTo(FinishReason.STOP);
    assertThat(generate(draft(0), request).finish()).isEqualTo(FinishReason.STOP);
  }

  @Test
  void aStopTokenRightBehindThePromptNeedsNoStep() {
    GenerationResult result =
        generate(draft(8), GenerationRequest.of(prompt).withStopIds(Set.of(text[0])));
    assertThat(result.ids()).containsExactly(text[0]);
    assertThat(result.steps()).isEmpty();
    assertThat(result.figures().committed()).isEqualTo(1);
  }

  @Test
  void aStopTokenInThePromptEndsNothing() {
    GenerationRequest request =
        GenerationRequest.of(9, text[0], text[1]).withMaxTokens(10).withStopIds(Set.of(9, text[0]));
    assertThat(generate(draft(8), request).ids()).isEqualTo(Arrays.copyOfRange(text, 2, 12));
  }

  @Test
  void ignoredStopTokensAreTextLikeAnyOther() {
    GenerationRequest request =
        GenerationRequest.of(prompt)
            .withMaxTokens(20)
            .withStopIds(Set.of(text[2], text[19]))
            .withIgnoredStops(true);
    GenerationResult result = generate(draft(5), request);
    assertThat(result.ids()).isEqualTo(Arrays.copyOf(text, 20));
    assertThat(result.finish()).isEqualTo(FinishReason.LENGTH);
  }

  @Test
  void theLargestBudgetDoesNotOverflow() {
    GenerationResult result =
        generate(draft(8), GenerationRequest.of(prompt).withMaxTokens(Integer.MAX_VALUE));
    assertThat(result.ids()).hasSize(CONTEXT - 1);
    assertThat(result.finish()).isEqualTo(FinishReason.CONTEXT);
  }

  @Test
  void aPromptLongerThanTheContextIsRefusedBeforeAnyWork() {
    refused(GenerationRequest.of(new int[CONTEXT + 1]), "65 tokens", "context of the target 64");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, VOCABULARY, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void aPromptIdThatIsNoRowIsRefusedBeforeAnyWork(int id) {
    refused(GenerationRequest.of(1, 2, id), "token 2 of the prompt", "id " + id, "0 to 100");
  }

  @Test
  void aBlockWiderThanTheDraftsIsRefusedBeforeAnyWork() {
    refused(GenerationRequest.of(1).withBlock(9), "9 rows", "the draft has 8");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            Generator.of(target)
                .generate(GenerationRequest.of(1).withBlock(2), GenerationListener.SILENT))
        .withMessageContaining("no draft");
  }

  @Test
  void requestsThatAskForNothingAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(GenerationRequest::of)
        .withMessageContaining("prompt is empty");
    GenerationRequest request = GenerationRequest.of(1);
    assertThatIllegalArgumentException().isThrownBy(() -> request.withMaxTokens(0));
    assertThatIllegalArgumentException().isThrownBy(() -> request.withBlock(0));
    assertThatIllegalArgumentException().isThrownBy(() -> Generator.of(target).withVocabulary(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Generator.of(target).withVocabulary(VOCABULARY + 1));
  }

  @Test
  void aRequestOwnsItsIds() {
    int[] ids = {1, 2};
    GenerationRequest request = GenerationRequest.of(ids);
    ids[0] = 7;
    request.prompt()[1] = 7;
    assertThat(request.prompt()).containsExactly(1, 2);
    assertThat(request.block()).isEmpty();
    assertThat(request.withoutDraft().block()).isEqualTo(OptionalInt.of(1));
    assertThat(request.maxTokens()).isEqualTo(256);
  }

  private void refused(GenerationRequest request, String... words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> generate(draft(8), request))
        .satisfies(
            refusal -> assertThat(refusal.getMessage()).contains(words).doesNotContain("\n"));
    assertThat(target.states()).isZero();
    assertThat(target.forwards).isEmpty();
  }

  private void assertSameAsPlain(GenerationResult result, GenerationRequest request) {
    GenerationResult plain = generate(draft(0), request.withoutDraft());
    assertThat(result.ids()).isEqualTo(plain.ids());
    assertThat(result.finish()).isEqualTo(plain.finish());
    assertThat(result.figures().committed()).isEqualTo(plain.figures().committed());
    assertThat(result.figures().emitted()).isEqualTo(plain.figures().emitted());
  }

  private static void assertCounts(GenerationResult result) {
    GenerationFigures figures = result.figures();
    assertThat(figures.emitted()).isEqualTo(result.ids().length);
    assertThat(figures.committed()).isEqualTo(figures.promptTokens() + figures.emitted() - 1);
    assertThat(result.steps().stream().mapToInt(GenerationStep::kept).sum())
        .isEqualTo(figures.emitted() - 1);
  }

  /** Right in the first {@code good} slots of every block. */
  private ScriptedDraft draft(int good) {
    return ScriptedDraft.wrongInSlots(target, BLOCK, slot -> slot > good);
  }

  private GenerationResult generate(ScriptedDraft draft, GenerationRequest request) {
    return Generator.of(target)
        .withDraft(draft)
        .withWholeBlocks()
        .generate(request, GenerationListener.SILENT);
  }
}
