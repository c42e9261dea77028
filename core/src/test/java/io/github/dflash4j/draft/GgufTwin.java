/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.LittleEndian;
import io.github.dflash4j.format.TestGguf;
import io.github.dflash4j.format.safetensors.SafetensorsStore;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.SmallTensors;
import io.github.dflash4j.weights.IntegerTensor;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A draft of a Hugging Face folder as llama.cpp's converter writes it, to be changed and written.
 * Names and keys are written down here a second time on purpose.
 */
final class GgufTwin {
  final Map<String, Consumer<TestGguf>> metadata = new LinkedHashMap<>();
  final Map<String, Values> tensors = new LinkedHashMap<>();
  private final Map<String, String> published = new LinkedHashMap<>();

  /** A tensor, outermost dimension first. */
  record Values(long[] shape, float[] values) {}

  private GgufTwin() {}

  static GgufTwin of(Path folder) {
    GgufTwin twin = new GgufTwin();
    try (DraftModel model = Drafts.open(folder, Compute.reference());
        SafetensorsStore store = SafetensorsStore.open(folder)) {
      twin.describe(model.config());
      for (Tensor tensor : store.tensors().values()) {
        String name = name(tensor.name());
        twin.published.put(name, tensor.name());
        twin.tensors.put(name, new Values(tensor.shape(), SmallTensors.floats(tensor)));
      }
      for (IntegerTensor map : store.integers().values()) {
        if (map.name().equals("d2t")) {
          float[] ids = new float[(int) map.size()];
          for (int i = 0; i < ids.length; i++) {
            ids[i] = i + map.get(i);
          }
          twin.tensors.put("d2t", new Values(map.shape(), ids));
        }
      }
    }
    return twin;
  }

  private void describe(DraftConfig c) {
    set("general.architecture", g -> g.string("general.architecture", "dflash"));
    u32("dflash.block_count", c.layers());
    u32("dflash.context_length", 4096);
    u32("dflash.embedding_length", c.hidden());
    u32("dflash.feed_forward_length", c.intermediate());
    u32("dflash.attention.head_count", c.heads());
    u32("dflash.attention.head_count_kv", c.keyValueHeads());
    u32("dflash.attention.key_length", c.headDim());
    u32("dflash.attention.value_length", c.headDim());
    f32("dflash.attention.layer_norm_rms_epsilon", c.normEps());
    f32("dflash.rope.freq_base", (float) c.rotary().base());
    if (c.generation() == 2) {
      bool("dflash.attention.causal", false);
    }
    if (c.masks().stream().anyMatch(LayerMask::slides)) {
      int window = c.masks().stream().mapToInt(LayerMask::window).max().orElseThrow();
      u32("dflash.attention.sliding_window", window);
      boolean[] slides = new boolean[c.layers()];
      for (int n = 0; n < slides.length; n++) {
        slides[n] = c.masks().get(n).slides();
      }
      bools("dflash.attention.sliding_window_pattern", slides);
    }
    u32("dflash.block_size", c.blockSize());
    u32s("dflash.target_layers", c.taps().stream().mapToLong(tap -> tap + 1).toArray());
    u32("tokenizer.ggml.mask_token_id", c.maskToken());
    String[] tokens =
        IntStream.range(0, c.vocabulary()).mapToObj(id -> "t" + id).toArray(String[]::new);
    set("tokenizer.ggml.tokens", g -> g.strings("tokenizer.ggml.tokens", tokens));
    c.convolution()
        .ifPresent(s -> {
          u32("dflash.conv_kernel_size", s.taps());
          u32("dflash.conv_group_size", s.group());
        });
    c.selector()
        .ifPresent(s -> {
          u32("dflash.selector_rank", s.rank());
          u32("dflash.selector_top_k", s.candidates());
        });
    if (!c.logits().equals(LogitTransform.NONE)) {
      f32("dflash.logit_scale", c.logits().multiplier());
      f32("dflash.final_logit_softcapping", c.logits().softcap());
    }
  }

  private static String name(String published) {
    if (!published.startsWith("layers.")) {
      return switch (published) {
        case "hidden_norm.weight" -> "enc.output_norm.weight";
        case "norm.weight" -> "output_norm.weight";
        case "candidate_selector.hidden_projection.weight" -> "selector_hidden.weight";
        case "candidate_selector.predecessor_codebook" -> "selector_predecessor.weight";
        case "candidate_selector.successor_codebook" -> "selector_successor.weight";
        case "embed_tokens.weight" -> "token_embd.weight";
        case "lm_head.weight" -> "output.weight";
        default -> published;
      };
    }
    return published
        .replace("layers.", "blk.")
        .replace("post_attention_layernorm", "ffn_norm")
        .replace("input_layernorm", "attn_norm")
        .replace("attention_conv.base_kernel", "attn_conv_base")
        .replace("attention_conv.kernel_projection", "attn_conv_proj")
        .replace("mlp_conv.base_kernel", "ffn_conv_base")
        .replace("mlp_conv.kernel_projection", "ffn_conv_proj")
        .replaceAll("self_attn\\.([qkv])_proj", "attn_$1")
        .replace("self_attn.o_proj", "attn_output")
        .replaceAll("self_attn\\.([qk])_norm", "attn_$1_norm")
        .replaceAll("mlp\\.(gate|up|down)_proj", "ffn_$1");
  }

  GgufTwin set(String key, Consumer<TestGguf> entry) {
    metadata.put(key, entry);
    return this;
  }

  GgufTwin u32(String key, long value) {
    return set(key, g -> g.u32(key, value));
  }

  GgufTwin u32s(String key, long... values) {
    return set(key, g -> g.u32s(key, values));
  }

  GgufTwin f32(String key, float value) {
    return set(key, g -> g.f32(key, value));
  }

  GgufTwin bool(String key, boolean value) {
    return set(key, g -> g.bool(key, value));
  }

  GgufTwin bools(String key, boolean... values) {
    return set(
        key,
        g -> {
          LittleEndian out = g.entry(key, TestGguf.ARRAY).u32(TestGguf.BOOL).u64(values.length);
          for (boolean value : values) {
            out.u8(value ? 1 : 0);
          }
        });
  }

  GgufTwin string(String key, String value) {
    return set(key, g -> g.string(key, value));
  }

  GgufTwin without(String key) {
    if (metadata.remove(key) == null) {
      throw new IllegalArgumentException("no such key: " + key);
    }
    return this;
  }

  /** Matrices in one type; norms and base kernels are F32 in any case, as converters leave them. */
  Path write(Path file, StorageType type) {
    return write(file, name -> type);
  }

  Path write(Path file, Function<String, StorageType> types) {
    TestGguf out = new TestGguf();
    metadata.values().forEach(entry -> entry.accept(out));
    tensors.forEach((name, t) -> {
      if (name.equals("d2t")) {
        out.tensor(name, 27, dimensions(t.shape()), longs(t.values()));
        return;
      }
      StorageType type = t.shape().length == 2 ? types.apply(name) : StorageType.F32;
      out.tensor(name, Packed.id(type), dimensions(t.shape()), Packed.bytes(type, t.values()));
    });
    return out.write(file);
  }

  /** Replaces the tensors of a draft by what a file with these types holds. */
  void storedIn(DraftPackage p, Function<String, StorageType> types) {
    tensors.forEach((name, t) -> {
      StorageType type = t.shape().length == 2 ? types.apply(name) : StorageType.F32;
      float[] stored = Packed.floats(type, Packed.bytes(type, t.values()), t.values().length);
      p.tensors.put(published.get(name), new DraftPackage.Values("F32", t.shape(), stored));
    });
  }

  private static long[] dimensions(long[] shape) {
    long[] reversed = new long[shape.length];
    for (int i = 0; i < shape.length; i++) {
      reversed[i] = shape[shape.length - 1 - i];
    }
    return reversed;
  }

  private static byte[] longs(float[] values) {
    LittleEndian out = new LittleEndian();
    for (float value : values) {
      out.u64((long) value);
    }
    return out.toBytes();
  }

  /** Names of all tensors as in the file. */
  List<String> names() {
    return List.copyOf(tensors.keySet());
  }
}
