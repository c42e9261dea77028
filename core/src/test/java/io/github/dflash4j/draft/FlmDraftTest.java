/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.flm.PackageFile;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** FastFlowLM packages as drafts: the same bits as their weights as floats, and every refusal. */
class FlmDraftTest {
  private static final long SEED = 1293;
  private static final int ROWS = 7;

  @TempDir private Path folder;
  private Compute compute;

  @BeforeEach
  void start() {
    compute = Compute.host(2);
  }

  @AfterEach
  void stop() {
    compute.close();
  }

  // B181, B185: quantised weights with float activations

  @ParameterizedTest
  @CsvSource({
    "1,q4k",
    "2,q4k",
    "2,flat",
    "1,q41/16",
    "2,q41/16",
    "2,q40/16",
    "2,BF16",
    "2,F16",
    "2,F32"
  })
  void aPackageDraftsTheBitsOfItsDequantisedWeights(int generation, String format) {
    sameAsFloats(generation, DraftOptions.defaults(), name -> format);
  }

  @ParameterizedTest
  @CsvSource({"1,q80/16,16", "2,q80,32", "2,q41,32", "2,q80/16,16"})
  void aDeclaredOrderIsTheOneReadIn(int generation, String format, int lanes) {
    sameAsFloats(generation, DraftOptions.defaults().withFlmLanes(lanes), name -> format);
  }

  // B182, B187

  @Test
  void everyProjectionMayHaveATypeOfItsOwn() {
    sameAsFloats(
        2,
        DraftOptions.defaults(),
        name -> {
          if (name.startsWith("fc.") || name.contains("v_proj")) {
            return "F16";
          }
          if (name.contains("layers.0.") || name.contains("selector")) {
            return name.contains("mlp") ? "q80" : "q41";
          }
          return name.contains("q_proj") ? "BF16" : name.contains("gate") ? "F32" : "q4k";
        });
  }

  @Test
  void anOwnHeadMayLieInChunksAndAnOwnEmbeddingMayNot() {
    DraftPackage p = FlmPackage.draft(1, SEED).with("vocab_size", 128).fill(SEED);
    float[] rows = ArrayTarget.random(128, 64, SEED + 1).head();
    p.tensors.put("lm_head.weight", new DraftPackage.Values("F32", new long[] {128, 64}, rows));
    Path flm =
        FlmPackage.write(
            p, folder.resolve("flm"), name -> name.startsWith("lm_head") ? "q80" : "q4k");
    Path floats = p.write(folder.resolve("floats"));
    try (DraftModel packed = Drafts.open(flm, compute);
        DraftModel plain = Drafts.open(floats, compute)) {
      assertThat(packed.summary().line()).endsWith("vocab 128, own head");
      assertThat(proposed(packed)).isEqualTo(proposed(plain));
    }
    p.tensors.put("embed_tokens.weight", p.tensors.remove("lm_head.weight"));
    Path chunks = FlmPackage.write(p, folder.resolve("chunks"), name -> "q4k");
    assertThatThrownBy(() -> Drafts.open(chunks, compute))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("embed_tokens.weight: expected rows in one piece");
  }

  private void sameAsFloats(int generation, DraftOptions options, Function<String, String> format) {
    DraftPackage p = FlmPackage.draft(generation, SEED);
    Path flm = FlmPackage.write(p, folder.resolve("flm"), format);
    Path floats = p.write(folder.resolve("floats"));
    try (DraftModel packed = Drafts.open(flm, options, compute);
        DraftModel plain = Drafts.open(floats, compute)) {
      assertThat(packed.config()).isEqualTo(plain.config());
      assertThat(hidden(packed)).isEqualTo(hidden(plain));
      assertThat(proposed(packed)).isEqualTo(proposed(plain));
    }
  }

  private static float[] hidden(DraftModel model) {
    DraftConfig c = model.config();
    ArrayTarget target = target(c);
    DraftContext context = model.newContext(0, ROWS);
    DraftForward forward = model.newForward();
    forward.append(context, ArrayTarget.taps(ROWS, c.tapWidth(), SEED), 0, ROWS);
    float[] hidden = new float[c.blockSize() * c.hidden()];
    forward.block(
        context, target.embedded(11, c.maskToken(), c.blockSize()), c.blockSize(), hidden);
    return hidden;
  }

  private static int[] proposed(DraftModel model) {
    DraftConfig c = model.config();
    ArrayTarget target = target(c);
    DraftSession session =
        model.bind(target, target, c.targetLayers().orElseThrow(), c.vocabulary()).newSession(ROWS);
    session.append(ArrayTarget.taps(ROWS, c.tapWidth(), SEED), 0, ROWS);
    int[] out = new int[c.blockSize() - 1];
    session.propose(11, out.length, out, 0);
    return out;
  }

  private static ArrayTarget target(DraftConfig c) {
    return ArrayTarget.random(c.vocabulary(), c.hidden(), SEED);
  }

  // What inspect shows

  @Test
  void theSummaryNamesTheTensorsInTheirOwnShapes() {
    DraftPackage p = FlmPackage.draft(2, SEED);
    Path flm = FlmPackage.write(p, folder.resolve("flm"), name -> "q4k");
    try (DraftModel model = Drafts.open(flm, compute)) {
      DraftSummary summary = model.summary();
      assertThat(summary.line())
          .isEqualTo(
              "DFlash 2 package: 36 tensors, 2 layers, hidden 64, block 4, taps 0 2,"
                  + " conv 2 x groups of 8, selector rank 32 top 4, vocab 97");
      assertThat(summary.tensors().getFirst())
          .isEqualTo(new DraftSummary.TensorRow("fc.weight", "FLM_Q4_K", "64 x 128", 2 * 4736));
      assertThat(summary.bytesMapped()).isEqualTo(flm.resolve("model.q4nx").toFile().length());
      // fc and hidden_projection: 2 + 1; per layer q, k, v, o: 2 + 1 + 1 + 2, gate, up, down:
      // 9 + 9 + 2 * 2, two kernel projections: 2.
      assertThat(summary.chunks()).isEqualTo(3 + 2 * (6 + 22 + 2));
      // Two norms; per layer two norms, two head norms and two base kernels of 2 x 2 rows.
      assertThat(summary.heapBytes()).isEqualTo(4L * (2 * 64 + 2 * (2 * 64 + 2 * 16 + 2 * 4 * 64)));
      assertThat(summary.notes()).isEmpty();
      assertThat(model.inspectData()).isEmpty();
    }
  }

  @Test
  void codebookRowsAreCountedAsTheyAreRead() {
    DraftPackage p = FlmPackage.draft(2, SEED);
    Path flm = FlmPackage.write(p, folder.resolve("flm"), name -> "q4k");
    try (DraftModel model = Drafts.open(flm, compute)) {
      assertThat(model.summary().codebookRowsRead()).isZero();
      proposed(model);
      // Three predicting rows: one predecessor and four candidates each.
      assertThat(model.summary().codebookRowsRead()).isEqualTo(3 * (1 + 4));
    }
  }

  @Test
  void aConcludedOrderIsNotedInTheSummary() {
    DraftPackage p = FlmPackage.draft(1, SEED);
    Path flm = FlmPackage.write(p, folder.resolve("flm"), name -> "q41/16");
    try (DraftModel model = Drafts.open(flm, compute)) {
      assertThat(model.summary().notes())
          .containsExactly(
              "16 lanes in 5120- and 8704-byte chunks, since the package has 5120-byte chunks and"
                  + " none of 4736 bytes");
    }
  }

  // Refusals

  @Test
  void everyTensorIsAccountedForInOneMessage() {
    DraftPackage p = FlmPackage.draft(2, SEED);
    p.tensors.remove("norm.weight");
    p.tensors.put(
        "mask_embedding", new DraftPackage.Values("BF16", new long[] {97, 64}, new float[97 * 64]));
    p.tensors.replace(
        "layers.1.mlp.up_proj.weight",
        new DraftPackage.Values("BF16", new long[] {256, 64}, new float[256 * 64]));
    Path flm =
        FlmPackage.write(
            p, folder.resolve("flm"), name -> name.startsWith("mask") ? "BF16" : "q4k");
    assertThatThrownBy(() -> Drafts.open(flm, compute))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("3 problems")
        .hasMessageContaining("norm.weight: missing")
        .hasMessageContaining("mask_embedding: unexpected tensor")
        .hasMessageContaining(
            "layers.1.mlp.up_proj.weight: expected shape [288, 64], found I8[8, 1, 4736]");
  }

  @Test
  void codebooksAndNormsInChunksAreRefused() {
    DraftPackage p = FlmPackage.draft(2, SEED).with("vocab_size", 128).fill(SEED);
    PackageFile file = new PackageFile();
    p.writeConfig(folder);
    p.tensors.forEach((name, t) -> {
      boolean chunks = name.endsWith("predecessor_codebook") || name.equals("norm.weight");
      if (chunks) {
        file.add(name, "I8", new byte[4 * 4736], 4, 1, 4736);
      } else {
        file.addBfloat(name, t.values(), t.shape());
      }
    });
    file.write(folder.resolve("model.q4nx"));
    assertThatThrownBy(() -> Drafts.open(folder, compute))
        .hasMessageContaining("2 problems")
        .hasMessageContaining(
            "candidate_selector.predecessor_codebook: expected rows in one piece, found FLM_Q4_K")
        .hasMessageContaining("norm.weight: expected shape [64], found I8[4, 1, 4736]");
  }

  @Test
  void aProjectionWhoseRowsFitNoChunkIsRefused() {
    DraftPackage p = FlmPackage.draft(1, SEED).with("intermediate_size", 272).fill(SEED);
    PackageFile file = new PackageFile();
    p.writeConfig(folder);
    p.tensors.forEach((name, t) -> {
      if (name.endsWith("gate_proj.weight")) {
        file.add(name, "I8", new byte[9 * 4736], 9, 1, 4736);
      } else {
        file.addBfloat(name, t.values(), t.shape());
      }
    });
    file.write(folder.resolve("model.q4nx"));
    assertThatThrownBy(() -> Drafts.open(folder, compute))
        .hasMessageContaining(
            "layers.0.mlp.gate_proj.weight: expected shape [272, 64], found I8[9, 1, 4736], chunks"
                + " of 32 x 256, which cannot hold 272 rows");
  }

  @Test
  void aFirstGenerationPackageRelabelledIsRefusedByTheFieldItLacks() {
    DraftPackage p = FlmPackage.draft(1, SEED);
    Path flm = FlmPackage.write(p, folder.resolve("flm"), name -> "q4k");
    p.with("architectures", List.of("DFlash2DraftModel")).writeConfig(flm);
    assertThatThrownBy(() -> Drafts.open(flm, compute))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("conv_kernel_size");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DFlash3DraftModel", "Qwen3ForCausalLM"})
  void otherArchitecturesAreRefusedByName(String architecture) {
    DraftPackage p = FlmPackage.draft(1, SEED);
    Path flm = FlmPackage.write(p, folder.resolve("flm"), name -> "q4k");
    p.with("architectures", List.of(architecture)).writeConfig(flm);
    assertThatThrownBy(() -> Drafts.open(flm, compute)).hasMessageContaining(architecture);
  }

  @Test
  void aFolderWithBothPackagingsIsRefused() {
    DraftPackage p = FlmPackage.draft(1, SEED);
    FlmPackage.write(p, folder, name -> "q4k");
    p.write(folder);
    assertThatThrownBy(() -> Drafts.open(folder, compute))
        .hasMessageContaining("both model.q4nx and model.safetensors");
  }

  @Test
  void aPackageWithoutConfigurationIsRefused() {
    FlmPackage.write(FlmPackage.draft(1, SEED), folder, name -> "q4k");
    FlmPackage.delete(folder.resolve("config.json"));
    assertThatThrownBy(() -> Drafts.open(folder, compute))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("config.json");
  }

  @Test
  void anAmbiguousOrderIsRefusedWithTheOption() {
    Path flm = FlmPackage.write(FlmPackage.draft(1, SEED), folder, name -> "q80/16");
    assertThatThrownBy(() -> Drafts.open(flm, compute))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("fc.weight")
        .hasMessageContaining("--flm-lanes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DraftOptions.defaults().withFlmLanes(24))
        .withMessageContaining("16 or 32");
  }

  // B193

  @Test
  void packedWeightsOfAnotherToolAreRefusedByName() {
    DraftPackage p = FlmPackage.draft(1, SEED);
    p.with("quantization", Map.of("group_size", 64, "bits", 4)).write(folder);
    assertThatThrownBy(() -> Drafts.open(folder, compute))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("quantization")
        .hasMessageContaining("packed weights of another tool");
  }

  @ParameterizedTest
  @ValueSource(strings = {"model.safetensors", "model.q4nx"})
  void packedWeightsAreRefusedWithoutThatKeyToo(String file) {
    DraftPackage p = FlmPackage.draft(1, SEED);
    PackageFile weights = new PackageFile();
    p.writeConfig(folder);
    p.tensors.forEach((name, t) -> {
      if (name.equals("fc.weight")) {
        weights.add(name, "U32", new byte[64 * 16 * 4], 64, 16);
        weights.addBfloat("fc.scales", new float[64 * 2], 64, 2);
        weights.addBfloat("fc.biases", new float[64 * 2], 64, 2);
      } else {
        weights.addBfloat(name, t.values(), t.shape());
      }
    });
    weights.write(folder.resolve(file));
    assertThatThrownBy(() -> Drafts.open(folder, compute))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("fc.weight: type U32 is not supported")
        .hasMessageContaining("fc.scales: unexpected tensor")
        .hasMessageContaining("fc.biases: unexpected tensor");
    assertThat(Files.exists(folder.resolve(file))).isTrue();
  }
}
