/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.flm.FlmStore;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.target.Targets;
import io.github.dflash4j.weights.StorageType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Targets in FastFlowLM packages as {@code WriteRandomTarget --type flm_q4k} writes them. */
class RandomFlmTargetTest {
  private static final long SEED = 20261130;

  @TempDir private Path temp;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String options, Path to) {
    PrintStream silent = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return WriteRandomTarget.run(silent, errors, (options + " --out " + to).split(" "));
  }

  private Path write(String options) {
    Path folder = temp.resolve("package");
    assertThat(run("--type flm_q4k " + options, folder)).as(err.toString()).isZero();
    return folder;
  }

  @ParameterizedTest
  @CsvSource({"qwen3-0.6b, 2", "qwen3-8b, 1"})
  void aPassOnChunksGivesOrdinaryLogits(String shape, int layers) {
    Path folder = write("--shape " + shape + " --vocabulary 320 --layers " + layers);

    try (Compute compute = Compute.host(2);
        Target target = Targets.open(folder, TargetOptions.asStated(), compute)) {
      assertThat(target.weights().inspectData()).isEmpty();
      assertThat(target.spec().packaging()).isEqualTo("FastFlowLM");
      assertThat(target.spec().layers()).isEqualTo(layers);
      TargetState state = target.newState(8, 4);
      target.forward(state, new int[] {5, 6, 7, 319}, 0, 4, 4);

      double squares = 0;
      float[] logits = Arrays.copyOf(state.logits(), 4 * 320);
      for (float logit : logits) {
        assertThat(logit).isFinite();
        squares += (double) logit * logit;
      }
      // A normed row times numbers of a spread of 1 / sqrt(columns).
      assertThat(Math.sqrt(squares / logits.length)).isBetween(0.8, 1.25);
    }
  }

  /** By the formula of the chunks, {@code w = S s8 q + M m8}, on the stored bytes. */
  @Test
  void chunksHaveTheSpreadThatWasAskedForAroundZero() {
    int chunks = 64;
    ByteBuffer out = ByteBuffer.allocate(4736 * chunks).order(ByteOrder.LITTLE_ENDIAN);
    new RandomWeights(SEED).fill(StorageType.FLM_Q4_K, 0.02, out);

    double sum = 0;
    double squares = 0;
    for (int chunk = 0; chunk < chunks; chunk++) {
      int at = 4736 * chunk;
      for (int r = 0; r < 32; r++) {
        float scale = Float.intBitsToFloat(out.getShort(at + 4608 + 2 * r) << 16);
        float minimum = Float.intBitsToFloat(out.getShort(at + 4672 + 2 * r) << 16);
        for (int c = 0; c < 256; c++) {
          int slot = at + c / 32 * 32 + r;
          int q = out.get(at + 512 + 16 * c + r / 2) >> r % 2 * 4 & 15;
          double w = scale * (out.get(slot) & 255) * q + minimum * (out.get(slot + 256) & 255);
          sum += w;
          squares += w * w;
        }
      }
    }
    int count = 8192 * chunks;
    assertThat(Math.sqrt(squares / count)).as("seed %d", SEED).isBetween(0.0196, 0.0204);
    assertThat(sum / count).as("seed %d", SEED).isBetween(-0.0006, 0.0006);
  }

  @Test
  void theFileIsLaidOutAsFastFlowLmWritesIt() throws IOException {
    Path folder = write("--shape qwen3-0.6b --vocabulary 320 --layers 1");
    Path file = folder.resolve("model.q4nx");

    String layer = "model.layers.0.";
    try (FlmStore store = FlmStore.open(file, OptionalInt.empty())) {
      assertThat(store.tensors().keySet())
          .containsExactlyInAnyOrder(
              "model.embed_tokens.weight",
              layer + "input_layernorm.weight",
              layer + "post_attention_layernorm.weight",
              layer + "self_attn.k_norm.weight",
              layer + "self_attn.q_norm.weight",
              "model.norm.weight",
              "lm_head.weight",
              layer + "mlp.down_proj.weight",
              layer + "mlp.gate_proj.weight",
              layer + "mlp.up_proj.weight",
              layer + "self_attn.k_proj.weight",
              layer + "self_attn.o_proj.weight",
              layer + "self_attn.q_proj.weight",
              layer + "self_attn.v_proj.weight");
      assertThat(store.notes()).isEmpty();
    }
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int length = (int) bytes.getLong(0);
    String header = new String(bytes.array(), 8, length, StandardCharsets.UTF_8);
    assertThat(length % 8).isZero();
    // BF16 before chunks, each by name, without holes; 320 x 1024 numbers and 10 x 4 chunks.
    assertThat(header)
        .startsWith(
            "{\"model.embed_tokens.weight\":{\"dtype\":\"BF16\",\"shape\":[320,1024],"
                + "\"data_offsets\":[0,655360]},\"model.layers.0.input_layernorm.weight\":"
                + "{\"dtype\":\"BF16\",\"shape\":[1024],\"data_offsets\":[655360,657408]},")
        .containsSubsequence("post_attention_layernorm", "k_norm", "q_norm", "model.norm.weight")
        .contains(
            "\"lm_head.weight\":{\"dtype\":\"I8\",\"shape\":[40,4736],"
                + "\"data_offsets\":[662016,851456]},\"model.layers.0.mlp.down_proj.weight\":"
                + "{\"dtype\":\"I8\",\"shape\":[384,4736],")
        .containsSubsequence("down_proj", "gate_proj", "up_proj", "k_proj", "o_proj", "q_proj")
        .doesNotContain("__metadata__");
  }

  @ParameterizedTest
  @CsvSource({
    // From the configurations of the published files; a tied model has a head of its own here.
    "qwen3-0.6b, 28, 1024, 3072, 16, 8, 128, 151936",
    "qwen3-1.7b, 28, 2048, 6144, 16, 8, 128, 151936",
    "qwen3-4b, 36, 2560, 9728, 32, 8, 128, 151936",
    "qwen3-8b, 36, 4096, 12288, 32, 8, 128, 151936",
  })
  void aSparsePackageHasThePublishedSizes(
      String shape,
      int layers,
      int hidden,
      int mlp,
      int heads,
      int keyValueHeads,
      int headDim,
      int vocabulary) {
    Path folder = write("--shape " + shape + " --sparse");

    try (Compute compute = Compute.host(1);
        Target target = Targets.open(folder, TargetOptions.asStated(), compute)) {
      TargetSpec s = target.spec();
      assertThat(
              new Object[] {
                s.layers(), s.hidden(), s.intermediate(), s.heads(), s.keyValueHeads(), s.headDim()
              })
          .containsExactly(layers, hidden, mlp, heads, keyValueHeads, headDim);
      assertThat(s.vocabulary()).isEqualTo(vocabulary);
      assertThat(s.tiedHead()).isFalse();
      assertThat(target.weights().find("model.layers.0.mlp.up_proj.weight").orElseThrow().type())
          .isEqualTo(StorageType.FLM_Q4_K);
      assertThat(target.weights().find("model.embed_tokens.weight").orElseThrow().type())
          .isEqualTo(StorageType.BF16);
    }
  }

  @Test
  void aSeedGivesTheSameFile() throws IOException {
    String options = "--shape qwen3-0.6b --vocabulary 320 --layers 1 --seed ";
    byte[] first = Files.readAllBytes(write(options + 7).resolve("model.q4nx"));

    assertThat(Files.readAllBytes(write(options + 7).resolve("model.q4nx"))).isEqualTo(first);
    assertThat(Files.readAllBytes(write(options + 8).resolve("model.q4nx")))
        .isNotEqualTo(first)
        .hasSize(first.length);
  }

  @ParameterizedTest
  @CsvSource({
    "--shape smollm2-135m, 'type flm_q4k is for Qwen3 shapes only, which smollm2-135m is not'",
    "--shape qwen35-4b, 'type flm_q4k is for Qwen3 shapes only, which qwen35-4b is not'",
    "--shape qwen3-4b --vocabulary 300, a multiple of 32 tokens for type flm_q4k",
    "--shape qwen3-4b --mtp, has no multi-token prediction head",
  })
  void whatCannotBeWrittenIsRefused(String options, String message) {
    Path to = temp.resolve("none");
    assertThat(run("--type flm_q4k " + options, to)).isEqualTo(2);
    assertThat(err.toString()).contains(message).hasLineCount(1);
    assertThat(to).doesNotExist();
  }

  @Test
  void aFileInPlaceOfTheFolderIsKept() throws IOException {
    Path file = Files.writeString(temp.resolve("file"), "of somebody");
    assertThat(run("--type flm_q4k --shape qwen3-0.6b --layers 1 --sparse", file)).isEqualTo(1);
    assertThat(err.toString()).contains("cannot write", file.toString()).hasLineCount(1);
    assertThat(file).hasContent("of somebody");
  }
}
