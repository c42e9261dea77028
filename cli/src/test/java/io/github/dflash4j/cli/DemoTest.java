/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theTextIsMarkedAndComparedWithPlainDecoding(int generation) {
    Run run = Run.of("demo", "--generation", generation, "--max-tokens", 60).succeeded();
    assertThat(run.out())
        .startsWith("[In brackets]: drafted and accepted.")
        .contains("identical to plain decoding: 60 of 60 tokens\n")
        .contains("It does not show speed")
        .containsPattern("(?m)^ +plain +speculative$")
        .containsPattern("(?m)^tokens/s +\\d+\\.\\d\\d +\\d+\\.\\d\\d$")
        .containsPattern("(?m)^target passes +59 +\\d\\d$")
        .containsPattern("(?m)^tokens per target pass +1\\.00 +[2-7]\\.\\d\\d$")
        .containsPattern("(?m)^acceptance by slot, given the slots before: (\\d\\.\\d\\d ?){7}$")
        .doesNotContain("\u001b");
    String story = story(run);
    assertThat(story.replaceAll("[\\[\\]]", ""))
        .startsWith("Once upon a time, there was a little girl named Lily. She loved to play");
    assertThat(story).containsPattern("\\[[^\\[\\]]+]");
    checkCounts(run.out());
    assertThat(run.err()).contains("DFlash " + generation + ", block 8, proposing 7");
    assertThat(run.err()).contains("note: context 512 as asked for; the file states 128");
  }

  @Test
  void anotherBeginningAndANarrowerBlockWork() {
    Run run =
        Run.of("demo", "--prompt", "Tom and Anna", "--max-tokens", 30, "--block", 3).succeeded();
    assertThat(story(run)).startsWith("Tom and Anna");
    assertThat(run.out())
        .containsPattern(
            "(?m)^acceptance by slot, given the slots before: \\d\\.\\d\\d \\d\\.\\d\\d$");
  }

  @Test
  void aTerminalSeesColoursInPlaceOfBrackets() {
    Run run = Run.onTerminal("demo", "--max-tokens", 20).succeeded();
    assertThat(run.out())
        .startsWith("\u001b[32mGreen\u001b[0m: drafted and accepted.")
        .contains("Once upon a time,\u001b[32m there was a little girl\u001b[0m")
        .doesNotContain("[ there");
    assertThat(run.err()).endsWith("measuring ...\r\u001b[K");
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Run.of("demo", "--block", 9).refused(1, "a block of 9 rows was asked for, the draft has 8");
    Run.of("demo", "--prompt", "Lily ".repeat(600)).refused(1, "the context of the target 512");
  }

  private static void checkCounts(String out) {
    Matcher drafted =
        Pattern.compile("(?m)^drafted: (\\d+) tokens verified, (\\d+) accepted, (\\d+) rejected$")
            .matcher(out);
    assertThat(drafted.find()).isTrue();
    int accepted = Integer.parseInt(drafted.group(2));
    int rejected = Integer.parseInt(drafted.group(3));
    assertThat(Integer.parseInt(drafted.group(1))).isEqualTo(accepted + rejected);
    assertThat(accepted).isPositive();
    assertThat(rejected).isPositive();
  }

  private static String story(Run run) {
    return run.out().split("\n\n")[1];
  }
}
