/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.target.TargetState;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cache never holds more than what is stated of its sequences, and comes near to it. */
class PromptCacheBytesTest {
  private static final int SEQUENCES = 3;
  private static final int ROOM = 120;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aDenseTargetWithItsDraft(int generation) {
    try (ModelPair pair = StoriesPair.open(generation)) {
      conversations(pair);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loop/dense_gen2", "loop/hybrid_gen2"})
  void smallPairs(String loop) {
    Path folder = GoldenCase.root().resolve(loop);
    try (ModelPair pair =
        ModelPair.open(folder.resolve("target"), folder.resolve("draft"), options())) {
      conversations(pair);
    }
  }

  @Test
  void hybridTargetsWithTheirPredictionHeadAndAlone() {
    Path folder = GoldenCase.root().resolve("targets/qwen35_tiny");
    try (ModelPair pair = ModelPair.openWithMtp(folder, 7, options());
        ModelPair alone = ModelPair.open(folder, options())) {
      conversations(pair);
      conversations(alone);
    }
  }

  private static PairOptions options() {
    return PairOptions.defaults().withThreads(1);
  }

  private static void conversations(ModelPair pair) {
    Generator generator = pair.generator();
    long most = SEQUENCES * generator.mostBytesKept(ROOM);
    PromptCache cache = new PromptCache(SEQUENCES, ROOM);
    Generator cached = generator.withWholeBlocks().withPromptCache(cache);
    Random random = new Random(5);
    int[][] written = new int[2 * SEQUENCES][1];
    for (int round = 0; round < 150; round++) {
      int which = random.nextInt(written.length);
      int[] before = written[which];
      int kept = before.length > ROOM - 30 ? random.nextInt(20) : before.length;
      int[] prompt =
          IntStream.concat(
                  Arrays.stream(before, 0, kept),
                  random.ints(1 + random.nextInt(12), 0, generator.vocabulary()))
              .toArray();
      // All logits of a prompt are needed for an echo with log-probabilities.
      GenerationRequest request =
          GenerationRequest.of(prompt).withMaxTokens(12).withStopIds(Set.of()).withLogprobs(1);
      boolean echo = round % 10 == 0 && pair.tokenizer().isPresent();
      int[] ids = cached.generate(request.withEcho(echo), GenerationListener.SILENT).ids();
      written[which] = IntStream.concat(Arrays.stream(prompt), Arrays.stream(ids)).toArray();
      assertThat(cache.bytes()).as("round %d", round).isLessThanOrEqualTo(most);
    }
    long checkpoints = TargetState.DEFAULT_CHECKPOINTS * pair.target().spec().recurrentStateBytes();
    System.out.printf(
        "prompt cache, %s: %d bytes of %d stated, %d of them checkpoints%n",
        pair.target().spec().name(), cache.bytes(), most, SEQUENCES * checkpoints);
    assertThat(cache.tokensReused()).isGreaterThan(500);
    assertThat(cache.bytes()).isGreaterThan(most / 2);
  }

  @Test
  void longSequencesAreCountedWithoutBeingMade() {
    try (ModelPair pair = StoriesPair.open(2)) {
      Generator generator = pair.generator();
      Sequence made = new Sequence(pair.target(), pair.draft(), StoriesPair.CONTEXT, 64, true);
      long logits = 64L * pair.target().spec().vocabulary() * Float.BYTES;
      int taps = pair.draft().orElseThrow().taps().length * pair.target().spec().hidden();
      long waiting = new PendingTaps(taps, 8).mostBytes(StoriesPair.CONTEXT);
      assertThat(generator.mostBytesKept(StoriesPair.CONTEXT))
          .isEqualTo(generator.mostBytesKept(1 << 20))
          .isEqualTo(made.bytes() + logits + waiting);
      assertThatThrownBy(() -> generator.mostBytesKept(0)).hasMessageContaining("0 tokens");
    }
  }
}
