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
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That it runs in turns and reports; how much slower it gets belongs into no test. */
class CrowdedRunTest {
  @TempDir private Path folder;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void turnsAloneAndBesideBusyThreadsAreReported() {
    Path target = folder.resolve("small.gguf");
    String[] small = {
      "--shape", "smollm2-135m", "--type", "q8_0", "--layers", "1", "--vocabulary", "300"
    };
    String[] write = Arrays.copyOf(small, small.length + 2);
    write[small.length] = "--out";
    write[small.length + 1] = target.toString();
    assertThat(WriteRandomTarget.run(out, out, write)).as(text()).isZero();
    assertThat(
            CrowdedRun.run(
                out,
                out,
                "--target",
                target.toString(),
                "--threads",
                "2",
                "--busy",
                "3",
                "--tokens",
                "4",
                "--rounds",
                "2"))
        .as(text())
        .isZero();
    assertThat(text())
        .containsPattern("round 1: \\d+\\.\\d+ ms a token alone, \\d+\\.\\d+ ms beside 3 busy")
        .contains("round 2: ")
        .containsPattern(
            "2 threads on \\d+ processors beside 3 busy threads: \\d+\\.\\d+ times slower; a fair")
        .containsPattern("(within|BEYOND) the bar of \\d")
        .containsPattern("load .* processors");
  }

  @Test
  void whatIsNotUnderstoodIsSaid() {
    assertThat(CrowdedRun.run(out, out)).isEqualTo(2);
    assertThat(CrowdedRun.run(out, out, "--target", "x", "--busy", "many")).isEqualTo(2);
    assertThat(CrowdedRun.run(out, out, "--target", "x", "--busy", "0")).isEqualTo(2);
    assertThat(CrowdedRun.run(out, out, "--target", "x", "--wide")).isEqualTo(2);
    assertThat(CrowdedRun.run(out, out, "--target", "missing.gguf")).isEqualTo(1);
    assertThat(text()).contains("usage: ", "--wide", "not many", "not 0", "missing.gguf");
  }
}
