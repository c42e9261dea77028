/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.weights.StorageType;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteRandomTargetTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String line) {
    return WriteRandomTarget.run(print(out), print(err), line.split(" "));
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private Path write(String options) {
    Path file = folder.resolve("random.gguf");
    assertThat(run(options + " --out " + file)).as(err.toString()).isZero();
    return file;
  }

  @ParameterizedTest
  @CsvSource({
    "smollm2-135m, q8_0",
    "smollm2-135m, bf16",
    "qwen3-0.6b, q4_k",
    "qwen3-0.6b, q4_k_m",
    "qwen3-0.6b, bf16",
    "qwen3-8b, q4_k",
    "qwen35-0.8b, q4_k_m",
    "qwen35-0.8b, q8_0",
  })
  void aPassGivesOrdinaryLogits(String shape, String type) {
    int layers = shape.startsWith("qwen35") ? 4 : 1;
    Path file =
        write("--shape " + shape + " --type " + type + " --vocabulary 300 --layers " + layers);

    try (Compute compute = Compute.host(2);
        Target target = Targets.open(file, TargetOptions.asStated(), compute)) {
      TargetState state = target.newState(8, 4);
      target.forward(state, new int[] {5, 6, 7, 299}, 0, 4, 4);

      assertThat(target.spec().layers()).isEqualTo(layers);
      float[] logits = Arrays.copyOf(state.logits(), 4 * 300);
      double squares = 0;
      for (float logit : logits) {
        assertThat(logit).isFinite();
        squares += (double) logit * logit;
      }
      // Neither all zero nor so large that one of them always wins by far.
      assertThat(Math.sqrt(squares / logits.length)).isBetween(0.05, 20.0);
    }
  }

  @Test
  void theVocabularyReadsAndWritesText() {
    Path file = write("--shape smollm2-135m --type q8_0 --vocabulary 300 --layers 1");

    try (ModelPair pair = ModelPair.open(file, PairOptions.defaults().withThreads(1))) {
      GenerationResult result =
          pair.generate(
              pair.request("one line\n").withMaxTokens(5).withIgnoredStops(true),
              GenerationListener.SILENT);

      assertThat(result.ids()).hasSize(5);
      assertThat(pair.tokenizer().orElseThrow().encode(" e")).containsExactly(256);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // From the configurations of the published files.
    "qwen3-0.6b, 28, 1024, 3072, 16, 8, 128, 151936, true",
    "qwen3-1.7b, 28, 2048, 6144, 16, 8, 128, 151936, true",
    "qwen3-4b, 36, 2560, 9728, 32, 8, 128, 151936, true",
    "qwen3-8b, 36, 4096, 12288, 32, 8, 128, 151936, false",
    "qwen35-0.8b, 24, 1024, 3584, 8, 2, 256, 248320, true",
    "qwen35-4b, 32, 2560, 9216, 16, 4, 256, 248320, true",
    "qwen35-9b, 32, 4096, 12288, 16, 4, 256, 248320, false",
    "qwen35-27b, 64, 5120, 17408, 24, 4, 256, 248320, false",
  })
  void aSparseFileHasThePublishedSizes(
      String shape,
      int layers,
      int hidden,
      int mlp,
      int heads,
      int keyValueHeads,
      int headDim,
      int vocabulary,
      boolean tied) {
    Path file = write("--shape " + shape + " --type q4_k_m --sparse");

    try (Compute compute = Compute.host(1);
        Target target = Targets.open(file, TargetOptions.asStated(), compute)) {
      TargetSpec s = target.spec();
      assertThat(
              new Object[] {
                s.layers(), s.hidden(), s.intermediate(), s.heads(), s.keyValueHeads(), s.headDim()
              })
          .containsExactly(layers, hidden, mlp, heads, keyValueHeads, headDim);
      assertThat(s.vocabulary()).isEqualTo(vocabulary);
      assertThat(s.tiedHead()).isEqualTo(tied);
      assertThat(target.weights().find("blk.0.ffn_up.weight").orElseThrow().type())
          .isEqualTo(StorageType.Q4_K);
    }
  }

  @Test
  void aSparseSmolLm2HasThePublishedSizes() {
    Path file = write("--shape smollm2-135m --type bf16 --sparse");

    try (Compute compute = Compute.host(1);
        Target target = Targets.open(file, TargetOptions.asStated(), compute)) {
      TargetSpec s = target.spec();
      assertThat(
              new Object[] {
                s.layers(), s.hidden(), s.intermediate(), s.heads(), s.keyValueHeads(), s.headDim()
              })
          .containsExactly(30, 576, 1536, 9, 3, 64);
      assertThat(s.vocabulary()).isEqualTo(49152);
      assertThat(s.tiedHead()).isTrue();
      assertThat(target.weights().find("blk.0.ffn_up.weight").orElseThrow().type())
          .isEqualTo(StorageType.BF16);
    }
  }

  @Test
  void theLargestHybridStatesItsMemory() {
    Path file = write("--shape qwen35-27b --type q4_k_m --sparse");

    try (Compute compute = Compute.host(1);
        Target target = Targets.open(file, TargetOptions.asStated(), compute)) {
      TargetSpec s = target.spec();
      // 48 recurrent layers: 48 heads of 128 x 128 and 3 rows of 10240 channels.
      assertThat(s.recurrentStateBytes()).isEqualTo(48L * 4 * (48 * 128 * 128 + 3 * 10240));
      // Keys of 16 heads, deltas of 48, their decays and a raw row of each.
      assertThat(s.tapeBytesPerRow()).isEqualTo(48L * 4 * (16 * 128 + 48 * 128 + 48 + 10240));
      assertThat(16 * s.tapeBytesPerRow() / 1048576.0).isCloseTo(54.14, within(0.005));
      // 16 layers with attention, 4 heads of 256, keys and values.
      assertThat(s.keyValueBytesPerToken()).isEqualTo(16L * 2 * 4 * 256 * 4);
    }
  }

  /** The heap holds less than half of what is written. */
  @Test
  void aFileIsWrittenInASmallHeap() throws Exception {
    Path file = folder.resolve("large.gguf");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx24m",
            "-cp",
            System.getProperty("java.class.path"),
            WriteRandomTarget.class.getName(),
            "--shape",
            "qwen3-1.7b",
            "--type",
            "q8_0",
            "--layers",
            "1",
            "--vocabulary",
            "300",
            "--out",
            file.toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // Options of whoever runs the tests could set another heap.
    builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(Files.size(file)).isGreaterThan(2L * 24 * 1048576);
    assertThat(said).contains(Files.size(file) + " bytes");
  }

  @Test
  void theMixHasSixBitsWhereTheLogitsComeFrom() {
    Path file = write("--shape qwen35-27b --type q4_k_m --sparse --mtp");

    try (GgufFile gguf = GgufFile.open(file)) {
      assertThat(gguf.tensors().get("output.weight").type()).isEqualTo(StorageType.Q6_K);
      assertThat(gguf.tensors().get("token_embd.weight").type()).isEqualTo(StorageType.Q4_K);
      assertThat(
              gguf.tensors().values().stream()
                  .filter(t -> t.name().endsWith("ffn_down.weight"))
                  .collect(Collectors.groupingBy(t -> t.type(), Collectors.counting())))
          .containsOnlyKeys(StorageType.Q4_K, StorageType.Q6_K);
      assertThat(gguf.tensors()).hasSize(851 + 15);
    }
  }

  @Test
  void aSeedGivesTheSameFile() throws Exception {
    String options = "--shape smollm2-135m --type q8_0 --vocabulary 300 --layers 1 --seed ";
    byte[] first = Files.readAllBytes(write(options + 7));

    assertThat(Files.readAllBytes(write(options + 7))).isEqualTo(first);
    assertThat(Files.readAllBytes(write(options + 8))).isNotEqualTo(first).hasSize(first.length);
  }

  @ParameterizedTest
  @CsvSource({
    "--type q8_0, --shape is missing",
    "--shape qwen3-5b --type q8_0, no shape 'qwen3-5b'",
    "--shape qwen3-4b --type q3_k, no type 'q3_k'",
    "--shape qwen3-4b --type q8_0 --layers none, not a number",
    "--shape qwen3-4b --type q8_0 --layers 0, at least 1",
    "--shape qwen3-4b --type q8_0 --vocabulary 257, at least 258 tokens",
    "--shape qwen3-4b --type q8_0 --mtp, has no multi-token prediction head",
    "--shape smollm2-135m --type q4_k, which Q4_K cannot store",
    "--shape qwen3-4b --type q8_0 --quick, not understood: --quick",
  })
  void whatCannotBeWrittenIsRefused(String options, String message) {
    assertThat(run(options + " --out " + folder.resolve("none.gguf"))).isEqualTo(2);
    assertThat(err.toString()).contains(message).hasLineCount(1);
    assertThat(folder.resolve("none.gguf")).doesNotExist();
  }
}
