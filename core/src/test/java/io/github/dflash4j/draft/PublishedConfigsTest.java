/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.json.JsonFile;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configurations with the values of published drafts (dflash-algorithm 1.3), in their layouts. */
class PublishedConfigsTest {
  @TempDir Path folder;

  static final TensorStore NO_TENSORS =
      new TensorStore() {
        @Override
        public Path location() {
          return Path.of("none");
        }

        @Override
        public Map<String, Tensor> tensors() {
          return Map.of();
        }

        @Override
        public long bytesMapped() {
          return 0;
        }

        @Override
        public void close() {}
      };

  private DraftConfig read(String json) throws IOException {
    Path file = folder.resolve("config.json");
    Files.writeString(file, json);
    List<String> notes = new ArrayList<>();
    DraftConfig config = DraftConfigReader.read(JsonFile.open(file, 1 << 16), NO_TENSORS, notes);
    assertThat(notes).isEmpty();
    return config;
  }

  @Test
  void qwen3With8BillionInTheOlderLayout() throws IOException {
    DraftConfig c =
        read(
            """
            {"architectures": ["DFlashDraftModel"], "attention_bias": false,
             "auto_map": {"AutoModel": "dflash.DFlashDraftModel"}, "block_size": 16,
             "dflash_config": {"mask_token_id": 151669, "target_layer_ids": [1, 9, 17, 25, 33]},
             "dtype": "bfloat16", "eos_token_id": 151645, "head_dim": 128, "hidden_act": "silu",
             "hidden_size": 4096, "intermediate_size": 12288,
             "layer_types": ["full_attention", "full_attention", "full_attention",
                             "full_attention", "full_attention"],
             "max_position_embeddings": 40960, "max_window_layers": 5, "model_type": "qwen3",
             "num_attention_heads": 32, "num_hidden_layers": 5, "num_key_value_heads": 8,
             "num_target_layers": 36, "rms_norm_eps": 1e-06, "rope_scaling": null,
             "rope_theta": 1000000, "sliding_window": null, "tie_word_embeddings": false,
             "use_sliding_window": false, "vocab_size": 151936}
            """);
    assertThat(c.generation()).isEqualTo(1);
    assertThat(c.blockSize()).isEqualTo(16);
    assertThat(c.maskToken()).isEqualTo(151669);
    assertThat(c.taps()).containsExactly(1, 9, 17, 25, 33);
    assertThat(c.masks()).isEqualTo(Collections.nCopies(5, new LayerMask(0, false)));
    assertThat(c.rotary()).isEqualTo(RotaryConfig.standard(1e6));
    assertThat(DraftSummary.line(c, 58))
        .isEqualTo(
            "DFlash 1 package: 58 tensors, 5 layers, hidden 4096, block 16, taps 1 9 17 25 33,"
                + " vocab 151936");
  }

  @Test
  void qwen36With27BillionSlidesCausallyByRule() throws IOException {
    DraftConfig c =
        read(
            """
            {"architectures": ["DFlashDraftModel"], "block_size": 16,
             "dflash_config": {"mask_token_id": 248070, "target_layer_ids": [1, 16, 31, 46, 61]},
             "head_dim": 128, "hidden_size": 5120, "intermediate_size": 17408,
             "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention",
                             "sliding_attention", "full_attention"],
             "model_type": "qwen3", "num_attention_heads": 32, "num_hidden_layers": 5,
             "num_key_value_heads": 8, "num_target_layers": 64, "rms_norm_eps": 1e-06,
             "rope_theta": 10000000, "rope_scaling": null, "sliding_window": 2048,
             "use_sliding_window": true, "vocab_size": 248320}
            """);
    List<LayerMask> masks = new ArrayList<>(Collections.nCopies(4, new LayerMask(2048, true)));
    masks.add(new LayerMask(0, false));
    assertThat(c.masks()).isEqualTo(masks);
  }

  @Test
  void qwen38With27BillionInTheNewerLayout() throws IOException {
    DraftConfig c =
        read(
            """
            {"architectures": ["DFlash2DraftModel"],
             "dflash_config": {"block_size": 8, "mask_token_id": 248070,
                               "target_layer_ids": [5, 19, 33, 47, 61], "conv_kernel_size": 2,
                               "conv_group_size": 16, "selector_rank": 256, "selector_top_k": 16},
             "head_dim": 128, "hidden_size": 5120, "intermediate_size": 17408, "is_causal": false,
             "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention",
                             "sliding_attention", "sliding_attention"],
             "model_type": "qwen3", "num_attention_heads": 32, "num_hidden_layers": 5,
             "num_key_value_heads": 8, "num_target_layers": 64, "rms_norm_eps": 1e-06,
             "rope_parameters": {"rope_theta": 10000000, "rope_type": "default"},
             "sliding_window": 2048, "use_sliding_window": true, "vocab_size": 248320}
            """);
    assertThat(DraftSummary.line(c, 81))
        .isEqualTo(
            "DFlash 2 package: 81 tensors, 5 layers, hidden 5120, block 8, taps 5 19 33 47 61,"
                + " conv 2 x groups of 16, selector rank 256 top 16, vocab 248320");
    assertThat(c.masks()).isEqualTo(Collections.nCopies(5, new LayerMask(2048, false)));
    DraftSummary summary = DraftSummary.of(c, List.of(), 0, 0, 0, List.of());
    assertThat(summary.contextBytesPerToken()).isZero();
    assertThat(summary.ringBytes()).isEqualTo(5L * 2 * 1024 * (2047 + 8) * 4);
    assertThat(summary.bufferBytes()).isLessThan(20L << 20);
  }

  @Test
  void museScalesItsLogits() throws IOException {
    DraftConfig c =
        read(
            """
            {"architectures": ["DFlash2DraftModel"],
             "dflash_config": {"block_size": 16, "mask_token_id": 201818,
                               "target_layer_ids": [1, 13, 25, 37, 49], "conv_kernel_size": 2,
                               "conv_group_size": 16, "selector_rank": 256, "selector_top_k": 16,
                               "output_multiplier": 0.19611613513818404},
             "final_logit_softcapping": 20.0, "head_dim": 128, "hidden_size": 6656,
             "intermediate_size": 19968, "is_causal": false,
             "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention",
                             "sliding_attention", "sliding_attention"],
             "num_attention_heads": 32, "num_hidden_layers": 5, "num_key_value_heads": 8,
             "num_target_layers": 52, "rms_norm_eps": 1e-05,
             "rope_parameters": {"rope_theta": 500000.0}, "sliding_window": 2048,
             "vocab_size": 202048}
            """);
    assertThat(c.logits()).isEqualTo(new LogitTransform(0.19611613513818404f, 20));
    assertThat(c.normEps()).isEqualTo(1e-5f);
    assertThat(c.convolution().orElseThrow().dynamicWidth(c.hidden())).isEqualTo(1664);
  }

  @Test
  void everythingOfTheDraftMayBeAtTopLevel() throws IOException {
    DraftConfig c =
        read(
            """
            {"architectures": ["DFlashDraftModel"], "hidden_size": 2560,
             "intermediate_size": 9216, "vocab_size": 248320, "num_hidden_layers": 2,
             "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
             "num_target_layers": 32, "target_layer_ids": [1, 5, 9],
             "layer_types": ["sliding_attention", "full_attention"], "block_size": 16,
             "mask_token_id": 248077, "rms_norm_eps": 1e-06, "rope_theta": 1e7,
             "sliding_window": 4096, "use_sliding_window": true}
            """);
    assertThat(c.taps()).containsExactly(1, 5, 9);
    assertThat(c.maskToken()).isEqualTo(248077);
    assertThat(c.masks()).containsExactly(new LayerMask(4096, true), new LayerMask(0, false));
  }
}
