/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.LittleEndian;
import io.github.dflash4j.format.TestGguf;
import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ways in which GGUF files state the layers of a hybrid target. */
class HybridGgufTest {
  private static final Path ORIGINAL =
      GoldenCase.root().resolve("gguf/qwen35_tiny/qwen35_tiny-F32.gguf");

  @TempDir private Path temp;

  @Test
  void headCountsMayBeArraysWithZerosForRecurrentLayers() {
    sameLogits(
        file(
            g ->
                interval(g)
                    .u32s("qwen35.attention.head_count", 0, 0, 0, 4, 0, 0, 0, 4, 4)
                    .u32s("qwen35.attention.head_count_kv", 2, 2, 2, 2, 2, 2, 2, 2, 2),
            name -> true));
  }

  @Test
  void headCountsThatDifferAreRefused() {
    refused(
        file(
            g ->
                interval(g)
                    .u32s("qwen35.attention.head_count", 0, 0, 0, 4, 0, 0, 0, 8, 4)
                    .u32("qwen35.attention.head_count_kv", 2),
            name -> true),
        "qwen35.attention.head_count",
        "[4, 8]");
  }

  @Test
  void recurrentLayersMayBeListed() {
    sameLogits(file(g -> listed(heads(g), 1, 1, 1, 0, 1, 1, 1, 0, 0), name -> true));
  }

  @Test
  void aListThatIsTooShortIsRefused() {
    refused(
        file(g -> listed(heads(g), 1, 1, 1, 0), name -> true),
        "attention.recurrent_layers",
        "8 entries");
  }

  @Test
  void withoutAnIntervalEveryFourthLayerAttends() {
    sameLogits(file(HybridGgufTest::heads, name -> true));
  }

  @Test
  void aFileWithNothingButThePredictionHeadIsNoTarget() {
    refused(
        file(
            g -> interval(heads(g)), name -> !name.startsWith("blk.") || name.startsWith("blk.8.")),
        "multi-token prediction head only");
  }

  @Test
  void aFileWithoutThePredictionHeadItStatesIsATarget() {
    Path file = file(g -> interval(heads(g)), name -> !name.startsWith("blk.8."));
    sameLogits(file);
    try (Compute compute = Compute.host(1);
        Target target = Targets.open(file, TargetOptions.asStated(), compute)) {
      assertThat(target.spec().layers()).isEqualTo(8);
      assertThat(target.spec().hybrid().orElseThrow().mtpTensors()).isZero();
    }
  }

  @Test
  void siblingsWithExpertsAreRefusedByName() {
    Path file =
        new TestGguf()
            .string("general.architecture", "qwen35moe")
            .f32Tensor("token_embd.weight", new long[] {1, 1}, 1f)
            .write(temp.resolve("moe.gguf"));
    refused(file, "general.architecture", "qwen35moe");
    refused(
        file(g -> interval(heads(g)).u32("qwen35.expert_count", 8), name -> true),
        "qwen35.expert_count",
        "mixture");
  }

  private static TestGguf interval(TestGguf gguf) {
    return gguf.u32("qwen35.full_attention_interval", 4);
  }

  private static TestGguf heads(TestGguf gguf) {
    return gguf.u32("qwen35.attention.head_count", 4).u32("qwen35.attention.head_count_kv", 2);
  }

  private static TestGguf listed(TestGguf gguf, int... flags) {
    LittleEndian out =
        gguf.entry("qwen35.attention.recurrent_layers", TestGguf.ARRAY)
            .u32(TestGguf.BOOL)
            .u64(flags.length);
    for (int flag : flags) {
      out.u8(flag);
    }
    return gguf;
  }

  /** The tiny hybrid with other statements about its layers and some of its tensors. */
  private Path file(UnaryOperator<TestGguf> statements, Predicate<String> kept) {
    TestGguf out =
        statements.apply(
            new TestGguf()
                .string("general.architecture", "qwen35")
                .u32("qwen35.block_count", 9)
                .u32("qwen35.nextn_predict_layers", 1)
                .u32("qwen35.context_length", 4096)
                .u32("qwen35.embedding_length", 32)
                .u32("qwen35.feed_forward_length", 48)
                .u32("qwen35.attention.key_length", 32)
                .u32("qwen35.attention.value_length", 32)
                .f32("qwen35.attention.layer_norm_rms_epsilon", 1e-6f)
                .f32("qwen35.rope.freq_base", 1e7f)
                .u32("qwen35.rope.dimension_count", 8)
                .u32s("qwen35.rope.dimension_sections", 2, 1, 1, 0)
                .u32("qwen35.ssm.conv_kernel", 4)
                .u32("qwen35.ssm.state_size", 8)
                .u32("qwen35.ssm.group_count", 2)
                .u32("qwen35.ssm.time_step_rank", 6)
                .u32("qwen35.ssm.inner_size", 48));
    try (GgufFile gguf = GgufFile.open(ORIGINAL)) {
      for (Tensor t : gguf.tensors().values()) {
        if (kept.test(t.name())) {
          long[] shape = t.shape();
          long[] fastestFirst = new long[shape.length];
          for (int i = 0; i < shape.length; i++) {
            fastestFirst[i] = shape[shape.length - 1 - i];
          }
          out.tensor(t.name(), 0, fastestFirst, t.data().toArray(ValueLayout.JAVA_BYTE));
        }
      }
    }
    return out.write(temp.resolve("hybrid.gguf"));
  }

  private static void sameLogits(Path file) {
    try (Compute compute = Compute.host(1);
        Target target = Targets.open(file, TargetOptions.asStated(), compute);
        Target original = Targets.open(ORIGINAL, TargetOptions.asStated(), compute)) {
      assertThat(logits(target)).isEqualTo(logits(original));
    }
  }

  private static float[] logits(Target target) {
    TargetState state = target.newState(6, 6);
    target.forward(state, new int[] {1, 2, 3, 4, 5, 6}, 0, 6, 6);
    return state.logits();
  }

  private static void refused(Path file, String... words) {
    try (Compute compute = Compute.host(1)) {
      assertThatThrownBy(() -> Targets.open(file, TargetOptions.asStated(), compute))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContainingAll(words);
    }
  }
}
