/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.weights.StorageType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * A target of a published size with random weights, written piece by piece: no more than a piece of
 * a tensor is in memory. It says nothing sensible, but costs what the real one costs.
 */
final class RandomTarget {
  private static final int VERSION_OF_TYPES = 2;

  private final TargetShape shape;
  private final WeightMix mix;
  private final boolean mtp;
  private final boolean sparse;
  private final RandomWeights random;
  private final GgufWriter out = new GgufWriter();

  /**
   * A target.
   *
   * @param shape its sizes
   * @param mix its storage types
   * @param mtp whether a hybrid gets a head for multi-token prediction
   * @param sparse whether matrices are left as holes in the file
   * @param seed of the weights
   * @throws IllegalArgumentException if the rows do not fit the storage type, or the vocabulary is
   *     too small
   */
  RandomTarget(TargetShape shape, WeightMix mix, boolean mtp, boolean sparse, long seed) {
    if (shape.vocabulary() < FillerVocabulary.SMALLEST) {
      throw new IllegalArgumentException(
          "the vocabulary must be at least " + FillerVocabulary.SMALLEST + " tokens");
    }
    int block = mix.matrix("ffn_up", 0, 1).blockElements();
    if (shape.hidden() % block != 0 || shape.intermediate() % block != 0) {
      throw new IllegalArgumentException(
          shape.name()
              + " has rows of "
              + shape.hidden()
              + " numbers, which "
              + mix
              + " cannot store");
    }
    this.shape = shape;
    this.mix = mix;
    this.mtp = mtp;
    this.sparse = sparse;
    this.random = new RandomWeights(seed);
  }

  /**
   * Writes it as GGUF.
   *
   * @param file replaced if it is there
   * @return its length in bytes
   * @throws IOException if it cannot be written
   */
  long write(Path file) throws IOException {
    settings();
    FillerVocabulary.write(out, pattern(), shape.vocabulary());
    int hidden = shape.hidden();
    matrix("token_embd.weight", mix.embedding(shape.tied()), shape.vocabulary(), hidden);
    norm("output_norm.weight", hidden);
    if (!shape.tied()) {
      matrix("output.weight", mix.head(), shape.vocabulary(), hidden);
    }
    IntStream.range(0, shape.layers()).forEach(this::layer);
    if (mtp) {
      predictionHead();
    }
    return out.write(file);
  }

  private String pattern() {
    return switch (shape.architecture()) {
      case "llama" -> "smollm";
      case "qwen3" -> "qwen2";
      default -> "qwen35";
    };
  }

  private void settings() {
    String prefix = shape.architecture() + ".";
    out.string("general.architecture", shape.architecture())
        .string("general.name", "random weights, " + shape.name())
        .integer("general.quantization_version", VERSION_OF_TYPES)
        .integer(prefix + "block_count", shape.layers() + (mtp ? 1 : 0))
        .integer(prefix + "context_length", shape.context())
        .integer(prefix + "embedding_length", shape.hidden())
        .integer(prefix + "feed_forward_length", shape.intermediate())
        .integer(prefix + "attention.head_count", shape.heads())
        .integer(prefix + "attention.head_count_kv", shape.keyValueHeads())
        .integer(prefix + "attention.key_length", shape.headDim())
        .integer(prefix + "attention.value_length", shape.headDim())
        .number(prefix + "attention.layer_norm_rms_epsilon", shape.epsilon())
        .number(prefix + "rope.freq_base", shape.theta())
        .integer(
            prefix + "rope.dimension_count",
            shape.recurrent().isPresent() ? shape.headDim() / 4 : shape.headDim())
        .integer(prefix + "vocab_size", shape.vocabulary());
    shape
        .recurrent()
        .ifPresent(valueHeads ->
            out.integers(prefix + "rope.dimension_sections", 11, 11, 10, 0)
                .integer(prefix + "ssm.conv_kernel", TargetShape.CONVOLUTION)
                .integer(prefix + "ssm.state_size", TargetShape.STATE)
                .integer(prefix + "ssm.group_count", TargetShape.KEY_HEADS)
                .integer(prefix + "ssm.time_step_rank", valueHeads)
                .integer(prefix + "ssm.inner_size", valueHeads * TargetShape.STATE)
                .integer(prefix + "full_attention_interval", TargetShape.INTERVAL));
    if (mtp) {
      out.integer(prefix + "nextn_predict_layers", 1);
    }
  }

  private void layer(int n) {
    if (shape.hasAttention(n)) {
      attention(n);
    } else {
      recurrent(n);
    }
    mlp(n);
  }

  private void attention(int n) {
    int q = shape.heads() * shape.headDim();
    int kv = shape.keyValueHeads() * shape.headDim();
    norm(part(n, "attn_norm.weight"), shape.hidden());
    matrix(n, "attn_q", shape.recurrent().isPresent() ? 2 * q : q, shape.hidden());
    matrix(n, "attn_k", kv, shape.hidden());
    matrix(n, "attn_v", kv, shape.hidden());
    matrix(n, "attn_output", shape.hidden(), q);
    if (!shape.architecture().equals("llama")) {
      norm(part(n, "attn_q_norm.weight"), shape.headDim());
      norm(part(n, "attn_k_norm.weight"), shape.headDim());
    }
  }

  private void recurrent(int n) {
    int valueHeads = shape.recurrent().orElseThrow();
    int values = valueHeads * TargetShape.STATE;
    int channels = 2 * TargetShape.KEY_HEADS * TargetShape.STATE + values;
    norm(part(n, "attn_norm.weight"), shape.hidden());
    matrix(n, "attn_qkv", channels, shape.hidden());
    matrix(n, "attn_gate", values, shape.hidden());
    matrix(n, "ssm_beta", valueHeads, shape.hidden());
    matrix(n, "ssm_alpha", valueHeads, shape.hidden());
    floats(part(n, "ssm_conv1d.weight"), -0.8, 0.8, channels, TargetShape.CONVOLUTION);
    floats(part(n, "ssm_a"), -1.0, -0.02, valueHeads);
    floats(part(n, "ssm_dt.bias"), -2.0, 1.0, valueHeads);
    norm(part(n, "ssm_norm.weight"), TargetShape.STATE);
    matrix(n, "ssm_out", shape.hidden(), values);
  }

  private void mlp(int n) {
    boolean hybrid = shape.recurrent().isPresent();
    norm(part(n, hybrid ? "post_attention_norm.weight" : "ffn_norm.weight"), shape.hidden());
    matrix(n, "ffn_gate", shape.intermediate(), shape.hidden());
    matrix(n, "ffn_up", shape.intermediate(), shape.hidden());
    matrix(n, "ffn_down", shape.hidden(), shape.intermediate());
  }

  private void predictionHead() {
    int n = shape.layers();
    attention(n);
    mlp(n);
    matrix(n, "nextn.eh_proj", shape.hidden(), 2 * shape.hidden());
    norm(part(n, "nextn.enorm.weight"), shape.hidden());
    norm(part(n, "nextn.hnorm.weight"), shape.hidden());
    norm(part(n, "nextn.shared_head_norm.weight"), shape.hidden());
  }

  private static String part(int layer, String name) {
    return "blk." + layer + "." + name;
  }

  private void matrix(int layer, String name, int rows, int columns) {
    matrix(part(layer, name + ".weight"), mix.matrix(name, layer, shape.layers()), rows, columns);
  }

  // A spread of 1 / sqrt(columns) keeps rows at their size.
  private void matrix(String name, StorageType type, int rows, int columns) {
    double spread = 1 / Math.sqrt(columns);
    out.tensor(
        name, type, sparse ? null : piece -> random.fill(type, spread, piece), rows, columns);
  }

  private void norm(String name, int size) {
    floats(name, 0.9, 1.1, size);
  }

  /** Small tensors are written in a sparse file too: readers check them. */
  private void floats(String name, double low, double high, long... shape) {
    out.tensor(name, StorageType.F32, piece -> floats(piece, low, high), shape);
  }

  private void floats(ByteBuffer piece, double low, double high) {
    for (float number : random.between(low, high, piece.remaining() / Float.BYTES)) {
      piece.putFloat(number);
    }
  }
}
