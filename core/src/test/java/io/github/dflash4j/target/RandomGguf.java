/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.draft.Packed;
import io.github.dflash4j.format.LittleEndian;
import io.github.dflash4j.format.TestGguf;
import io.github.dflash4j.weights.StorageType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Small random targets as GGUF files, with rows that any storage type can hold. */
public final class RandomGguf {
  private static final int HIDDEN = 256;
  private static final int HEAD = 64;
  private static final int LAYERS = 4;

  private final TestGguf out = new TestGguf();
  private final StorageType type;
  private final int vocabulary;
  private final int differentHeadRows;
  private final Random random;

  private RandomGguf(StorageType type, int vocabulary, int differentHeadRows, long seed) {
    this.type = type;
    this.vocabulary = vocabulary;
    this.differentHeadRows = differentHeadRows;
    random = new Random(seed);
  }

  /** Writes a dense target whose matrices are all of one type. */
  public static Path dense(Path file, StorageType type, long seed) {
    return dense(file, new RandomGguf(type, 288, 288, seed));
  }

  /**
   * Writes a dense target whose head has the same rows over and over, so that logits of ids that
   * lie so many rows apart are tied.
   *
   * @param different how many rows there are before they come again
   */
  static Path tied(Path file, StorageType type, int vocabulary, int different, long seed) {
    return dense(file, new RandomGguf(type, vocabulary, different, seed));
  }

  private static Path dense(Path file, RandomGguf target) {
    target.settings("qwen3");
    target.ends();
    for (int n = 0; n < LAYERS; n++) {
      target.attention("blk." + n + ".", 4 * HEAD);
      target.mlp("blk." + n + ".", "ffn_norm.weight");
    }
    return target.out.write(file);
  }

  /** Writes a hybrid target whose matrices are all of one type; its last layer attends. */
  public static Path hybrid(Path file, StorageType type, long seed) {
    RandomGguf target = new RandomGguf(type, 288, 288, seed);
    target.settings("qwen35");
    target
        .out
        .u32("qwen35.rope.dimension_count", HEAD / 4)
        .u32s("qwen35.rope.dimension_sections", 3, 3, 2, 0)
        .u32("qwen35.ssm.conv_kernel", 4)
        .u32("qwen35.ssm.state_size", HEAD)
        .u32("qwen35.ssm.group_count", 2)
        .u32("qwen35.ssm.time_step_rank", 4)
        .u32("qwen35.ssm.inner_size", 4 * HEAD)
        .u32("qwen35.full_attention_interval", LAYERS);
    target.ends();
    for (int n = 0; n < LAYERS; n++) {
      String layer = "blk." + n + ".";
      if (n == LAYERS - 1) {
        target.attention(layer, 2 * 4 * HEAD);
      } else {
        target.recurrent(layer);
      }
      target.mlp(layer, "post_attention_norm.weight");
    }
    return target.out.write(file);
  }

  private void settings(String architecture) {
    String prefix = architecture + ".";
    out.string("general.architecture", architecture)
        .u32(prefix + "block_count", LAYERS)
        .u32(prefix + "context_length", 512)
        .u32(prefix + "embedding_length", HIDDEN)
        .u32(prefix + "feed_forward_length", 2 * HIDDEN)
        .u32(prefix + "attention.head_count", 4)
        .u32(prefix + "attention.head_count_kv", 2)
        .u32(prefix + "attention.key_length", HEAD)
        .u32(prefix + "attention.value_length", HEAD)
        .f32(prefix + "attention.layer_norm_rms_epsilon", 1e-6f)
        .f32(prefix + "rope.freq_base", 1e6f)
        .u32(prefix + "vocab_size", vocabulary);
  }

  private void ends() {
    matrix("token_embd.weight", vocabulary, HIDDEN);
    norm("output_norm.weight", HIDDEN);
    matrix("output.weight", vocabulary, HIDDEN, differentHeadRows);
  }

  private void attention(String layer, int queries) {
    norm(layer + "attn_norm.weight", HIDDEN);
    matrix(layer + "attn_q.weight", queries, HIDDEN);
    matrix(layer + "attn_k.weight", 2 * HEAD, HIDDEN);
    matrix(layer + "attn_v.weight", 2 * HEAD, HIDDEN);
    matrix(layer + "attn_output.weight", HIDDEN, 4 * HEAD);
    norm(layer + "attn_q_norm.weight", HEAD);
    norm(layer + "attn_k_norm.weight", HEAD);
  }

  private void recurrent(String layer) {
    int channels = 2 * 2 * HEAD + 4 * HEAD;
    norm(layer + "attn_norm.weight", HIDDEN);
    matrix(layer + "attn_qkv.weight", channels, HIDDEN);
    matrix(layer + "attn_gate.weight", 4 * HEAD, HIDDEN);
    matrix(layer + "ssm_beta.weight", 4, HIDDEN);
    matrix(layer + "ssm_alpha.weight", 4, HIDDEN);
    floats(layer + "ssm_conv1d.weight", -0.8, 0.8, channels, 4);
    floats(layer + "ssm_a", -1, -0.02, 4);
    floats(layer + "ssm_dt.bias", -2, 1, 4);
    norm(layer + "ssm_norm.weight", HEAD);
    matrix(layer + "ssm_out.weight", HIDDEN, 4 * HEAD);
  }

  private void mlp(String layer, String norm) {
    norm(layer + norm, HIDDEN);
    matrix(layer + "ffn_gate.weight", 2 * HIDDEN, HIDDEN);
    matrix(layer + "ffn_up.weight", 2 * HIDDEN, HIDDEN);
    matrix(layer + "ffn_down.weight", HIDDEN, 2 * HIDDEN);
  }

  private void matrix(String name, int rows, int columns) {
    matrix(name, rows, columns, rows);
  }

  private void matrix(String name, int rows, int columns, int different) {
    float[] values = new float[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          i < different * columns
              ? (float) (random.nextGaussian() / Math.sqrt(columns))
              : values[i - different * columns];
    }
    out.tensor(name, Packed.id(type), new long[] {columns, rows}, Packed.bytes(type, values));
  }

  private void norm(String name, int size) {
    floats(name, 0.8, 1.2, size);
  }

  private void floats(String name, double low, double high, int... shape) {
    float[] values = new float[Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (low + (high - low) * random.nextDouble());
    }
    long[] dimensions = new long[shape.length];
    for (int i = 0; i < shape.length; i++) {
      dimensions[i] = shape[shape.length - 1 - i];
    }
    out.tensor(name, 0, dimensions, LittleEndian.floats(values));
  }
}
