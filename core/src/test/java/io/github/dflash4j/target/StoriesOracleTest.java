/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonFile;
import io.github.dflash4j.kernel.Compute;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The real stories260K model against the ids and logits that llama.cpp gives for the same files.
 */
class StoriesOracleTest {
  private static final Path FOLDER = Path.of("src/test/resources/stories260K");
  private static final int TRUE_CONTEXT = 512;

  // llama.cpp rounds activations to the weight type for F16 and BF16, so there its choice between
  // two
  // tokens whose logits nearly tie says nothing about ours; F32 has no such excuse.
  @ParameterizedTest
  @CsvSource({"f32,0,1e-3", "F16,0.002,0.02", "BF16,0.02,0.1"})
  void greedyIdsEqualTheOracle(String type, double tie, double logitLimit) {
    try (Compute compute = Compute.host(1)) {
      assertThat(comparedIds(type, tie, logitLimit, compute)).isGreaterThan(900);
    }
  }

  private static int comparedIds(String type, double tie, double logitLimit, Compute compute) {
    JsonFields oracle =
        JsonFile.open(FOLDER.resolve("llama.cpp-greedy-" + type + ".json"), 1 << 24);
    int compared = 0;
    try (Target target =
        Targets.open(
            FOLDER.resolve("stories260K-" + type + ".gguf"),
            TargetOptions.asStated().withContext(TRUE_CONTEXT),
            compute)) {
      for (JsonFields c : oracle.requireObjects("cases")) {
        compared += compare(target, c, tie, logitLimit);
      }
    }
    System.out.println("stories260K " + type + ": " + compared + " greedy ids equal the oracle");
    return compared;
  }

  private static int compare(Target target, JsonFields c, double tie, double logitLimit) {
    int[] prompt = ints(c.requireIntegers("prompt_ids"));
    int[] expected = ints(c.requireIntegers("greedy_ids"));
    double[] gaps = c.requireNumbers("top2_gap");
    double[] first = c.requireNumbers("first_logits");
    TargetState state = target.newState(TRUE_CONTEXT, prompt.length);
    int[] input = prompt;
    for (int i = 0; i < expected.length; i++) {
      target.forward(state, input, 0, input.length, 1);
      state.commit(input.length);
      if (i == 0) {
        for (int v = 0; v < first.length; v++) {
          assertThat(Math.abs(state.logits()[v] - first[v])).isLessThan(logitLimit);
        }
      }
      int best = 0;
      for (int v = 1; v < target.spec().vocabulary(); v++) {
        best = state.logits()[v] > state.logits()[best] ? v : best;
      }
      if (best != expected[i] && gaps[i] < tie) {
        System.out.printf(
            "stories260K: '%s' leaves the oracle at token %d of %d, whose two best logits are %.4f"
                + " apart%n",
            c.requireString("prompt").strip(), i, expected.length, gaps[i]);
        return i;
      }
      assertThat(best)
          .as("'%s' token %d, gap %s", c.requireString("prompt"), i, gaps[i])
          .isEqualTo(expected[i]);
      input = new int[] {best};
    }
    return expected.length;
  }

  @Test
  void aGgufWithoutRotaryBaseSaysWhatThatMeansAndAnOverrideIsNoted() {
    try (Compute compute = Compute.host(1);
        Target stated =
            Targets.open(
                FOLDER.resolve("stories260K-f32.gguf"), TargetOptions.asStated(), compute);
        Target overridden =
            Targets.open(
                FOLDER.resolve("stories260K-f32.gguf"),
                TargetOptions.asStated().withContext(TRUE_CONTEXT),
                compute)) {
      assertThat(stated.spec().contextLength()).isEqualTo(128);
      assertThat(stated.spec().ropeTheta()).isEqualTo(10000);
      assertThat(stated.spec().notes()).hasSize(1);
      assertThat(stated.spec().notes().getFirst()).contains("llama.rope.freq_base", "10000");
      assertThat(overridden.spec().contextLength()).isEqualTo(512);
      assertThat(overridden.spec().notes()).anyMatch(n -> n.contains("512") && n.contains("128"));
      assertThat(stated.spec().describe())
          .isEqualTo(
              "llama target, GGUF: 5 layers, hidden 64, heads 8/4 x 8, mlp 172, vocab 512,"
                  + " context 128, rope default base 10000, own head");
    }
  }

  private static int[] ints(long[] values) {
    return Arrays.stream(values).mapToInt(Math::toIntExact).toArray();
  }
}
