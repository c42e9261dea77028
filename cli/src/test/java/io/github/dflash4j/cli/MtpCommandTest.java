/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The multi-token prediction head of a target on the command line. */
class MtpCommandTest {
  private static final Path FOLDER = Models.golden("targets/qwen35_tiny");
  private static final Path GGUF =
      Models.golden("gguf/qwen35_tiny").resolve("qwen35_tiny-F32.gguf");
  private static final Path WITHOUT = Models.golden("targets/qwen35_tiny_tied");
  private static final Path DENSE = Models.golden("targets/qwen3_tiny_tied");

  @Test
  void theHeadDraftsAndTheTextIsThatOfPlainDecoding() {
    for (Path target : List.of(FOLDER, GGUF)) {
      Object[] plain = {
        "generate", "--target", target, "--prompt-ids", "1,2,3,4", "--max-tokens", 40, "--json"
      };
      Object[] drafted = {
        "generate",
        "--target",
        target,
        "--prompt-ids",
        "1,2,3,4",
        "--max-tokens",
        40,
        "--json",
        "--draft",
        "mtp",
        "--mtp-steps",
        5
      };
      JsonNode expected = Run.of(plain).succeeded().json();
      Run run = Run.of(drafted).succeeded();

      assertThat(run.json().get("ids")).isEqualTo(expected.get("ids"));
      assertThat(run.json().get("draft").asString()).isEqualTo("mtp");
      assertThat(run.json().get("settings").get("block").asInt()).isEqualTo(6);
      assertThat(run.json().get("figures").get("drafted").asInt()).isPositive();
      assertThat(run.err()).contains("draft: MTP head of the target, 5 steps, proposing 5");
      assertThat(run.err()).doesNotContain("not used");
    }
  }

  @Test
  void threeStepsAreTakenWhereNoneAreAskedFor() {
    assertThat(
            Run.of(
                    "generate",
                    "--target",
                    FOLDER,
                    "--prompt-ids",
                    "1,2",
                    "--max-tokens",
                    4,
                    "--draft",
                    "mtp")
                .succeeded()
                .err())
        .contains("MTP head of the target, 3 steps");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "8", "two", "-3", "22"})
  void otherStepsAreRefused(String steps) {
    Run.of(
            "generate",
            "--target",
            FOLDER,
            "--prompt-ids",
            "1,2",
            "--draft",
            "mtp",
            "--mtp-steps",
            steps)
        .refused(2, "--mtp-steps", "2 to 7", steps);
  }

  @Test
  void stepsNeedAHead() {
    Run.of("generate", "--target", FOLDER, "--prompt-ids", "1,2", "--mtp-steps", 3)
        .refused(2, "--mtp-steps needs --draft mtp");
    Run.of("inspect", FOLDER, "--mtp-steps", 3).refused(2, "--mtp-steps needs --draft mtp");
    Run.of("inspect", FOLDER, "--draft", "elsewhere").refused(2, "--draft is mtp here");
  }

  @Test
  void aTargetWithoutAHeadIsRefused() {
    for (Path target : List.of(WITHOUT, DENSE)) {
      Run.of("generate", "--target", target, "--prompt-ids", "1,2", "--draft", "mtp")
          .refused(1, "no multi-token prediction head");
    }
  }

  @Test
  void ordersOfFastFlowLmPackagesAreChecked() {
    Run.of("inspect", FOLDER, "--flm-value-heads", "mixed")
        .refused(2, "--flm-value-heads", "grouped and tiled", "mixed");
    // Other packagings do not depend on it.
    Run.of("inspect", FOLDER, "--flm-value-heads", "tiled").succeeded();
  }

  @Test
  void inspectSaysWhatTheHeadNeedsAndWhetherThereIsOne() {
    String out =
        Run.of("inspect", FOLDER, WITHOUT, "--draft", "mtp", "--mtp-steps", 4).succeeded().out();
    assertThat(out)
        .containsPattern("(?m)^  mtp head +proposes up to 4 tokens a step")
        // Keys and values of 2 heads of 32 floats, and a hidden row of 32.
        .containsPattern("(?m)^  mtp context per token +640 bytes$")
        .containsPattern("(?m)^  mtp with .*qwen35_tiny: fits$")
        .containsPattern(
            "(?m)^  mtp with .*qwen35_tiny_tied: no, .*no multi-token prediction head");
    assertThat(Run.of("inspect", FOLDER).succeeded().out())
        .contains("15 tensors of a multi-token prediction head are there and not used")
        .doesNotContain("mtp context");
  }
}
