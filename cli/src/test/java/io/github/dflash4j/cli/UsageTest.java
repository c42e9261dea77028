/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {

  @Test
  void helpGoesToStandardOutput() {
    Run run = Run.of("--help").succeeded();
    assertThat(run.out())
        .contains("demo", "generate", "inspect", "compare", "score", "doctor", "--version")
        .doesNotContain("debug");
    assertThat(run.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "generate", "inspect", "compare", "score", "doctor"})
  void everyCommandHasHelp(String command) {
    Run run = Run.of(command, "--help").succeeded();
    assertThat(run.out()).startsWith("Usage: dflash4j " + command).doesNotContain("debug");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void theVersionSaysWhatComputes() {
    Run run = Run.of("--version").succeeded();
    assertThat(run.outLines()).hasSize(3);
    assertThat(run.out()).startsWith("dflash4j ").contains("Java " + Runtime.version(), "kernels ");
  }

  @Test
  void aCommandIsNeeded() {
    Run.of()
        .refused(
            2,
            "Missing command: demo, generate, serve, inspect, compare, score, convert or doctor"
                + " (see dflash4j --help)");
  }

  @Test
  void anUnknownCommandIsRefused() {
    Run.of("run").refused(2, "run", "(see dflash4j --help)");
  }

  @Test
  void anUnknownOptionIsRefused() {
    Run.of("demo", "--fast").refused(2, "--fast", "(see dflash4j demo --help)");
    Run.of("inspect", "x", "--fast").refused(2, "--fast", "(see dflash4j inspect --help)");
    generate("--prompt", "x", "--fast").refused(2, "--fast", "(see dflash4j generate --help)");
    // B184: drafts compute in float32, there is nothing to choose.
    generate("--prompt", "x", "--draft-dtype", "f16").refused(2, "--draft-dtype");
    generate("--prompt", "x", "more").refused(2, "more", "(see dflash4j generate --help)");
  }

  @Test
  void moreThreadsThanAnyMachineNeedsAreRefusedBeforeTheyAreStarted() {
    generate("--prompt", "x", "--threads", "20000").refused(2, "--threads", "at most", "20000");
  }

  @Test
  void aDraftWithoutTargetIsRefused() {
    // B031
    Run.of("generate", "--draft", "d", "--prompt", "x").refused(2, "--target");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "many", "1.5", "99999999999", ""})
  void badNumbersAreRefused(String number) {
    for (String option : new String[] {"--max-tokens", "--block", "--context", "--threads"}) {
      generate("--prompt", "x", option, number).refused(2, option, number);
    }
    Run.of("demo", "--max-tokens", number).refused(2, "--max-tokens");
    Run.of("demo", "--block", number).refused(2, "--block");
    Run.of("inspect", "x", "--context", number).refused(2, "--context");
  }

  @Test
  void exactlyOnePromptIsNeeded() {
    generate().refused(2, "--prompt, --prompt-file and --prompt-ids");
    generate("--prompt", "x", "--prompt-ids", "1").refused(2, "Only one of");
    generate("--prompt", "x", "--prompt-file", "f").refused(2, "Only one of");
  }

  @Test
  void anEmptyPromptIsRefused() {
    generate("--prompt", "").refused(2, "The prompt is empty");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "1,", "1,,2", "-1", "1 2", "1;2", "3000000000"})
  void badTokenIdsAreRefused(String ids) {
    generate("--prompt-ids", ids).refused(2, "--prompt-ids", "'" + ids + "'");
  }

  @Test
  void unknownKernelsAreRefused() {
    generate("--prompt", "x", "--kernels", "fast").refused(2, "--kernels", "vector-256", "'fast'");
  }

  @Test
  void optionsThatNeedOthersSaySo() {
    generate("--prompt", "x", "--system", "s").refused(2, "--system needs --chat");
    generate("--prompt", "x", "--no-think").refused(2, "--no-think needs --chat");
    generate("--prompt-ids", "1", "--chat").refused(2, "--chat needs text");
    generate("--prompt", "x", "--block", "4").refused(2, "--block 4 needs a draft");
    generate("--prompt", "x", "--draft", "d", "--no-draft", "--block", "4")
        .refused(2, "--block 4 needs a draft");
  }

  @Test
  void onlyTwoGenerationsOfDraftsExist() {
    Run.of("demo", "--generation", "3").refused(2, "--generation is 1 or 2, not 3");
    Run.of("demo", "--generation", "two").refused(2, "--generation");
  }

  @Test
  void inspectNeedsAPath() {
    Run.of("inspect").refused(2, "PATH");
  }

  @Test
  void anEmptyPathIsRefused() {
    Run.of("generate", "--target", "", "--prompt", "x").refused(2, "--target", "empty");
  }

  @Test
  void aPromptMayLookLikeAFileOfArgumentsOrAnOption() {
    // Both get as far as the target, which is missing.
    Run.of("generate", "--target", "none", "--prompt", "@none")
        .refused(1, "none: no such file or folder");
    Run.of("generate", "--target", "none", "--prompt", "-x")
        .refused(1, "none: no such file or folder");
  }

  private static Run generate(String... more) {
    String[] args = new String[3 + more.length];
    args[0] = "generate";
    args[1] = "--target";
    args[2] = "none";
    System.arraycopy(more, 0, args, 3, more.length);
    return Run.of((Object[]) args);
  }
}
