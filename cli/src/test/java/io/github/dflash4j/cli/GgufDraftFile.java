/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.draft.DraftConfig;
import io.github.dflash4j.draft.DraftModel;
import io.github.dflash4j.draft.Drafts;
import io.github.dflash4j.format.safetensors.SafetensorsStore;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.SmallTensors;
import io.github.dflash4j.weights.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** Writes a generation 2 draft of a folder as llama.cpp's converter does, all tensors F32. */
final class GgufDraftFile {
  private static final int ENTRIES = 23;
  private static final int U32 = 4;
  private static final int F32 = 6;
  private static final int BOOL = 7;
  private static final int STRING = 8;
  private static final int ARRAY = 9;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private GgufDraftFile() {}

  static Path write(Path folder, Path file, String architecture) throws IOException {
    GgufDraftFile gguf = new GgufDraftFile();
    try (Compute compute = Compute.host(1);
        DraftModel model = Drafts.open(folder, compute);
        SafetensorsStore store = SafetensorsStore.open(folder)) {
      gguf.write(model.config(), store.tensors().values(), architecture);
    }
    return Files.write(file, gguf.out.toByteArray());
  }

  private void write(DraftConfig c, Collection<Tensor> tensors, String architecture) {
    out.writeBytes("GGUF".getBytes(StandardCharsets.US_ASCII));
    u32(3);
    u64(tensors.size());
    u64(ENTRIES);
    text(architecture);
    number("block_count", c.layers());
    number("embedding_length", c.hidden());
    number("feed_forward_length", c.intermediate());
    number("attention.head_count", c.heads());
    number("attention.head_count_kv", c.keyValueHeads());
    number("attention.key_length", c.headDim());
    number("attention.value_length", c.headDim());
    number("context_length", 512);
    number("block_size", c.blockSize());
    number("vocab_size", c.vocabulary());
    number("mask_token_id", c.maskToken());
    number("conv_kernel_size", c.convolution().orElseThrow().taps());
    number("conv_group_size", c.convolution().orElseThrow().group());
    number("selector_rank", c.selector().orElseThrow().rank());
    number("selector_top_k", c.selector().orElseThrow().candidates());
    number("attention.sliding_window", c.masks().getFirst().window());
    flags("attention.sliding_window_pattern", c);
    flag("attention.causal", c.masks().getFirst().causal());
    flag("sample_from_anchor", false);
    decimal("attention.layer_norm_rms_epsilon", c.normEps());
    decimal("rope.freq_base", (float) c.rotary().base());
    taps(c);
    tensors(tensors);
  }

  private void tensors(Collection<Tensor> tensors) {
    long offset = 0;
    for (Tensor tensor : tensors) {
      string(name(tensor.name()));
      long[] shape = tensor.shape();
      u32(shape.length);
      for (int i = shape.length - 1; i >= 0; i--) {
        u64(shape[i]);
      }
      u32(0);
      u64(offset);
      offset += (tensor.elements() * Float.BYTES + 31) / 32 * 32;
    }
    for (Tensor tensor : tensors) {
      pad();
      for (float value : SmallTensors.floats(tensor)) {
        u32(Float.floatToRawIntBits(value));
      }
    }
  }

  private static String name(String published) {
    return switch (published) {
      case "hidden_norm.weight" -> "enc.output_norm.weight";
      case "norm.weight" -> "output_norm.weight";
      case "candidate_selector.hidden_projection.weight" -> "selector_hidden.weight";
      case "candidate_selector.predecessor_codebook" -> "selector_predecessor.weight";
      case "candidate_selector.successor_codebook" -> "selector_successor.weight";
      default ->
          published
              .replace("layers.", "blk.")
              .replace("post_attention_layernorm", "ffn_norm")
              .replace("input_layernorm", "attn_norm")
              .replaceAll("attention_conv.base_kernel", "attn_conv_base")
              .replace("attention_conv.kernel_projection", "attn_conv_proj")
              .replace("mlp_conv.base_kernel", "ffn_conv_base")
              .replace("mlp_conv.kernel_projection", "ffn_conv_proj")
              .replace("self_attn.o_proj", "attn_output")
              .replaceAll("self_attn\\.([qkv])_proj", "attn_$1")
              .replaceAll("self_attn\\.([qk])_norm", "attn_$1_norm")
              .replaceAll("mlp\\.(gate|up|down)_proj", "ffn_$1");
    };
  }

  private void text(String architecture) {
    string("general.architecture");
    u32(STRING);
    string(architecture);
  }

  private void number(String name, long value) {
    key(name, U32);
    u32(value);
  }

  private void decimal(String name, float value) {
    key(name, F32);
    u32(Float.floatToRawIntBits(value));
  }

  private void flag(String name, boolean value) {
    key(name, BOOL);
    out.write(value ? 1 : 0);
  }

  private void flags(String name, DraftConfig c) {
    key(name, ARRAY);
    u32(BOOL);
    u64(c.layers());
    c.masks().forEach(mask -> out.write(mask.slides() ? 1 : 0));
  }

  private void taps(DraftConfig c) {
    key("target_layers", ARRAY);
    u32(U32);
    u64(c.taps().size());
    c.taps().forEach(tap -> u32(tap + 1));
  }

  private void key(String name, int type) {
    string("dflash." + name);
    u32(type);
  }

  private void string(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    u64(bytes.length);
    out.writeBytes(bytes);
  }

  private void pad() {
    while (out.size() % 32 != 0) {
      out.write(0);
    }
  }

  private void u32(long value) {
    for (int i = 0; i < 4; i++) {
      out.write((int) (value >> 8 * i));
    }
  }

  private void u64(long value) {
    u32(value);
    u32(value >> 32);
  }
}
