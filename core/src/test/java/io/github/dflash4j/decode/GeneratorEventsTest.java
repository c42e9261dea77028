/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events, text in whole characters, cancellation, failures, several generations at once. */
class GeneratorEventsTest {
  private static final int BLOCK = 8;
  private static final int CONTEXT = 500;
  private static final String REPLY = "Zo\u00eb says \u4f60\u597d \ud83d\ude42\ud83d\udc4d bye. ";

  private final ByteTokenizer tokenizer = new ByteTokenizer();
  private final TableTarget target = saying(REPLY);

  @Test
  void everyStepIsToldOnceInOrderAndTheEndOnce() {
    List<Object> events = new ArrayList<>();
    GenerationResult result =
        generator(3).generate(GenerationRequest.of('x').withMaxTokens(30), recordingIn(events));
    assertThat(events.getLast()).isSameAs(result);
    List<GenerationStep> steps = of(events, GenerationStep.class);
    assertThat(steps.getFirst().ofPrompt()).isTrue();
    assertThat(steps.getFirst())
        .isEqualTo(new GenerationStep(0, 0, List.of(), 0, result.ids()[0], 1));
    assertThat(steps.subList(1, steps.size()))
        .isEqualTo(result.steps())
        .noneMatch(GenerationStep::ofPrompt);
    assertThat(steps.stream().flatMapToInt(step -> Arrays.stream(step.ids())).toArray())
        .isEqualTo(result.ids());
    assertThat(of(events, GenerationResult.class)).hasSize(1);
    assertThat(String.join("", of(events, String.class))).isEqualTo(result.text());
    assertThat(events.getFirst()).isInstanceOf(GenerationStep.class);
    for (int i = 1; i < events.size(); i++) {
      if (events.get(i) instanceof String text) {
        assertThat(text).isNotEmpty();
        assertThat(events.get(i - 1)).isInstanceOf(GenerationStep.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void charactersAreNeverSplitWhereverABlockEnds(int good) {
    int bytes = REPLY.getBytes(StandardCharsets.UTF_8).length;
    List<Object> events = new ArrayList<>();
    GenerationResult result =
        generator(good)
            .generate(GenerationRequest.of('x').withMaxTokens(2 * bytes), recordingIn(events));
    assertThat(result.text()).isEqualTo(REPLY + REPLY);
    assertThat(of(events, String.class))
        .allMatch(text -> !text.contains("\uFFFD"))
        .allMatch(text -> !Character.isLowSurrogate(text.charAt(0)));
  }

  @Test
  void aCharacterCutByTheBudgetBecomesOneReplacementAtTheEnd() {
    List<Object> events = new ArrayList<>();
    GenerationResult result =
        generator(7).generate(GenerationRequest.of('x').withMaxTokens(3), recordingIn(events));
    assertThat(result.text()).isEqualTo("Zo\uFFFD");
    assertThat(String.join("", of(events, String.class))).isEqualTo("Zo\uFFFD");
    assertThat(events.getLast()).isSameAs(result);
  }

  @Test
  void theTextGoesOnWhereThePromptEndsAndDoesNotRepeatIt() {
    int[] prompt = tokenizer.encode("xZo\u00eb");
    GenerationRequest half = GenerationRequest.of(Arrays.copyOf(prompt, prompt.length - 1));
    assertThat(generator(7).generate(half.withMaxTokens(6), GenerationListener.SILENT).text())
        .isEqualTo("\u00eb says");
  }

  @Test
  void aStopTokenIsAnIdButNoText() {
    GenerationRequest request =
        GenerationRequest.of('x').withStopIds(Set.of((int) ' ')).withMaxTokens(50);
    for (int good = 0; good <= 7; good++) {
      GenerationResult result = generator(good).generate(request, GenerationListener.SILENT);
      assertThat(result.text()).isEqualTo("Zo\u00eb");
      assertThat(result.ids()).endsWith(' ').hasSize(5);
    }
  }

  @Test
  void withoutATokenizerThereIsNoText() {
    List<Object> events = new ArrayList<>();
    GenerationResult result =
        Generator.of(target)
            .generate(GenerationRequest.of('x').withMaxTokens(9), recordingIn(events));
    assertThat(result.text()).isEmpty();
    assertThat(of(events, String.class)).isEmpty();
    assertThat(result.ids()).hasSize(9);
  }

  @Test
  void aCancellationBeforeTheStartDoesNothing() {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    List<Object> events = new ArrayList<>();
    GenerationResult result =
        generator(7).generate(GenerationRequest.of('x'), recordingIn(events), cancellation);
    assertThat(result.finish()).isEqualTo(FinishReason.CANCELLED);
    assertThat(result.ids()).isEmpty();
    assertThat(events).containsExactly(result);
    assertThat(target.forwards).isEmpty();
  }

  @Test
  void aCancellationEndsTheTextAfterTheStepThatRunsAndLeavesTheModelsUsable() {
    GenerationRequest request = GenerationRequest.of('x').withMaxTokens(100);
    Generator generator = generator(3);
    GenerationResult whole = generator.generate(request, GenerationListener.SILENT);
    for (int at = 0; at < 6; at++) {
      Cancellation cancellation = new Cancellation();
      int last = at;
      int[] seen = {0};
      GenerationListener cancelling =
          new GenerationListener() {
            @Override
            public void tokens(GenerationStep step) {
              if (seen[0]++ == last) {
                cancellation.cancel();
              }
            }
          };
      GenerationResult cut = generator.generate(request, cancelling, cancellation);
      assertThat(cut.finish()).isEqualTo(FinishReason.CANCELLED);
      assertThat(cut.steps()).isEqualTo(whole.steps().subList(0, at));
      assertThat(cut.ids()).isEqualTo(Arrays.copyOf(whole.ids(), cut.ids().length)).isNotEmpty();
      assertThat(cut.figures().committed()).isEqualTo(cut.ids().length);
      GenerationResult after = generator.generate(request, GenerationListener.SILENT);
      assertThat(after.ids()).isEqualTo(whole.ids());
      assertThat(after.steps()).isEqualTo(whole.steps());
    }
  }

  @Test
  void aCancellationIsSeenBetweenTwoChunksOfThePrompt() {
    Cancellation cancellation = new Cancellation();
    target.beforeForward(forward -> {
      if (forward == 1) {
        cancellation.cancel();
      }
    });
    GenerationResult result =
        generator(7)
            .generate(GenerationRequest.of(new int[200]), GenerationListener.SILENT, cancellation);
    assertThat(result.finish()).isEqualTo(FinishReason.CANCELLED);
    assertThat(result.ids()).isEmpty();
    assertThat(target.forwards).hasSize(2);
    assertThat(result.figures().promptPasses()).isEqualTo(2);
    assertThat(result.figures().committed()).isEqualTo(128);
  }

  @Test
  void aCancellationIsSeenBetweenDraftAndVerify() {
    Cancellation cancellation = new Cancellation();
    ScriptedDraft draft =
        ScriptedDraft.of(
            target,
            BLOCK,
            (position, slot) -> {
              if (position == 20) {
                cancellation.cancel();
              }
              return false;
            });
    GenerationResult result =
        Generator.of(target)
            .withDraft(draft)
            .withWholeBlocks()
            .generate(GenerationRequest.of('x'), GenerationListener.SILENT, cancellation);
    assertThat(result.finish()).isEqualTo(FinishReason.CANCELLED);
    assertThat(result.steps()).extracting(GenerationStep::start).containsExactly(1, 9);
    assertThat(target.forwards).hasSize(3);
    assertThat(result.figures().committed()).isEqualTo(17);
    assertThat(result.ids()).hasSize(17);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5})
  void aFailedForwardReachesTheCallerAndTheNextGenerationIsAsIfItHadNotBeen(int failing) {
    GenerationRequest request = GenerationRequest.of('x').withMaxTokens(60);
    Generator generator = generator(3);
    target.failingAt(failing);
    List<Object> events = new ArrayList<>();
    assertThatThrownBy(() -> generator.generate(request, recordingIn(events)))
        .hasMessage("planted failure");
    assertThat(of(events, GenerationResult.class)).isEmpty();
    GenerationResult after = generator.generate(request, GenerationListener.SILENT);
    assertThat(after.text()).startsWith(REPLY).hasSizeGreaterThan(REPLY.length());
    assertThat(after.steps()).allMatch(step -> step.accepted() == 3);
  }

  @Test
  void aListenerThatThrowsEndsItsGeneration() {
    GenerationListener broken =
        new GenerationListener() {
          @Override
          public void text(String text) {
            throw new IllegalStateException("no paper");
          }
        };
    assertThatThrownBy(() -> generator(3).generate(GenerationRequest.of('x'), broken))
        .hasMessage("no paper");
    assertThat(target.forwards).hasSize(1);
  }

  @Test
  void notANumberIsAnErrorAtTheSamePositionWithAndWithoutADraft() {
    GenerationRequest request = GenerationRequest.of('x').withMaxTokens(60);
    target.withNanAt(13);
    for (int good = 0; good <= 7; good++) {
      assertNan(generator(good), request);
    }
    assertNan(generator(7), request.withoutDraft());
    for (int good = 0; good <= 7; good++) {
      GenerationRequest before = request.withMaxTokens(13);
      GenerationRequest stopping = request.withStopIds(Set.of(0xbd));
      assertThat(generator(good).generate(before, GenerationListener.SILENT).ids())
          .as("the token of position 13 does not need the logits of position 13")
          .hasSize(13);
      assertThat(generator(good).generate(stopping, GenerationListener.SILENT).ids())
          .as("a stop token before")
          .hasSize(12);
    }
  }

  private static void assertNan(Generator generator, GenerationRequest request) {
    assertThatThrownBy(() -> generator.generate(request, GenerationListener.SILENT))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("position 13 ");
  }

  @Test
  void generationsOnSeveralThreadsDoNotMeet() throws Exception {
    Generator generator = generator(4);
    List<GenerationRequest> requests =
        List.of(
            GenerationRequest.of('x').withMaxTokens(200),
            GenerationRequest.of('e').withMaxTokens(333),
            GenerationRequest.of(' ', 'x').withMaxTokens(111).withBlock(3),
            GenerationRequest.of('Z').withMaxTokens(222).withoutDraft());
    List<GenerationResult> alone =
        requests.stream().map(r -> generator.generate(r, GenerationListener.SILENT)).toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int round = 0; round < 10; round++) {
        List<Future<GenerationResult>> together =
            requests.stream()
                .map(r -> threads.submit(() -> generator.generate(r, GenerationListener.SILENT)))
                .toList();
        for (int i = 0; i < requests.size(); i++) {
          assertThat(together.get(i).get().ids()).isEqualTo(alone.get(i).ids());
          assertThat(together.get(i).get().steps()).isEqualTo(alone.get(i).steps());
        }
      }
    }
  }

  /** Writes the text over and over, from its beginning behind the first x. */
  private TableTarget saying(String text) {
    int[] said = tokenizer.encode(text);
    return new TableTarget(
        tokenizer.size(),
        CONTEXT,
        (tokens, length) -> {
          int start = 0;
          while (start < length - 1 && tokens[start] != 'x') {
            start++;
          }
          int from = tokens[start] == 'x' ? start : 0;
          return said[(length - 1 - from) % said.length];
        });
  }

  private Generator generator(int good) {
    ScriptedDraft draft = ScriptedDraft.wrongInSlots(target, BLOCK, slot -> slot > good);
    return Generator.of(target).withDraft(draft).withWholeBlocks().withTokenizer(tokenizer);
  }

  private static GenerationListener recordingIn(List<Object> events) {
    return new GenerationListener() {
      @Override
      public void tokens(GenerationStep step) {
        events.add(step);
      }

      @Override
      public void text(String text) {
        events.add(text);
      }

      @Override
      public void finish(GenerationResult result) {
        events.add(result);
      }
    };
  }

  private static <T> List<T> of(List<Object> events, Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
