/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.flm.Chunks;
import io.github.dflash4j.format.flm.PackageFile;
import io.github.dflash4j.goldens.EditableFolder;
import io.github.dflash4j.goldens.EditableFolder.Numbers;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.FlmOptions.ValueHeads;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets in FastFlowLM packages: the logits of the folder that they were made from. */
class FlmTargetTest {
  private static final int[] TOKENS = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};

  @TempDir private Path temp;

  private static EditableFolder golden(String name) {
    return EditableFolder.read(GoldenCase.root().resolve("targets").resolve(name));
  }

  private static TargetOptions options(ValueHeads order) {
    return TargetOptions.asStated().withFlm(FlmOptions.defaults().withValueHeads(order));
  }

  private static float[] logits(Path path, TargetOptions options) {
    try (Compute compute = Compute.reference();
        Target target = Targets.open(path, options, compute)) {
      TargetState state = target.newState(TOKENS.length, TOKENS.length);
      target.forward(state, TOKENS, 0, TOKENS.length, TOKENS.length);
      return Arrays.copyOf(state.logits(), TOKENS.length * target.spec().vocabulary());
    }
  }

  private void sameAsFolder(FlmTargetPackage made, EditableFolder folder, TargetOptions options) {
    Path packaged = made.write(temp.resolve("package"));
    float[] expected = logits(folder.write(temp.resolve("folder")), TargetOptions.asStated());
    assertThat(logits(packaged, options)).isEqualTo(expected);
  }

  private static void refused(Path path, TargetOptions options, String... words) {
    try (Compute compute = Compute.host(1)) {
      assertThatThrownBy(() -> Targets.open(path, options, compute))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContainingAll(words)
          .message()
          .doesNotContain("\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"qwen35_tiny_tied", "qwen3_tiny_tied", "qwen3_tiny_untied", "llama_tiny"})
  void aPackageOfPlainNumbersHasTheLogitsOfItsFolder(String name) {
    EditableFolder folder = golden(name);
    sameAsFolder(new FlmTargetPackage(folder), folder, TargetOptions.asStated());
  }

  // Three value heads for a key head: the converter's order is not known for that.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void valueHeadsOfTheLargestModelsNeedADeclaredOrder(boolean tiled) {
    EditableFolder folder = golden("qwen35_tiny");
    FlmTargetPackage made = new FlmTargetPackage(folder);
    sameAsFolder(
        tiled ? made.tiled() : made,
        folder,
        options(tiled ? ValueHeads.TILED : ValueHeads.GROUPED));
    refused(
        temp.resolve("package"),
        TargetOptions.asStated(),
        "order of the value heads",
        "6 value heads for 2 key heads",
        "--flm-value-heads");
    assertThat(
            logits(temp.resolve("package"), options(tiled ? ValueHeads.GROUPED : ValueHeads.TILED)))
        .isNotEqualTo(logits(temp.resolve("folder"), TargetOptions.asStated()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"q4k", "q41", "q40", "q80", "q41/16", "q40/16", "q80/16", "BF16"})
  void chunksOfEveryKindStandForTheirNumbers(String format) {
    EditableFolder folder = LargeHybrid.folder();
    FlmTargetPackage made =
        new FlmTargetPackage(folder)
            .format(
                name -> name.contains("ssm_alpha") || name.contains("ssm_beta") ? "BF16" : format);
    TargetOptions options =
        format.startsWith("q4k") || format.equals("BF16")
            ? TargetOptions.asStated()
            : TargetOptions.asStated()
                .withFlm(FlmOptions.defaults().withLanes(format.endsWith("/16") ? 16 : 32));
    sameAsFolder(made, folder, options);
  }

  @Test
  void aPackageAsTheConverterWritesItIsOpenedWithoutAnyOption() {
    EditableFolder folder = LargeHybrid.folder();
    sameAsFolder(LargeHybrid.packaged(folder), folder, TargetOptions.asStated());
    try (Compute compute = Compute.host(1);
        Target target = Targets.open(temp.resolve("package"), TargetOptions.asStated(), compute)) {
      assertThat(target.spec().packaging()).isEqualTo("FastFlowLM");
      assertThat(target.spec().hybrid().orElseThrow().attentionLayers()).containsExactly(3);
      assertThat(target.spec().notes())
          .anyMatch(n -> n.contains("32 lanes"))
          .anyMatch(n -> n.contains("grouped, as FastFlowLM's converter"))
          .anyMatch(n -> n.contains("norms are taken to include their 1"));
    }
  }

  @Test
  void alphaAndBetaMayBeTurnedOrThereTwice() {
    EditableFolder folder = LargeHybrid.folder();
    FlmTargetPackage turned = new FlmTargetPackage(folder);
    FlmTargetPackage twice = new FlmTargetPackage(folder);
    for (int layer = 0; layer < 3; layer++) {
      for (String[] pair : new String[][] {{"b", "beta"}, {"a", "alpha"}}) {
        Numbers t =
            folder.tensor(
                "model.language_model.layers."
                    + layer
                    + ".linear_attn.in_proj_"
                    + pair[0]
                    + ".weight");
        String name = "model.layers." + layer + ".linear_attn.ssm_" + pair[1] + "_proj";
        float[] other = new float[t.values().length];
        for (int i = 0; i < other.length; i++) {
          other[i % 64 * 4 + i / 64] = t.values()[i];
        }
        turned.put(name + ".weight", new long[] {64, 4}, other);
        twice.put(name + ".bf16.weight", t.shape(), t.values());
        // What lies under the usual name then is not looked at.
        twice.put(name + ".weight", new long[] {32, 64}, new float[32 * 64]);
      }
    }
    sameAsFolder(turned, folder, TargetOptions.asStated());
    sameAsFolder(twice, folder, TargetOptions.asStated());
  }

  @Test
  void alphaAndBetaOfSixteenHeadsInChunksAreRefused() {
    EditableFolder folder = LargeHybrid.folder();
    FlmTargetPackage made = new FlmTargetPackage(folder);
    for (int layer = 0; layer < 3; layer++) {
      made.put(
          "model.layers." + layer + ".linear_attn.ssm_beta_proj.weight",
          new long[] {32, 64},
          new float[32 * 64]);
    }
    made.format(name -> name.contains("ssm_beta") ? "q4k" : "F32");
    refused(
        made.write(temp.resolve("package")),
        TargetOptions.asStated(),
        "ssm_beta_proj.weight",
        "cannot hold 4 rows");
  }

  @ParameterizedTest
  @CsvSource({
    "model.layers.0.linear_attn.ssm_a, missing",
    "model.layers.3.self_attn.q_norm.weight, missing",
    "model.norm.weight, missing",
    "model.embed_tokens.weight, embed_tokens",
  })
  void whatIsMissingIsNamed(String name, String says) {
    FlmTargetPackage made = new FlmTargetPackage(golden("qwen35_tiny_tied")).without(name::equals);
    refused(made.write(temp.resolve("package")), TargetOptions.asStated(), says);
  }

  @Test
  void anEmbeddingInChunksIsRefused() {
    EditableFolder folder = LargeHybrid.folder();
    FlmTargetPackage made = new FlmTargetPackage(folder);
    Numbers embedding = folder.tensor("model.language_model.embed_tokens.weight");
    Path path = made.write(temp.resolve("package"));
    PackageFile file = new PackageFile();
    file.add("model.embed_tokens.weight", Chunks.q4k(embedding.values(), 288, 64));
    file.write(path.resolve("model.q4nx"));
    refused(path, TargetOptions.asStated(), "model.embed_tokens.weight", "rows in one piece");
  }

  @Test
  void theHeadOfATiedPackageIsUsed() {
    EditableFolder folder = golden("qwen3_tiny_tied");
    float[] head = folder.tensor("model.embed_tokens.weight").values().clone();
    for (int i = 0; i < head.length; i++) {
      head[i] *= 2;
    }
    FlmTargetPackage made = new FlmTargetPackage(folder);
    long[] shape = folder.tensor("model.embed_tokens.weight").shape();
    made.put("lm_head.weight", shape, head);
    Path path = made.write(temp.resolve("package"));
    float[] expected = logits(folder.write(temp.resolve("folder")), TargetOptions.asStated());
    float[] found = logits(path, TargetOptions.asStated());
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i]).isEqualTo(2 * expected[i]);
    }
  }

  @Test
  void aContextThatIsNotStatedHasToBeAskedFor() {
    FlmTargetPackage made = new FlmTargetPackage(golden("qwen3_tiny_tied"));
    made.settings().remove("max_position_embeddings");
    Path path = made.write(temp.resolve("package"));
    refused(path, TargetOptions.asStated(), "max_position_embeddings");
    assertThat(logits(path, TargetOptions.asStated().withContext(64))).isNotEmpty();
  }

  @Test
  void thePredictionHeadOfAPackageIsCountedAndNotRead() {
    FlmTargetPackage made = new FlmTargetPackage(golden("qwen35_tiny"));
    Path path = made.write(temp.resolve("package"));
    TargetOptions grouped = options(ValueHeads.GROUPED);
    refused(path, grouped.withPredictionHead(), "multi-token prediction", "not read");
    try (Compute compute = Compute.host(1);
        Target target = Targets.open(path, grouped, compute)) {
      assertThat(target.spec().hybrid().orElseThrow().mtpTensors()).isEqualTo(15);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "model_type, qwen3_5_moe_text, qwen3_5_moe_text",
    "model_type, gemma3, gemma3",
    "output_gate_type, tanh, tanh",
  })
  void otherModelsAreRefusedByName(String key, String value, String says) {
    FlmTargetPackage made = new FlmTargetPackage(golden("qwen35_tiny_tied"));
    made.settings().put(key, value);
    refused(made.write(temp.resolve("package")), TargetOptions.asStated(), says);
  }

  @Test
  void twoKindsOfWeightsInOneFolderAreRefused() {
    EditableFolder folder = golden("qwen3_tiny_tied");
    Path path = new FlmTargetPackage(folder).write(folder.write(temp.resolve("both")));
    refused(path, TargetOptions.asStated(), "model.q4nx", "model.safetensors", "keep one");
  }

  /** A real package, if one is named. */
  @Test
  void aRealPackageIsOpenedAndRuns() {
    String path = System.getenv("DFLASH4J_TEST_FLM_TARGET");
    if (path == null) {
      System.out.println("real FastFlowLM target: skipped, DFLASH4J_TEST_FLM_TARGET is not set");
      return;
    }
    try (Compute compute = Compute.host(2);
        Target target = Targets.open(Path.of(path), TargetOptions.asStated(), compute)) {
      assertThat(target.weights().inspectData()).isEmpty();
      TargetState state = target.newState(16, 16);
      target.forward(state, TOKENS, 0, TOKENS.length, 1);
      for (int i = 0; i < target.spec().vocabulary(); i++) {
        assertThat(state.logits()[i]).isFinite();
      }
      System.out.println("real FastFlowLM target: " + target.spec().describe());
    }
  }
}
