/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.json.JsonMapper;

/**
 * A small draft with random weights, to be changed and written to a folder. Names and shapes are
 * written down here a second time on purpose.
 */
public final class DraftPackage {
  static final int HIDDEN = 32;
  static final int VOCABULARY = 97;

  final Map<String, Object> config = new LinkedHashMap<>();
  final Map<String, Object> nested = new LinkedHashMap<>();
  public final Map<String, Values> tensors = new LinkedHashMap<>();

  /** A tensor; values are exact in BF16. */
  public record Values(String dtype, long[] shape, float[] values) {}

  private DraftPackage() {}

  /** Two layers, the first sliding with window 4, block 4, taps 0 and 2; newer layout. */
  public static DraftPackage random(int generation, long seed) {
    DraftPackage p = new DraftPackage();
    p.config.put(
        "architectures", List.of(generation == 1 ? "DFlashDraftModel" : "DFlash2DraftModel"));
    p.config.put("model_type", "qwen3");
    p.config.put("hidden_size", HIDDEN);
    p.config.put("intermediate_size", 48);
    p.config.put("num_hidden_layers", 2);
    p.config.put("num_attention_heads", 4);
    p.config.put("num_key_value_heads", 2);
    p.config.put("head_dim", 8);
    p.config.put("vocab_size", VOCABULARY);
    p.config.put("rms_norm_eps", 1e-6);
    p.config.put("rope_parameters", new LinkedHashMap<>(Map.of("rope_theta", 10000.0)));
    p.layers("sliding_attention", "full_attention");
    p.config.put("use_sliding_window", true);
    p.config.put("sliding_window", 4);
    p.config.put("num_target_layers", 4);
    p.config.put("dflash_config", p.nested);
    p.nested.put("block_size", 4);
    p.nested.put("mask_token_id", 96);
    p.nested.put("target_layer_ids", List.of(0, 2));
    if (generation == 2) {
      p.config.put("is_causal", false);
      p.nested.put("conv_kernel_size", 2);
      p.nested.put("conv_group_size", 8);
      p.nested.put("selector_rank", 8);
      p.nested.put("selector_top_k", 4);
    }
    p.fill(seed);
    return p;
  }

  public DraftPackage layers(String... types) {
    config.put("layer_types", List.of(types));
    config.put("num_hidden_layers", types.length);
    return this;
  }

  public DraftPackage with(String key, Object value) {
    config.put(key, value);
    return this;
  }

  public DraftPackage withNested(String key, Object value) {
    nested.put(key, value);
    return this;
  }

  DraftPackage without(String key) {
    config.remove(key);
    nested.remove(key);
    return this;
  }

  int number(String key) {
    Object value = nested.getOrDefault(key, config.get(key));
    return ((Number) value).intValue();
  }

  boolean second() {
    return config.get("architectures").equals(List.of("DFlash2DraftModel"));
  }

  int tapCount() {
    return ((List<?>) nested.get("target_layer_ids")).size();
  }

  /** Random weights for the sizes the configuration states now. */
  public DraftPackage fill(long seed) {
    tensors.clear();
    Random random = new Random(seed);
    shapes()
        .forEach((name, shape) -> {
          long size = 1;
          for (long d : shape) {
            size *= d;
          }
          float[] values = new float[(int) size];
          for (int i = 0; i < values.length; i++) {
            values[i] = bfloat16(value(name, shape, i, random.nextGaussian()));
          }
          tensors.put(name, new Values("BF16", shape, values));
        });
    return this;
  }

  private static double value(String name, long[] shape, int index, double normal) {
    if (name.endsWith("norm.weight")) {
      return 1 + 0.2 * normal;
    }
    if (name.endsWith("base_kernel")) {
      long row = index / shape[2];
      return 0.3 * normal + (row % shape[1] == 0 ? 1 : 0);
    }
    return name.endsWith("codebook") ? normal : normal / Math.sqrt(shape[shape.length - 1]);
  }

  /** Names and shapes of all tensors for the sizes the configuration states now. */
  Map<String, long[]> shapes() {
    long h = number("hidden_size");
    long i = number("intermediate_size");
    long d = number("head_dim");
    long q = number("num_attention_heads") * d;
    long kv = number("num_key_value_heads") * d;
    Map<String, long[]> shapes = new LinkedHashMap<>();
    shapes.put("fc.weight", new long[] {h, tapCount() * h});
    shapes.put("hidden_norm.weight", new long[] {h});
    shapes.put("norm.weight", new long[] {h});
    for (int n = 0; n < number("num_hidden_layers"); n++) {
      String layer = "layers." + n + ".";
      shapes.put(layer + "input_layernorm.weight", new long[] {h});
      shapes.put(layer + "post_attention_layernorm.weight", new long[] {h});
      shapes.put(layer + "self_attn.q_proj.weight", new long[] {q, h});
      shapes.put(layer + "self_attn.k_proj.weight", new long[] {kv, h});
      shapes.put(layer + "self_attn.v_proj.weight", new long[] {kv, h});
      shapes.put(layer + "self_attn.o_proj.weight", new long[] {h, q});
      shapes.put(layer + "self_attn.q_norm.weight", new long[] {d});
      shapes.put(layer + "self_attn.k_norm.weight", new long[] {d});
      shapes.put(layer + "mlp.gate_proj.weight", new long[] {i, h});
      shapes.put(layer + "mlp.up_proj.weight", new long[] {i, h});
      shapes.put(layer + "mlp.down_proj.weight", new long[] {h, i});
      if (second()) {
        long k = number("conv_kernel_size");
        long rows = 2 * k * (h / number("conv_group_size"));
        for (String conv : List.of("attention_conv", "mlp_conv")) {
          shapes.put(layer + conv + ".base_kernel", new long[] {2, k, h});
          shapes.put(layer + conv + ".kernel_projection.weight", new long[] {rows, h});
        }
      }
    }
    if (second()) {
      long r = number("selector_rank");
      long v = number("vocab_size");
      shapes.put("candidate_selector.hidden_projection.weight", new long[] {r, h});
      shapes.put("candidate_selector.predecessor_codebook", new long[] {v, r});
      shapes.put("candidate_selector.successor_codebook", new long[] {v, r});
    }
    return shapes;
  }

  public float[] values(String name) {
    return tensors.get(name).values();
  }

  static float bfloat16(double value) {
    return Float.intBitsToFloat(Float.floatToRawIntBits((float) value) & 0xFFFF0000);
  }

  public DraftPackage as(String dtype) {
    tensors.replaceAll((name, t) -> new Values(dtype, t.shape(), t.values()));
    return this;
  }

  DraftPackage as(String dtype, String name) {
    Values t = tensors.get(name);
    tensors.put(name, new Values(dtype, t.shape(), t.values()));
    return this;
  }

  /** Writes config.json and one weights file. */
  public Path write(Path folder) {
    writeConfig(folder);
    writeTensors(folder.resolve("model.safetensors"), tensors.keySet());
    return folder;
  }

  /** Writes config.json and shards under names of their own with an index. */
  Path writeShards(Path folder, String stem) {
    writeConfig(folder);
    List<String> names = new ArrayList<>(tensors.keySet());
    Map<String, String> index = new LinkedHashMap<>();
    int half = names.size() / 2;
    for (int shard = 0; shard < 2; shard++) {
      String file = stem + "-0000" + (shard + 1) + "-of-00002.safetensors";
      List<String> part = shard == 0 ? names.subList(0, half) : names.subList(half, names.size());
      part.forEach(name -> index.put(name, file));
      writeTensors(folder.resolve(file), part);
    }
    writeJson(
        folder.resolve("model.safetensors.index.json"),
        Map.of("metadata", Map.of(), "weight_map", index));
    return folder;
  }

  void writeConfig(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    writeJson(folder.resolve("config.json"), config);
  }

  private static void writeJson(Path file, Object value) {
    try {
      Files.writeString(file, JsonMapper.shared().writeValueAsString(value));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeTensors(Path file, Iterable<String> names) {
    Map<String, Object> header = new LinkedHashMap<>();
    List<ByteBuffer> parts = new ArrayList<>();
    long at = 0;
    for (String name : names) {
      Values t = tensors.get(name);
      ByteBuffer bytes = bytes(t);
      header.put(
          name,
          Map.of(
              "dtype",
              t.dtype(),
              "shape",
              t.shape(),
              "data_offsets",
              new long[] {at, at + bytes.remaining()}));
      at += bytes.remaining();
      parts.add(bytes);
    }
    byte[] json = JsonMapper.shared().writeValueAsString(header).getBytes(StandardCharsets.UTF_8);
    ByteBuffer all =
        ByteBuffer.allocate((int) (8 + json.length + at)).order(ByteOrder.LITTLE_ENDIAN);
    all.putLong(json.length).put(json);
    parts.forEach(all::put);
    try {
      Files.write(file, all.array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ByteBuffer bytes(Values t) {
    int width =
        switch (t.dtype()) {
          case "I64" -> 8;
          case "F32", "I32" -> 4;
          case "BOOL" -> 1;
          default -> 2;
        };
    ByteBuffer out = ByteBuffer.allocate(t.values().length * width).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : t.values()) {
      switch (t.dtype()) {
        case "F32" -> out.putFloat(value);
        case "I32" -> out.putInt((int) value);
        case "I64" -> out.putLong((long) value);
        case "BOOL" -> out.put((byte) value);
        case "F16" -> out.putShort(Float.floatToFloat16(value));
        default -> out.putShort((short) (Float.floatToRawIntBits(value) >>> 16));
      }
    }
    return out.flip();
  }
}
