/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.format.safetensors.SafetensorsHeader;
import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a hybrid file may say, and what is refused by its name. */
class HybridRefusalTest {
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

  // Each row edits config.json of the tiny hybrid; the words must be in the message.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"output_gate_type\": \"swish\"|\"output_gate_type\": \"tanh\"|output_gate_type|tanh",
        "\"attn_output_gate\": true|\"attn_output_gate\": false|attn_output_gate|false",
        "\"attention_bias\": false|\"attention_bias\": true|attention_bias|true",
        "\"hidden_act\": \"silu\"|\"hidden_act\": \"gelu\"|hidden_act|gelu",
        "\"rope_type\": \"default\"|\"rope_type\": \"yarn\"|rope_type|yarn",
        "\"partial_rotary_factor\": 0.25|\"partial_rotary_factor\": 0.1|partial_rotary_factor|even",
        "\"num_hidden_layers\": 8|\"num_hidden_layers\": 9|layer_types|9 entries",
        "\"linear_num_key_heads\": 2|\"linear_num_key_heads\": 4|recurrent key heads|divisor of 6",
        "\"linear_num_key_heads\": 2,||linear_num_key_heads|text_config",
        "\"linear_value_head_dim\": 8|\"linear_value_head_dim\": 9|in_proj_z|[54, 32]",
        "\"linear_conv_kernel_dim\": 4|\"linear_conv_kernel_dim\": 5|conv1d.weight|[80, 1, 5]",
        "\"use_cache\": true|\"num_experts\": 64|num_experts|mixture",
        "\"use_cache\": true|\"quantization_config\": {\"quant_method\":"
            + " \"fp8\"}|quantization_config|'fp8'",
        "\"use_cache\": true|\"quantization_config\": {\"quant_method\":"
            + " \"awq\"}|quantization_config|'awq'",
        "\"use_cache\": true|\"quantization_config\": {\"quant_method\":"
            + " \"gptq\", \"bits\": 4}|quantization_config|by 'gptq' are",
        "\"use_cache\": true|\"quantization_config\": {\"quant_method\": \"modelopt\","
            + " \"quant_algo\": \"NVFP4\"}|quantization_config|by 'modelopt' (NVFP4) are",
        "\"use_cache\": true|\"quantization_config\": {\"quant_method\":"
            + " \"compressed-tensors\", \"format\": \"nvfp4-pack-quantized\"}"
            + "|quantization_config|by 'compressed-tensors' (nvfp4-pack-quantized) are",
        "\"use_cache\": true|\"quantization\": {\"bits\": 4}|quantization_config|'MLX'",
        "Qwen3_5ForConditionalGeneration|Qwen3_5MoeForConditionalGeneration|architectures|Moe",
        "Qwen3_5ForConditionalGeneration|Qwen3NextForCausalLM|architectures|Qwen3NextForCausalLM",
        "qwen3_5_text|qwen4_exp|architectures|qwen4_exp",
      })
  void aConfigThatAsksForSomethingElseIsRefusedByItsKey(
      String what, String with, String key, String says) throws IOException {
    Path folder = copy(text -> replaced(text, what, with == null ? "" : with), header -> header);
    refused(folder, key, says);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"output_gate_type\": \"silu\",", ""})
  void theGateOfTheNormHasTwoNamesOrNone(String with) throws IOException {
    Path folder =
        copy(text -> replaced(text, "\"output_gate_type\": \"swish\",", with), header -> header);
    sameLogits(folder);
  }

  @Test
  void theIntervalSaysWhichLayersAttendWhereNoListDoes() throws IOException {
    Path folder =
        copy(text -> text.replaceAll("\"layer_types\": \\[[^]]*],", ""), header -> header);
    assertThat(Files.readString(folder.resolve("config.json"))).doesNotContain("layer_types");
    sameLogits(folder);
  }

  @Test
  void theTextStackIsFoundUnderEveryPrefix() throws IOException {
    for (String prefix : new String[] {"model.", "language_model.model."}) {
      sameLogits(copy(text -> text, header -> header.replace("model.language_model.", prefix)));
    }
  }

  @Test
  void tensorsBesideTheTextStackAreSkippedAndOthersAreNot() throws IOException {
    Path folder =
        copy(text -> text, header -> header.replace("\"mtp.fc.weight", "\"model.visual.x"));
    try (Target target = open(folder)) {
      assertThat(target.spec().hybrid().orElseThrow().mtpTensors()).isEqualTo(14);
    }
    refused(
        copy(text -> text, header -> header.replace("\"mtp.fc.weight", "\"mtq.fc.weight")),
        "mtq.fc.weight",
        "unexpected");
  }

  @Test
  void fusedProjectionsAreRefusedByName() throws IOException {
    Path folder =
        copy(
            text -> text,
            header ->
                header.replace(
                    "layers.0.linear_attn.in_proj_qkv.", "layers.0.linear_attn.in_proj_qkvz."));
    refused(folder, "in_proj_qkvz", "Qwen3-Next");
  }

  @Test
  void aFolderThatMlxWroteHasTheSameLogits() throws IOException {
    Path folder = copy(text -> text, header -> header.replace("[80,1,4]", "[80,4,1]"));
    edit(
        folder,
        name -> name.endsWith("layernorm.weight") || name.matches(".*(q_|k_|model\\.)norm.weight"),
        w -> w + 1f);
    sameLogits(folder);
    try (Target target = open(folder)) {
      assertThat(target.spec().notes()).anyMatch(note -> note.contains("MLX"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "qwen35.ssm.inner_size|49|qwen35.ssm.inner_size|6 heads of 8",
        "qwen35.ssm.group_count|4|recurrent key heads|divisor of 6",
        "qwen35.nextn_predict_layers|9|qwen35.nextn_predict_layers|fewer",
        "qwen35.nextn_predict_layers|0|blk.8.|unexpected",
        "qwen35.full_attention_interval|3|blk.2.attn_q.weight|missing",
        "qwen35.ssm.conv_kernel|5|ssm_conv1d|[80, 5]",
        "qwen35.attention.head_count_kv|5|key/value heads|divisor",
      })
  void aGgufFileThatSaysSomethingElseIsRefusedByItsKey(
      String key, int value, String names, String says) throws IOException {
    refused(gguf(key, value), names, says);
  }

  // A rate of zero never forgets; a norm that is no number would spread over everything.
  @ParameterizedTest
  @CsvSource({
    "A_log,NaN,A_log,NaN",
    "A_log,-Infinity,A_log,Infinity",
    "A_log,-200,A_log,negative",
    "linear_attn.norm.weight,-1,norm.weight,positive mean",
    "input_layernorm.weight,NaN,input_layernorm,NaN",
    "conv1d.weight,Infinity,conv1d,Infinity"
  })
  void numbersThatCannotBeAreRefused(String tensor, float number, String names, String says)
      throws IOException {
    Path folder = copy(text -> text, header -> header);
    edit(
        folder,
        name ->
            name.endsWith("layers.0." + tensor) || name.endsWith("layers.0.linear_attn." + tensor),
        w -> number);
    refused(folder, names, says);
  }

  private static void edit(Path folder, Predicate<String> names, UnaryOperator<Float> change)
      throws IOException {
    Path file = folder.resolve("model.safetensors");
    SafetensorsHeader header = SafetensorsHeader.read(file);
    ByteBuffer data = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int edited = 0;
    for (var entry : header.entries().entrySet()) {
      if (names.test(entry.getKey())) {
        int from = (int) (header.dataStart() + entry.getValue().begin());
        for (int at = from; at < from + entry.getValue().bytes(); at += Float.BYTES) {
          data.putFloat(at, change.apply(data.getFloat(at)));
          edited++;
        }
      }
    }
    assertThat(edited).isPositive();
    Files.write(file, data.array());
  }

  private Path copy(UnaryOperator<String> config, UnaryOperator<String> header) throws IOException {
    Path folder = Files.createTempDirectory(temp, "hybrid");
    byte[] bytes = Files.readAllBytes(original().resolve("model.safetensors"));
    int length = (int) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    byte[] edited =
        header
            .apply(new String(bytes, 8, length, StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8);
    ByteBuffer out =
        ByteBuffer.allocate(bytes.length - length + edited.length).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(edited.length).put(edited).put(bytes, 8 + length, bytes.length - 8 - length);
    Files.write(folder.resolve("model.safetensors"), out.array());
    Files.writeString(
        folder.resolve("config.json"),
        config.apply(Files.readString(original().resolve("config.json"))));
    return folder;
  }

  private Path gguf(String key, int value) throws IOException {
    byte[] bytes = Files.readAllBytes(ggufOriginal());
    byte[] name = key.getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i + name.length < bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + name.length, name, 0, name.length)) {
        // Behind the key: its type, a u32, then the number.
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(i + name.length + 4, value);
        Path file = temp.resolve("edited.gguf");
        Files.write(file, bytes);
        return file;
      }
    }
    throw new IllegalStateException(key);
  }

  private static Path original() {
    return GoldenCase.root().resolve("targets/qwen35_tiny");
  }

  private static Path ggufOriginal() {
    return GoldenCase.root().resolve("gguf/qwen35_tiny/qwen35_tiny-F32.gguf");
  }

  private static void sameLogits(Path folder) {
    try (Target target = open(folder);
        Target original = open(original())) {
      assertThat(logits(target)).isEqualTo(logits(original));
    }
  }

  private static float[] logits(Target target) {
    TargetState state = target.newState(6, 6);
    target.forward(state, new int[] {1, 2, 3, 4, 5, 6}, 0, 6, 6);
    return state.logits();
  }

  private static String replaced(String text, String what, String with) {
    assertThat(text).contains(what);
    return text.replace(what, with);
  }

  private static Target open(Path path) {
    return Targets.open(path, TargetOptions.asStated(), compute);
  }

  private static void refused(Path path, String... words) {
    assertThatThrownBy(() -> open(path))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContainingAll(words)
        .message()
        .doesNotContain("\n");
  }
}
