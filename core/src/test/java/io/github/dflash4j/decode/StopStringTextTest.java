/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stop strings, echo and log-probabilities do not depend on how a text falls into blocks. */
class StopStringTextTest {
  private static final int BLOCK = 8;
  private static final String REPLY = "one ENtwo \ud83d\ude42 xENDyzz and more of it END";

  private final ByteTokenizer tokenizer = new ByteTokenizer();
  private final TableTarget target = saying(REPLY);

  static List<Integer> good() {
    return List.of(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @ParameterizedTest
  @MethodSource("good")
  @DisplayName("B122, B124: a stop string is found at every slot and across blocks")
  void theTextEndsInFrontOfAStopString(int good) {
    for (int shift = 0; shift < 9; shift++) {
      List<Object> events = new ArrayList<>();
      GenerationRequest request = request(shift).withStopStrings(List.of("END", "more"));
      GenerationResult result = generator(good).generate(request, recordingIn(events));
      assertThat(result.text()).isEqualTo("one ENtwo \ud83d\ude42 x");
      assertThat(result.finish()).isEqualTo(FinishReason.STOP);
      assertThat(result.stopString()).contains("END");
      assertThat(result.ids())
          .as("the token that completes it is the last one")
          .isEqualTo(tokenizer.encode("one ENtwo \ud83d\ude42 xEND"));
      assertThat(String.join("", texts(events))).isEqualTo(result.text());
      assertThat(result.figures().emitted()).isEqualTo(result.ids().length);
      assertThat(result.figures().committed())
          .isEqualTo(request.prompt().length + result.ids().length - 1);
    }
  }

  @ParameterizedTest
  @MethodSource("good")
  void whatOnlyLooksLikeOneIsWrittenInTheEnd(int good) {
    GenerationRequest request = request(0).withStopStrings(List.of("ENDz")).withMaxTokens(6);
    List<Object> events = new ArrayList<>();
    GenerationResult result = generator(good).generate(request, recordingIn(events));
    assertThat(result.text()).isEqualTo("one EN");
    assertThat(result.finish()).isEqualTo(FinishReason.LENGTH);
    assertThat(result.stopString()).isEmpty();
    assertThat(String.join("", texts(events))).isEqualTo(result.text());
    assertThat(texts(events).getLast()).as("held back until the end").isEqualTo("EN");
  }

  @Test
  void noCharacterBehindACertainOneIsHeldBack() {
    List<Object> events = new ArrayList<>();
    generator(0).generate(request(0).withStopStrings(List.of("END")), recordingIn(events));
    assertThat(texts(events)).startsWith("o", "n", "e", " ", "ENt", "w", "o");
  }

  @ParameterizedTest
  @MethodSource("good")
  @DisplayName("B121, H: whichever of stop token, stop string and budget comes first ends the text")
  void theFirstEndCounts(int good) {
    GenerationRequest request = request(0).withStopStrings(List.of("two"));
    GenerationResult byToken =
        generator(good).generate(request.withStopIds(Set.of((int) 'w')), GenerationListener.SILENT);
    assertThat(byToken.text()).isEqualTo("one ENt");
    assertThat(byToken.stopString()).isEmpty();
    assertThat(byToken.finish()).isEqualTo(FinishReason.STOP);
    GenerationResult byString =
        generator(good).generate(request.withStopIds(Set.of((int) 'x')), GenerationListener.SILENT);
    assertThat(byString.text()).isEqualTo("one EN");
    assertThat(byString.stopString()).contains("two");
    GenerationResult byLast =
        generator(good).generate(request.withMaxTokens(9), GenerationListener.SILENT);
    assertThat(byLast.text()).isEqualTo("one EN");
    assertThat(byLast.finish()).isEqualTo(FinishReason.STOP);
    GenerationResult byBudget =
        generator(good).generate(request.withMaxTokens(8), GenerationListener.SILENT);
    assertThat(byBudget.text()).isEqualTo("one ENtw");
    assertThat(byBudget.finish()).isEqualTo(FinishReason.LENGTH);
  }

  @ParameterizedTest
  @MethodSource("good")
  void aStopStringMayBeAPartOfAToken(int good) {
    // The bytes of the smiley complete one character of two chars at once.
    GenerationRequest request = request(0).withStopStrings(List.of("\ud83d\ude42"));
    GenerationResult result = generator(good).generate(request, GenerationListener.SILENT);
    assertThat(result.text()).isEqualTo("one ENtwo ");
    assertThat(result.ids()).hasSize(14);
  }

  @Test
  void aStopStringInThePromptDoesNotEndTheText() {
    int[] prompt = tokenizer.encode("ENDx");
    GenerationResult result =
        generator(7)
            .generate(
                GenerationRequest.of(prompt).withStopStrings(List.of("END", "xo")).withMaxTokens(5),
                GenerationListener.SILENT);
    assertThat(result.text()).isEqualTo("one E");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7})
  void anEchoPutsThePromptInFront(int good) {
    int[] prompt = tokenizer.encode("Zo\u00eb x");
    List<Object> events = new ArrayList<>();
    GenerationRequest request =
        GenerationRequest.of(prompt).withEcho(true).withStopStrings(List.of("Zo", " E"));
    GenerationResult result = generator(good).generate(request, recordingIn(events));
    assertThat(result.text()).isEqualTo("Zo\u00eb xone");
    assertThat(events.getFirst()).isEqualTo("Zo\u00eb x");
    assertThat(String.join("", texts(events))).isEqualTo(result.text());
    assertThat(result.ids()).isEqualTo(tokenizer.encode("one E"));
  }

  @Test
  void anEchoOfHalfACharacterIsCompletedByTheText() {
    TableTarget halves = saying("\u00e9\u00e9\u00e9");
    byte[] e = "\u00e9".getBytes(StandardCharsets.UTF_8);
    // Behind x the text begins with the first byte again, so the prompt ends with it.
    GenerationRequest request =
        GenerationRequest.of('x', e[0] & 0xff).withMaxTokens(3).withEcho(true);
    GenerationResult result =
        Generator.of(halves).withTokenizer(tokenizer).generate(request, GenerationListener.SILENT);
    assertThat(result.text()).isEqualTo("x\u00e9\u00e9");
  }

  @ParameterizedTest
  @MethodSource("good")
  @DisplayName("B118, B125: log-probabilities of every slot, as many as tokens")
  void everyTokenHasItsLogprobs(int good) {
    GenerationRequest request = request(0).withStopStrings(List.of("END")).withLogprobs(3);
    List<Object> events = new ArrayList<>();
    GenerationResult result = generator(good).generate(request, recordingIn(events));
    GenerationResult plain =
        generator(good).generate(request.withoutDraft(), GenerationListener.SILENT);
    assertThat(result.logprobs()).isEqualTo(plain.logprobs()).hasSize(result.ids().length);
    List<PositionLogprobs> told = new ArrayList<>();
    events.stream()
        .filter(GenerationStep.class::isInstance)
        .forEach(step -> told.addAll(((GenerationStep) step).logprobs()));
    assertThat(told).isEqualTo(result.logprobs());
    for (int i = 0; i < result.ids().length; i++) {
      PositionLogprobs at = result.logprobs().get(i);
      assertThat(at.token().id()).isEqualTo(result.ids()[i]);
      assertThat(at.token().logprob()).isCloseTo(1 - norm(at.token().id()), within(1e-6));
      assertThat(at.top()).hasSize(3).first().isEqualTo(at.token());
      int second = result.ids()[i] == 0 ? 1 : 0;
      assertThat(at.top().get(1).id()).isEqualTo(second);
    }
  }

  /** Of a row of the table target: 1 for one token, -0.0001 times its id for the others. */
  private double norm(int chosen) {
    double sum = Math.E;
    for (int id = 0; id < tokenizer.size(); id++) {
      sum += Math.exp(-0.0001f * id);
    }
    return Math.log(sum - Math.exp(-0.0001f * chosen));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 130})
  void anEchoWithLogprobsCoversThePromptInWhateverChunks(int length) {
    int[] prompt = new int[length];
    Arrays.fill(prompt, 'q');
    GenerationRequest request =
        GenerationRequest.of(prompt).withEcho(true).withLogprobs(0).withMaxTokens(3);
    GenerationResult result = generator(7).generate(request, GenerationListener.SILENT);
    GenerationResult silent =
        generator(7).generate(request.withEcho(false), GenerationListener.SILENT);
    assertThat(result.promptLogprobs()).hasSize(length - 1);
    assertThat(result.promptLogprobs())
        .allMatch(at -> at.token().id() == 'q' && at.top().isEmpty() && at.token().logprob() < 0);
    assertThat(result.logprobs()).isEqualTo(silent.logprobs()).hasSize(3);
    assertThat(silent.promptLogprobs()).isEmpty();
  }

  @Test
  void whatNeedsATokenizerIsRefusedWithoutOne() {
    Generator bare = Generator.of(target);
    assertThatThrownBy(() -> bare.check(request(0).withStopStrings(List.of("a"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("stop string needs a tokenizer");
    assertThatThrownBy(() -> bare.check(request(0).withEcho(true)))
        .hasMessageContaining("echo needs a tokenizer");
    assertThatThrownBy(() -> request(0).withStopStrings(List.of("a", "")))
        .hasMessageContaining("empty");
    assertThatThrownBy(() -> request(0).withLogprobs(-1)).hasMessageContaining("-1");
  }

  /** A prompt of some length whose last token is the x behind which the reply begins. */
  private static GenerationRequest request(int shift) {
    int[] prompt = new int[1 + shift];
    Arrays.fill(prompt, 'q');
    prompt[shift] = 'x';
    return GenerationRequest.of(prompt).withMaxTokens(100);
  }

  /** Writes the text over and over, from its beginning behind the first x. */
  private TableTarget saying(String text) {
    int[] said = tokenizer.encode(text);
    return new TableTarget(
        tokenizer.size(),
        512,
        (tokens, length) -> {
          int start = 0;
          while (start < length - 1 && tokens[start] != 'x') {
            start++;
          }
          return said[(length - 1 - (tokens[start] == 'x' ? start : 0)) % said.length];
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
    };
  }

  private static List<String> texts(List<Object> events) {
    return events.stream().filter(String.class::isInstance).map(String.class::cast).toList();
  }
}
