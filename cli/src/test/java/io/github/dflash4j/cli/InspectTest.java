/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class InspectTest {
  private static final String DRAFT_1 =
      "DFlash 1 package: 36 tensors, 3 layers, hidden 64, block 8, taps 1 2 3, vocab 512";
  private static final String DRAFT_2 =
      "DFlash 2 package: 51 tensors, 3 layers, hidden 64, block 8, taps 1 2 3,"
          + " conv 2 x groups of 16, selector rank 32 top 16, vocab 512";
  private static final String TARGET =
      "llama target, GGUF: 48 tensors, 5 layers, hidden 64, heads 8/4 x 8, mlp 172, vocab 512,"
          + " context 128, own head";

  @TempDir static Path folder;
  private static Path target;

  @BeforeAll
  static void copyModels() throws IOException {
    Models.copyTo(folder);
    target = folder.resolve("stories.gguf");
  }

  @Test
  void theFirstLineSaysWhatADraftIs() {
    assertThat(inspect("draft1").outLines().getFirst()).isEqualTo(DRAFT_1);
    assertThat(inspect("draft2").outLines().getFirst()).isEqualTo(DRAFT_2);
  }

  @Test
  void theFirstLineSaysWhatATargetIs() {
    assertThat(inspect("stories.gguf").outLines().getFirst()).isEqualTo(TARGET);
  }

  @Test
  void tensorsAreListedWithTypeShapeAndBytes() {
    assertThat(inspect("draft2").out())
        .containsPattern("(?m)^  tensor +type +shape +bytes$")
        .containsPattern("(?m)^  fc\\.weight +BF16 +64 x 192 +24576$");
    assertThat(inspect("stories.gguf").out())
        .containsPattern("(?m)^  token_embd\\.weight +F32 +512 x 64 +131072$");
  }

  @Test
  void memoryIsCountedForTheContext() {
    // 5 layers of keys and values, 4 heads of 8 floats.
    assertThat(inspect("stories.gguf").out())
        .containsPattern("(?m)^  context per token +1\\.25 KiB$")
        .containsPattern("(?m)^  context of 128 tokens +160\\.00 KiB$");
    assertThat(inspect("stories.gguf", "--context", 512).out())
        .containsPattern("(?m)^  context of 512 tokens +640\\.00 KiB$");
    // Context, buffers, logits of 64 rows, ids: 160 + 184 + 128 + 0.5.
    assertThat(inspect("stories.gguf").out())
        .containsPattern("(?m)^  kept prompt, at most +472\\.50 KiB$");
    // 3 layers.
    assertThat(inspect("draft1").out()).containsPattern("(?m)^  context per token +768 bytes$");
    assertThat(inspect("draft1", "--context", 512).out())
        .containsPattern("(?m)^  context of 512 tokens +384\\.00 KiB$");
  }

  @Test
  void logitsAreCounted() {
    // 16 rows of 512 floats.
    JsonNode model = Run.of("inspect", "--json", target).json().get("models").get(0);
    JsonNode memory = model.get("memory_bytes");
    assertThat(memory.get("logits_of_16_rows").asLong()).isEqualTo(32_768);
    assertThat(memory.get("in_all").asLong())
        .isEqualTo(
            memory.get("weights_mapped").asLong()
                + memory.get("buffers").asLong()
                + 32_768
                + memory.get("context_of_128_tokens").asLong());
    // 7 rows that predict.
    Run draft = Run.of("inspect", "--json", "--context", 100, folder.resolve("draft1"));
    memory = draft.json().get("models").get(0).get("memory_bytes");
    assertThat(memory.get("logits").asLong()).isEqualTo(14_336);
    assertThat(memory.get("in_all").asLong())
        .isEqualTo(
            memory.get("weights_mapped").asLong()
                + memory.get("buffers").asLong()
                + 14_336
                + 100 * 768);
  }

  @Test
  void whatTheFileLeavesOpenIsANote() {
    assertThat(inspect("stories.gguf").out())
        .containsPattern("(?m)^  note: .*rope.*10000")
        .containsPattern("(?m)^  rope +default, base 10000$")
        .containsPattern("(?m)^  tokenizer +512 tokens, begins with 1, stops at 2$");
    assertThat(inspect("stories.gguf", "--context", 512).out())
        .contains("note: context 512 as asked for; the file states 128");
  }

  @Test
  void whatADraftDoesIsToldBesideItsLine() {
    assertThat(inspect("draft2").out())
        .containsPattern("(?m)^  proposes +7 tokens a step, behind the last known one$")
        .containsPattern("(?m)^  mask token +0$")
        .containsPattern("(?m)^  attention +3 x full, heads 8/4 x 8$")
        .containsPattern("(?m)^  rope +base 10000$")
        .containsPattern("(?m)^  made for +a target of 5 layers$");
  }

  @Test
  void aHybridTargetTellsItsLayersAndItsState() {
    String out = Run.of("inspect", Models.golden("targets/qwen35_tiny")).out();
    assertThat(out)
        .startsWith("qwen35 target, safetensors: 124 tensors, 8 layers, hidden 32,")
        .containsPattern("(?m)^  attention layers +2 of 8, gated: 3 7$")
        .containsPattern(
            "(?m)^  recurrent layers +6, key heads 2 x 8, value heads 6 x 8, convolution over 4$")
        .containsPattern("(?m)^  rope +default, base 10000000, 8 of 32$")
        // 2 layers of keys and values, 2 heads of 32 floats.
        .containsPattern("(?m)^  context per token +1\\.00 KiB$")
        // 6 layers, each 6 x 8 x 8 floats of memory and 3 rows of 80.
        .containsPattern("(?m)^  recurrent state +14\\.63 KiB$")
        // 16 rows of a key of 16, deltas of 48, 6 decays and a raw row of 80 floats each.
        .containsPattern("(?m)^  tape of 16 rows +56\\.25 KiB$")
        .containsPattern("(?m)^  note: 15 tensors of a multi-token prediction head");
  }

  @Test
  void jsonSaysTheSame() {
    JsonNode json = Run.of("inspect", "--json", folder.resolve("draft2"), target).json();
    JsonNode draft = json.get("models").get(0);
    assertThat(draft.get("kind").asString()).isEqualTo("draft");
    assertThat(draft.get("line").asString()).isEqualTo(DRAFT_2);
    assertThat(draft.get("details").get("mask_token").asString()).isEqualTo("0");
    assertThat(draft.get("tensors")).hasSize(51);
    long bytes = 0;
    for (JsonNode tensor : draft.get("tensors")) {
      bytes += tensor.get("bytes").asLong();
      assertThat(tensor.get("type").asString()).isEqualTo("BF16");
    }
    assertThat(bytes).isEqualTo(2 * 202_800);
    JsonNode model = json.get("models").get(1);
    assertThat(model.get("line").asString()).isEqualTo(TARGET);
    assertThat(model.get("memory_bytes").get("context_per_token").asLong()).isEqualTo(1280);
    assertThat(model.get("notes")).isNotEmpty();
    assertThat(json.get("failures")).isEmpty();
    assertThat(json.get("pairs")).hasSize(1);
    assertThat(json.get("pairs").get(0).get("fits").asBoolean()).isTrue();
    assertThat(json.get("pairs").get(0).get("why_not").isNull()).isTrue();
  }

  @Test
  void aFastFlowLmPackageIsADraftLikeOthers() {
    Run run = Run.of("inspect", Models.golden("flm/gen2_q4k")).succeeded();
    assertThat(run.outLines().getFirst())
        .isEqualTo(
            "DFlash 2 package: 36 tensors, 2 layers, hidden 256, block 8, taps 1 5 9,"
                + " conv 2 x groups of 16, selector rank 256 top 16, vocab 320");
    assertThat(run.out())
        .containsPattern("(?m)^  fc\\.weight +FLM_Q4_K +256 x 768 +113664$")
        .doesNotContain("note:", "heap used");
  }

  @Test
  void whatIsInMemoryIsSaidOnRequest() {
    Run run = Run.of("inspect", "--memory", Models.golden("flm/gen2_q4k")).succeeded();
    // 871424 bytes of chunks; 2 norms, and per layer 2 norms, 2 head norms, 2 x 4 rows of kernels.
    assertThat(run.out())
        .containsPattern("(?m)^  chunks +184$")
        .containsPattern("(?m)^  codebook rows read +0$")
        .containsPattern("(?m)^  weights copied +23\\.00 KiB$")
        .containsPattern("(?m)^  heap used +\\d");
  }

  @Test
  void anOrderThatAPackageDoesNotTellHasToBeDeclared() throws IOException {
    Path package8 = packageOf8704ByteChunks();
    Run.of("inspect", package8).refused(1, "fc.weight", "--flm-lanes 16 or 32");
    assertThat(Run.of("inspect", "--flm-lanes", 32, package8).refused(1, "fc.weight").err())
        .doesNotContain("--flm-lanes");
    Run.of("inspect", "--flm-lanes", 24, package8).refused(2, "--flm-lanes", "16 and 32");
  }

  /** A single tensor, enough to be asked for its order and to be of the wrong shape then. */
  private static Path packageOf8704ByteChunks() throws IOException {
    Path package8 = Models.copyFolder(Models.golden("flm/gen2_q4k"), folder.resolve("chunks"));
    String entry =
        "{'fc.weight':{'dtype':'I8','shape':[1,1,8704],'data_offsets':[0,8704]}}"
            .replace('\'', '"');
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + entry.length() + 8704).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(entry.length()).put(entry.getBytes(StandardCharsets.US_ASCII));
    Files.write(package8.resolve("model.q4nx"), bytes.array());
    return package8;
  }

  @Test
  void severalModelsArePaired() {
    Path other = Models.golden("drafts/gen1_old_layout");
    Run run = Run.of("inspect", folder.resolve("draft1"), other, target).succeeded();
    assertThat(run.out())
        .contains("\npairs\n")
        .contains("  " + folder.resolve("draft1") + " with " + target + ": fits\n")
        .contains("  " + other + " with " + target + ": no, ")
        .contains("of hidden size 48, and the target's hidden size is 64");
  }

  @Test
  void aTargetWithoutTokenizerIsStillInspected() throws IOException {
    Path mute = Models.copyFolder(Models.golden("targets/qwen3_tiny_tied"), folder.resolve("mute"));
    Files.delete(mute.resolve("tokenizer.json"));
    Run run = Run.of("inspect", mute).succeeded();
    assertThat(run.outLines().getFirst()).startsWith("qwen3 target, safetensors: ");
    assertThat(run.out()).contains("note: no tokenizer: ");
  }

  @Test
  void oneThatCannotBeReadDoesNotStopTheOthers() throws IOException {
    Path broken = folder.resolve("broken.gguf");
    Files.write(broken, new byte[] {1, 2, 3});
    Run run = Run.of("inspect", broken, folder.resolve("draft1"), folder.resolve("none"));
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.outLines().getFirst()).isEqualTo(DRAFT_1);
    assertThat(run.err().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).startsWith("dflash4j: "))
        .anySatisfy(line -> assertThat(line).contains("broken.gguf"))
        .anySatisfy(line -> assertThat(line).contains("none: no such file or folder"));

    JsonNode json =
        Run.of("inspect", "--json", broken, folder.resolve("draft1")).json().get("failures");
    assertThat(json).hasSize(1);
    assertThat(json.get(0).get("path").asString()).isEqualTo(broken.toString());
    assertThat(json.get(0).get("error").asString()).contains("broken.gguf");
  }

  @Test
  void aDraftInAGgufFileIsToldFromATarget() throws IOException {
    Path file =
        GgufDraftFile.write(folder.resolve("draft2"), folder.resolve("draft2.gguf"), "dflash");
    Run run = inspect("draft2.gguf", target);
    assertThat(run.outLines().getFirst()).isEqualTo(DRAFT_2);
    assertThat(run.out())
        .containsPattern("(?m)^  fc\\.weight +F32 +64 x 192 +49152$")
        .containsPattern("(?m)^  blk\\.0\\.attn_conv_base +F32 +2 x 2 x 64 +1024$")
        .contains(file.toString())
        .contains(DRAFT_2, TARGET);
    Path later =
        GgufDraftFile.write(folder.resolve("draft2"), folder.resolve("draft3.gguf"), "dflash3");
    Run.of("inspect", later).refused(1, "dflash3, a version of draft that is not supported");
  }

  @Test
  void theAssistantContainerIsToldFromATarget() throws IOException {
    Path assistant = Models.copyFolder(folder.resolve("draft1"), folder.resolve("assistant"));
    Path config = assistant.resolve("config.json");
    String published =
        Files.readString(config)
            .replace("DFlashDraftModel", "MuseGlimmerAssistantModel")
            .replace("\"qwen3\"", "\"muse_glimmer_assistant\"");
    Files.writeString(config, published);
    // Only a draft misses the names that its container gives to two tensors.
    Run.of("inspect", assistant).refused(1, "encoder.fc.weight: missing");
    Files.writeString(config, published.replace("\"dflash_config\"", "\"other\""));
    Run.of("inspect", assistant).refused(1, "block_size");
    Run.of("generate", "--target", assistant, "--prompt", "x")
        .refused(1, "this is a DFlash draft (MuseGlimmerAssistantModel), not a target");
  }

  @Test
  void aDraftOfAnotherKindIsRefusedAsADraft() throws IOException {
    Path other = Models.copyFolder(folder.resolve("draft1"), folder.resolve("other"));
    Path config = other.resolve("config.json");
    Files.writeString(
        config,
        Files.readString(config)
            .replace("DFlashDraftModel", "Eagle3DraftModel")
            .replace("\"dflash_config\"", "\"other\""));
    Run.of("inspect", other).refused(1, "Eagle3DraftModel, a draft this version does not run");
    Run.of("generate", "--target", other, "--prompt", "x")
        .refused(1, "this is a draft (Eagle3DraftModel), not a target");
  }

  @Test
  void nothingIsWrittenIfNothingCanBeRead() throws IOException {
    Run.of("inspect", folder.resolve("none")).refused(1, "none: no such file or folder");
    Run.of("inspect", "--json", folder.resolve("none")).refused(1, "none");
    Path cut = Models.copyFolder(folder.resolve("draft2"), folder.resolve("cut"));
    Models.cut(cut.resolve("model.safetensors"), 1000);
    Run.of("inspect", cut).refused(1, "model.safetensors");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Run.of("inspect", empty).refused(1, "config.json");
  }

  private static Run inspect(String name, Object... more) {
    Object[] args = new Object[2 + more.length];
    args[0] = "inspect";
    args[1] = folder.resolve(name);
    System.arraycopy(more, 0, args, 2, more.length);
    return Run.of(args).succeeded();
  }
}
