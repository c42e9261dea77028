/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That it measures what it says; how fast this is belongs into no test. */
class MeasureTargetTest {
  @TempDir private Path folder;

  @Test
  void everyPartIsMeasuredAndReported() throws IOException {
    Path target = folder.resolve("small.gguf");
    assertThat(
            run(
                "write",
                "--shape",
                "qwen3-0.6b",
                "--type",
                "q8_0",
                "--layers",
                "1",
                "--vocabulary",
                "300",
                "--out",
                target.toString()))
        .contains("bytes");
    Path json = folder.resolve("out.json");
    String text =
        run(
            "measure",
            "--target",
            target.toString(),
            "--threads",
            "1",
            "--prompt",
            "70",
            "--generate",
            "3",
            "--verify",
            "1,2",
            "--rounds",
            "2",
            "--json",
            json.toString());
    assertThat(text)
        .startsWith("verify 1 / 1: 1.00, 1 rows in ")
        .containsPattern("verify 2 / 1: \\d+\\.\\d\\d, 2 rows in ")
        .containsPattern("of the read bandwidth")
        .containsPattern("prompt of 70: \\d")
        .containsPattern("load .* processors")
        .contains("JDK 2", "commit ", "qwen3");
    assertThat(Files.readString(json))
        .contains("verify_1_ms", "verify_2_ms", "bandwidth_share", "prompt_70_tokens_per_second");
  }

  @Test
  void aFastFlowLmPackageIsMeasuredOnItsChunks() {
    String target = folder.resolve("package").toString();
    run(
        "write",
        "--shape",
        "qwen3-0.6b",
        "--type",
        "flm_q4k",
        "--layers",
        "1",
        "--vocabulary",
        "320",
        "--out",
        target);
    String text =
        run(
            "measure",
            "--target",
            target,
            "--threads",
            "1",
            "--prompt",
            "0",
            "--generate",
            "3",
            "--verify",
            "1,2",
            "--rounds",
            "2");
    // 1960 chunks and 4352 numbers of norms; no embedding.
    assertThat(text)
        .containsPattern("verify 2 / 1: \\d+\\.\\d\\d, 2 rows in ")
        .contains("0.009 GB of weights a token", "FastFlowLM");
  }

  @Test
  void whatIsNotUnderstoodIsSaid() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    assertThat(MeasureTarget.run(stream, stream)).isEqualTo(2);
    assertThat(MeasureTarget.run(stream, stream, "--verify", "1")).isEqualTo(2);
    assertThat(MeasureTarget.run(stream, stream, "--target", "x", "--verify", "one")).isEqualTo(2);
    assertThat(MeasureTarget.run(stream, stream, "--target", "x", "--wide")).isEqualTo(2);
    assertThat(MeasureTarget.run(stream, stream, "--target", "missing.gguf")).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("usage: ", "--wide", "not one", "missing.gguf");
  }

  private static String run(String what, String... args) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    int code =
        what.equals("write")
            ? WriteRandomTarget.run(out, out, args)
            : MeasureTarget.run(out, out, args);
    String text = bytes.toString(StandardCharsets.UTF_8);
    assertThat(code).as(text).isZero();
    return text;
  }
}
