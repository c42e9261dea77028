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
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HybridRunTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return HybridRun.run(print(out), print(err), Map.of(), args);
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  @Test
  void promptStepsBlocksAndMemoryAreTold() {
    Path file = folder.resolve("small.gguf");
    assertThat(
            WriteRandomTarget.run(
                print(out),
                print(err),
                ("--shape qwen35-0.8b --type q8_0 --layers 4 --vocabulary 300 --out " + file)
                    .split(" ")))
        .isZero();

    assertThat(run(file.toString(), "1", "70", "2")).as(err.toString()).isZero();

    assertThat(out.toString())
        .contains("qwen35 target", "prompt: 70 tokens", "plain steps: 2 tokens")
        .containsPattern("\n16 rows: verify .* commit of all .* roll back ")
        // 3 recurrent layers: 16 heads of 128 x 128 and 3 rows of 6144; 16 heads of 128 twice, 16,
        // 6144 noted of a row.
        .contains("recurrent state 3.2 MiB", "tape of 16 rows: 1.9 MiB", "heap in use");
  }

  @Test
  void withoutATargetTheOneThatTheEnvironmentNamesIsTaken() {
    Map<String, String> named =
        Map.of("DFLASH4J_TEST_TARGET", folder.resolve("named.gguf").toString());

    assertThat(HybridRun.run(print(out), print(err), named)).isEqualTo(2);
    assertThat(err.toString()).contains("named.gguf", "no such file").hasLineCount(1);
    err.reset();
    assertThat(HybridRun.run(print(out), print(err), named, folder + "/given.gguf")).isEqualTo(2);
    assertThat(err.toString()).contains("given.gguf").doesNotContain("named.gguf");
    err.reset();
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("usage: HybridRun", "DFLASH4J_TEST_TARGET");
  }

  @Test
  void whatCannotBeRunIsRefused() {
    assertThat(run(folder.resolve("none.gguf").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("no such file").hasLineCount(1);
  }
}
