/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.TestGguf;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no target is refused with one line that says what and why. */
class TargetRefusalTest {
  private static Compute compute;

  @TempDir private Path temp;

  @BeforeAll
  static void start() {
    compute = Compute.host(1);
  }

  @AfterAll
  static void end() {
    compute.close();
  }

  @Test
  void aDraftIsNoTarget() {
    refused(
        () -> open(GoldenCase.root().resolve("drafts/gen2_sliding")),
        "DFlash2DraftModel",
        "not a target",
        "open it as the draft");
  }

  @Test
  void aMissingFileAndAFolderWithoutConfigAreNamed() {
    refused(() -> open(temp.resolve("nowhere")), "nowhere", "no such file");
    refused(() -> open(temp), "config.json");
  }

  @Test
  void weightsWithoutTheirFolderAreNotGuessedAt() {
    refused(
        () -> open(GoldenCase.root().resolve("targets/llama_tiny/model.safetensors")),
        "config.json");
  }

  // Each row edits config.json of a working folder; the words must be in the message.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "llama_tiny|\"rope_theta\": 10000.0,||rope_theta|rotary base not found",
        "llama_tiny|\"rope_scaling\": null|\"rope_scaling\": {\"type\": \"linear\", \"factor\":"
            + " 2.0}|rope_type|linear",
        "llama_tiny|\"rope_scaling\": null|\"rope_scaling\": {\"rope_type\": \"yarn\", \"factor\":"
            + " 2.0}|rope_type|yarn",
        "llama_tiny|\"rope_scaling\": null|\"rope_parameters\": {\"rope_theta\":"
            + " 500.0}|rope_theta|500.0",
        "llama_tiny|\"rope_scaling\": null|\"rope_parameters\": {\"rope_type\": \"default\"},"
            + " \"rope_scaling\": {\"rope_type\": \"yarn\"}|rope_scaling|yarn",
        "llama_tiny_rope3|\"factor\": 32.0|\"factor\": 0|factor|at least",
        "llama_tiny_rope3|\"high_freq_factor\": 4.0|\"high_freq_factor\":"
            + " 0.5|high_freq_factor|at least",
        "llama_tiny_rope3|\"original_max_position_embeddings\":"
            + " 1024|\"original_max_position_embeddings\": -5|original_max|at least",
        "llama_tiny|\"hidden_act\": \"silu\"|\"hidden_act\": \"gelu\"|hidden_act|gelu",
        "llama_tiny|\"attention_bias\": false|\"attention_bias\": true|attention_bias|true",
        "llama_tiny|\"use_cache\": true|\"quantization_config\": {\"quant_method\":"
            + " \"fp8\"}|quantization_config|'fp8'",
        "llama_tiny|\"num_key_value_heads\": 2|\"num_key_value_heads\": 3|key/value heads|divisor",
        "llama_tiny|\"rms_norm_eps\": 1e-05|\"rms_norm_eps\": -1|rms_norm_eps|between",
        "llama_tiny|\"num_hidden_layers\": 3|\"num_hidden_layers\":"
            + " 4|model.layers.3.self_attn.q_proj.weight|missing",
        "llama_tiny|\"num_hidden_layers\": 3|\"num_hidden_layers\":"
            + " 2|model.layers.2.self_attn.q_proj.weight|unexpected",
        "llama_tiny|\"intermediate_size\": 48|\"intermediate_size\":"
            + " 56|model.layers.0.mlp.up_proj.weight|[56, 32]",
        "llama_tiny|\"vocab_size\": 272|\"vocab_size\": 271|model.embed_tokens.weight|[271, 32]",
        "llama_tiny|\"vocab_size\": 272|\"vocab_size\": 99999999999|vocab_size|99999999999",
        "llama_tiny|\"hidden_size\": 32|\"hidden_size\": 0|hidden_size|0",
        "llama_tiny|LlamaForCausalLM|MixtralForCausalLM|MixtralForCausalLM|supported",
        "llama_tiny|\"tie_word_embeddings\": true,||tie_word_embeddings|neither",
        "qwen3_tiny_untied|\"use_sliding_window\": false|\"use_sliding_window\":"
            + " true|use_sliding_window|sliding",
        "qwen3_tiny_untied|\"use_cache\": true|\"layer_types\": [\"full_attention\","
            + " \"sliding_attention\", \"full_attention\"]|layer_types|sliding_attention",
        "qwen3_tiny_untied|\"head_dim\": 12|\"head_dim\": 13|head size|even",
      })
  void aConfigThatAsksForSomethingElseIsRefusedByItsKey(
      String model, String what, String with, String key, String says) throws IOException {
    Path folder = copy(model, text -> replaced(text, what, with == null ? "" : with));
    refused(() -> open(folder), key, says);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attention.sliding_window",
        "attention.scale",
        "attn_logit_softcapping",
        "final_logit_softcapping",
        "logit_scale",
        "embedding_scale",
        "residual_scale"
      })
  void aGgufKeyOfOtherArithmeticIsRefusedByName(String key) {
    Path file =
        new TestGguf()
            .string("general.architecture", "llama")
            .f32("llama." + key, 0.25f)
            .f32Tensor("token_embd.weight", new long[] {1, 1}, 1f)
            .write(temp.resolve("other.gguf"));
    refused(() -> open(file), "llama." + key, "not supported", "0.25");
  }

  @Test
  void theArchitectureDecidesAndNotTheName() {
    // B227
    Path file =
        new TestGguf()
            .string("general.architecture", "mamba")
            .string("general.name", "Llama of Doom")
            .f32Tensor("token_embd.weight", new long[] {1, 1}, 1f)
            .write(temp.resolve("doom.gguf"));
    refused(() -> open(file), "mamba");
  }

  @Test
  void allProblemsWithTensorsAreListedTogether() throws IOException {
    Path folder =
        copy(
            "llama_tiny",
            text -> replaced(text, "\"intermediate_size\": 48", "\"intermediate_size\": 56"));
    refused(() -> open(folder), "9 problems", "gate_proj", "up_proj", "down_proj", "layers.2");
  }

  @Test
  void aTruncatedFileIsRefused() throws IOException {
    Path folder = copy("llama_tiny", text -> text);
    Path weights = folder.resolve("model.safetensors");
    byte[] bytes = Files.readAllBytes(weights);
    Files.write(weights, Arrays.copyOf(bytes, bytes.length - 1));
    refused(() -> open(folder), "model.safetensors");
  }

  @Test
  void aTiedFolderMayCarryAHeadAndQwen3MayLeaveOutItsHeadSize() throws IOException {
    // B028, B029
    Path qwen = copy("qwen3_tiny_untied", text -> replaced(text, "\"head_dim\": 12,", ""));
    try (Target target = open(qwen)) {
      assertThat(target.spec().headDim()).isEqualTo(12);
      assertThat(target.spec().tiedHead()).isFalse();
    }
    Path tied =
        copy(
            "qwen3_tiny_untied",
            text ->
                replaced(text, "\"tie_word_embeddings\": false", "\"tie_word_embeddings\": true"));
    try (Target target = open(tied)) {
      assertThat(target.spec().tiedHead()).isTrue();
    }
  }

  @Test
  void aStateRefusesWhatDoesNotFitAndGoesOn() {
    try (Target target = open(GoldenCase.root().resolve("targets/llama_tiny"))) {
      assertThatThrownBy(() -> target.newState(4097, 1)).hasMessageContaining("4096");
      assertThatThrownBy(() -> target.newState(0, 1)).hasMessageContaining("not 0");
      assertThatThrownBy(() -> target.newState(8, 8, 3)).hasMessageContaining("tap 3");
      TargetState state = target.newState(4, 3, 2);
      int[] tokens = {1, 2, 3, 4, 5};
      assertThatThrownBy(() -> target.forward(state, tokens, 0, 4, 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> target.forward(state, new int[] {272}, 0, 1, 1))
          .hasMessageContaining("272");
      assertThatThrownBy(() -> target.forward(state, new int[] {-1}, 0, 1, 1))
          .hasMessageContaining("-1");
      target.forward(state, tokens, 0, 3, 1);
      assertThatThrownBy(() -> state.commit(4)).hasMessageContaining("3 pending");
      state.commit(3);
      assertThatThrownBy(() -> target.forward(state, tokens, 0, 2, 1))
          .hasMessageContaining("3 + 2");
      assertThatThrownBy(() -> state.truncate(4)).isInstanceOf(IllegalArgumentException.class);
      target.forward(state, tokens, 3, 1, 1);
      assertThat(state.bytes()).isPositive();
      try (Target other = open(GoldenCase.root().resolve("targets/llama_tiny"))) {
        assertThatThrownBy(() -> other.forward(state, tokens, 0, 1, 1))
            .hasMessageContaining("another target");
      }
    }
  }

  @Test
  void aClosedTargetSaysSo() {
    Target target = open(GoldenCase.root().resolve("targets/llama_tiny"));
    TargetState state = target.newState(4, 3);
    target.close();
    target.close();
    assertThatThrownBy(() -> target.forward(state, new int[] {1}, 0, 1, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  private Path copy(String model, UnaryOperator<String> edit) throws IOException {
    Path from = GoldenCase.root().resolve("targets").resolve(model);
    Path folder = Files.createTempDirectory(temp, model);
    Files.copy(from.resolve("model.safetensors"), folder.resolve("model.safetensors"));
    Files.writeString(
        folder.resolve("config.json"), edit.apply(Files.readString(from.resolve("config.json"))));
    return folder;
  }

  private static String replaced(String text, String what, String with) {
    assertThat(text).contains(what);
    return text.replace(what, with);
  }

  private static Target open(Path path) {
    return Targets.open(path, TargetOptions.asStated(), compute);
  }

  private static void refused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(words)
        .message()
        .doesNotContain("\n");
  }
}
