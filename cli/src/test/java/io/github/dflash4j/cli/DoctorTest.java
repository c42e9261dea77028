/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.measure.MachineState;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DoctorTest {
  private static final String MODELS = "../models-demo/src/main/resources/io/github/dflash4j/demo/";
  private static final String TARGET = MODELS + "stories260K/stories260K-f32.gguf";
  private static final String DRAFT = MODELS + "stories260K-dflash2";

  @Test
  void theMachineTheKernelsAndAPairAreDescribed() {
    Run run =
        Run.of("doctor", "--target", TARGET, "--draft", DRAFT, "--time", 0, "--threads", 2)
            .succeeded();
    assertThat(run.outLines().getFirst()).startsWith("machine ").contains("processor");
    assertThat(run.out())
        .contains("java     " + Runtime.version(), "jdk.incubator.vector is there", "kernels  vec")
        .contains("1 thread ", "2 threads ", "GB/s")
        .contains("target: llama target", "draft: DFlash 2", "16 rows", "draft of 7 tokens")
        .containsPattern("\n1 row +[0-9.]+ ms +1\\.00\n");
    // All matrices of this target are of one type.
    assertThat(run.out()).containsPattern("\nF32 +").doesNotContain("Q4_K");
  }

  @Test
  void everythingIsInTheJson() {
    JsonNode json =
        Run.of("doctor", "--target", TARGET, "--draft", DRAFT, "--time", 0, "--json")
            .succeeded()
            .json();
    assertThat(json.at("/machine/processors").asInt()).isPositive();
    assertThat(json.at("/machine/idle").isBoolean()).isTrue();
    assertThat(json.at("/java/version").asString()).isEqualTo(Runtime.version().toString());
    assertThat(json.at("/java/vector_module").asBoolean()).isTrue();
    assertThat(json.at("/kernels").asString()).startsWith("vector-");
    assertThat(json.at("/kernels_reason").asString()).isNotEmpty();
    assertThat(json.at("/memory/0/bytes_per_second").asDouble()).isPositive();
    assertThat(json.at("/weights")).hasSize(1);
    assertThat(json.at("/weights/0/type").asString()).isEqualTo("F32");
    assertThat(json.at("/passes")).hasSize(5);
    assertThat(json.at("/passes/3/rows").asInt()).isEqualTo(8);
    assertThat(json.at("/passes/0/of_one_row").asDouble()).isEqualTo(1);
    assertThat(json.at("/draft_block/proposed").asInt()).isEqualTo(7);
    assertThat(json.at("/warm_up/passes").asInt()).isEqualTo(7);
    assertThat(json.at("/remarks").isArray()).isTrue();
  }

  @Test
  void withoutModelsEveryStorageTypeIsMeasured() {
    JsonNode json = Run.of("doctor", "--time", 0, "--threads", 1, "--json").succeeded().json();
    assertThat(json.at("/memory")).hasSize(1);
    assertThat(json.at("/weights"))
        .extracting(weight -> weight.get("type").asString())
        .contains("F32", "BF16", "Q4_K", "Q8_0", "FLM_Q4_K");
    assertThat(json.has("passes")).isFalse();
  }

  @Test
  void wrongCommandLinesAreRefused() {
    Run.of("doctor", "--draft", DRAFT).refused(2, "--draft needs the --target");
    Run.of("doctor", "--time", "-1").refused(2, "--time");
    Run.of("doctor", "--target", "nowhere.gguf", "--time", 0).refused(1, "nowhere.gguf");
  }

  @ParameterizedTest
  @ValueSource(strings = {"generate", "compare", "doctor"})
  void requiredVectorsThatAreNotThereHaveAnExitCodeOfTheirOwn(String command) {
    Object[] models = {
      command, "--target", TARGET, "--draft", DRAFT, "--kernels", "scalar", "--require-vector"
    };
    Object[] args = Arrays.copyOf(models, models.length + 2);
    args[models.length] =
        switch (command) {
          case "generate" -> "--prompt";
          case "compare" -> "--prompts";
          default -> "--time";
        };
    args[models.length + 1] = command.equals("compare") ? MODELS + "prompts.jsonl" : "1";
    Run.of(args).refused(3, "--require-vector", "scalar", "asked for");
  }

  @Test
  void requiredVectorsThatAreThereChangeNothing() {
    Run.of("inspect", TARGET, "--require-vector").succeeded();
    Run.of(
            "generate",
            "--target",
            TARGET,
            "--prompt",
            "Once",
            "--max-tokens",
            2,
            "--require-vector")
        .succeeded();
  }

  @Test
  void whatElseTheMachineDoesIsSaidInALine() {
    assertThat(
            MachineText.describe(
                new MachineState(
                    2, OptionalDouble.of(0.25), OptionalDouble.of(0.5), OptionalDouble.of(0.1))))
        .isEqualTo("2 processors, load 0.25, 50 % busy, 10 % stolen by the host");
    OptionalDouble unknown = OptionalDouble.empty();
    assertThat(MachineText.describe(new MachineState(1, unknown, unknown, unknown)))
        .isEqualTo("1 processor, load unknown");
  }
}
