/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That it runs and counts right; what it measures is not for a test. */
class PolicyTrialTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void allScenariosWriteThePlainTextAndAreReported() {
    Path file = folder.resolve("random.gguf");
    String shape = "--shape smollm2-135m --type q8_0 --vocabulary 300 --layers 4 --out " + file;
    assertThat(WriteRandomTarget.run(print(out), print(err), shape.split(" "))).isZero();
    String line = "--target " + file + " --tokens 40 --rounds 2 --threads 1";
    assertThat(PolicyTrial.run(print(out), print(err), line.split(" ")))
        .as(err.toString())
        .isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern(
            "(?m)^NEVER_RIGHT: 40 tokens, learnt costs, a plain step of \\d+\\.\\d\\d ms$")
        .containsPattern("(?m)^SLOW: 40 tokens")
        .containsPattern("(?m)^MIXED: 40 tokens")
        .containsPattern("(?m)^  8 rows +\\d+\\.\\d+ s \\(\\d+\\.\\d+ to \\d+\\.\\d+\\)")
        .containsPattern("(?m)^  policy over plain, pair by pair: \\d+\\.\\d+ ")
        .containsPattern("(?m)^  its last run: \\d+ plain steps of \\d+, turned off \\d+ times");
  }

  @Test
  void lengthsScenarioAndAColdStartCanBeChosen() {
    Path file = folder.resolve("random.gguf");
    String shape = "--shape smollm2-135m --type q8_0 --vocabulary 300 --layers 1 --out " + file;
    assertThat(WriteRandomTarget.run(print(out), print(err), shape.split(" "))).isZero();
    out.reset();
    String line =
        "--target " + file + " --scenario slow --tokens 12,20 --start cold --rounds 1 --threads 1";
    assertThat(PolicyTrial.run(print(out), print(err), line.split(" ")))
        .as(err.toString())
        .isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines().filter(l -> !l.startsWith(" ")))
        .hasSize(2)
        .allMatch(l -> l.startsWith("SLOW: ") && l.contains(" tokens, cold costs, a plain step"))
        .anyMatch(l -> l.contains(" 12 tokens"))
        .anyMatch(l -> l.contains(" 20 tokens"));
  }

  @Test
  void theOracleErrsWhereTheScriptSaysSo() {
    int good = 0;
    for (int position = 0; position < 96; position++) {
      assertThat(PolicyScenario.NEVER_RIGHT.errsAt(position)).isTrue();
      good += PolicyScenario.MIXED.errsAt(position) ? 0 : 1;
      good -= PolicyScenario.MIXED.errsAt(192 + position) ? 0 : 1;
    }
    assertThat(good).as("right in the first phase more often than in the third").isGreaterThan(60);
  }

  @Test
  void whatIsNotUnderstoodIsAnsweredWithTheUsage() {
    assertThat(PolicyTrial.run(print(out), print(err), "--target")).isEqualTo(2);
    assertThat(PolicyTrial.run(print(out), print(err), "--target", "x", "--no", "1")).isEqualTo(2);
    assertThat(PolicyTrial.run(print(out), print(err), "--target", "x", "--scenario", "odd"))
        .isEqualTo(2);
    assertThat(PolicyTrial.run(print(out), print(err), "--target", "x", "--tokens", "few"))
        .isEqualTo(2);
    assertThat(PolicyTrial.run(print(out), print(err), "--target", "x", "--start", "warm"))
        .isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("not 'warm'");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("usage: PolicyTrial --target FILE");
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
