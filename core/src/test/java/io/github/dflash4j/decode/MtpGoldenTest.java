/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.draft.MtpDraft;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.goldens.GoldenSet;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.PredictionHead;
import io.github.dflash4j.model.PredictionRows;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.target.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The multi-token prediction head of every golden target that has one, from both packagings. */
class MtpGoldenTest {
  private static final long SEED = 20261130;
  private static final int PROMPTS = 150;

  static Stream<GoldenCase> cases() {
    return GoldenSet.given()
        .cases("target", "gguf")
        .filter(c -> c.withArrays().has("mtp.chain_ids"));
  }

  // B073, B074, B076: norms of the head with their 1, hidden rows behind the final norm.
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void rowsOfThePromptMatchInAnyChunking(GoldenCase c) throws IOException {
    GoldenCase arrays = c.withArrays();
    int[] prompt = arrays.ints("prompt_ids");
    int rows = prompt.length - 1;
    try (Compute compute = Compute.host(2);
        Target target = open(c, compute)) {
      PredictionHead head = target.predictionHead().orElseThrow();
      float[] taps = taps(target, prompt);
      float[] hidden = new float[prompt.length * head.hidden()];
      for (int r = 0; r < prompt.length; r++) {
        head.finalNorm(taps, r, hidden, r);
      }
      near(hidden, arrays, "final_hidden");
      int[] first = null;
      for (int chunk : new int[] {rows, 1, 7}) {
        PredictionRows state = head.newRows(prompt.length, chunk);
        float[] out = new float[rows * head.hidden()];
        for (int at = 0; at < rows; at += chunk) {
          int count = Math.min(chunk, rows - at);
          state.forward(at, prompt, at + 1, hidden, at, count);
          System.arraycopy(state.hidden(), 0, out, at * head.hidden(), count * head.hidden());
        }
        near(out, arrays, "mtp.prefill_hidden");
        float[] logits = new float[rows * head.head().vocabulary()];
        head.head().logits(out, rows, logits);
        near(logits, arrays, "mtp.prefill_logits");
        first = first == null ? bits(logits) : first;
        assertThat(bits(logits)).as("%s in chunks of %d", c, chunk).isEqualTo(first);
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void chainedDraftsAreTheGoldenOnes(GoldenCase c) throws IOException {
    GoldenCase arrays = c.withArrays();
    int[] prompt = arrays.ints("prompt_ids");
    int anchor = arrays.ints("greedy_ids")[0];
    int[] expected = arrays.ints("mtp.chain_ids");
    try (Compute compute = Compute.host(1);
        Target target = open(c, compute)) {
      MtpDraft draft =
          new MtpDraft(target.predictionHead().orElseThrow(), 3, target.spec().vocabulary());
      float[] taps = taps(target, prompt);
      for (int chunk : new int[] {prompt.length, 1, 5}) {
        DraftSession session = draft.newSession(prompt.length);
        for (int at = 0; at < prompt.length; at += chunk) {
          session.append(prompt, at, taps, at, Math.min(chunk, prompt.length - at));
        }
        int[] drafted = new int[5];
        session.propose(anchor, 3, drafted, 1);
        assertThat(drafted)
            .as("%s", c)
            .containsExactly(0, expected[0], expected[1], expected[2], 0);
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void theTextIsTheGoldenOneWithEveryNumberOfSteps(GoldenCase c) throws IOException {
    GoldenCase arrays = c.withArrays();
    int[] expected = arrays.ints("greedy_ids");
    for (int steps = MtpDraft.MIN_STEPS; steps <= MtpDraft.MAX_STEPS; steps++) {
      try (ModelPair pair =
          ModelPair.openWithMtp(path(c), steps, PairOptions.defaults().withThreads(1))) {
        GenerationResult result =
            pair.generate(
                pair.request(arrays.ints("prompt_ids"))
                    .withIgnoredStops(true)
                    .withMaxTokens(expected.length)
                    .withBlock(steps + 1),
                GenerationListener.SILENT);
        assertThat(result.ids()).as("%s, %d steps", c, steps).isEqualTo(expected);
      }
    }
  }

  /** Weights are random and so are drafts: of very many some have to be right. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("cases")
  void someDraftsAreAcceptedAndTheTextIsThatOfPlainDecoding(GoldenCase c) throws IOException {
    Random random = new Random(SEED);
    long accepted = 0;
    long drafted = 0;
    try (ModelPair pair =
        ModelPair.openWithMtp(path(c), 3, PairOptions.defaults().withThreads(1))) {
      int vocabulary = pair.target().spec().vocabulary();
      for (int i = 0; i < PROMPTS; i++) {
        GenerationRequest request =
            pair.request(random.ints(6, 0, vocabulary).toArray())
                .withMaxTokens(12)
                .withIgnoredStops(true)
                .withBlock(4);
        GenerationResult result = pair.generate(request, GenerationListener.SILENT);
        GenerationResult plain = pair.generate(request.withoutDraft(), GenerationListener.SILENT);
        assertThat(result.ids()).as("prompt %d, seed %d", i, SEED).isEqualTo(plain.ids());
        accepted += result.figures().accepted();
        drafted += result.figures().accepted() + result.figures().rejected();
      }
    }
    System.out.printf("%s: %d of %d drafts of the head accepted%n", c, accepted, drafted);
    assertThat(accepted).isPositive();
  }

  private static float[] taps(Target target, int[] prompt) {
    TargetState state = target.newState(prompt.length, prompt.length, target.spec().layers() - 1);
    target.forward(state, prompt, 0, prompt.length, 1);
    return state.taps();
  }

  private static void near(float[] found, GoldenCase c, String array) {
    float[] expected = c.floats(array);
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      assertThat((double) found[i])
          .as("%s %s[%d]", c, array, i)
          .isBetween(expected[i] - c.limit(array), expected[i] + c.limit(array));
    }
  }

  private static int[] bits(float[] numbers) {
    int[] bits = new int[numbers.length];
    Arrays.setAll(bits, i -> Float.floatToRawIntBits(numbers[i]));
    return bits;
  }

  private static Path path(GoldenCase c) throws IOException {
    return Files.exists(c.folder().resolve("config.json")) ? c.folder() : c.file(".gguf");
  }

  private static Target open(GoldenCase c, Compute compute) throws IOException {
    return Targets.open(path(c), TargetOptions.asStated().withPredictionHead(), compute);
  }
}
