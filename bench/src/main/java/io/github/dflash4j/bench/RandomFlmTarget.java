/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.weights.StorageType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A Qwen3 target of a published size as a FastFlowLM package with random weights: {@code
 * config.json} and {@code model.q4nx}, with the names and the storage of FastFlowLM's converter
 * (flm-packages 3). Written piece by piece. There is no tokenizer in it.
 */
final class RandomFlmTarget {
  private final TargetShape shape;
  private final WeightMix mix;
  private final boolean sparse;
  private final RandomWeights random;
  private final FlmWriter out = new FlmWriter();

  /**
   * A target.
   *
   * @param shape its sizes
   * @param mix its storage types
   * @param sparse whether matrices are left as holes in the file
   * @param seed of the weights
   * @throws IllegalArgumentException if it is not Qwen3, or the vocabulary does not fill its chunks
   */
  RandomFlmTarget(TargetShape shape, WeightMix mix, boolean sparse, long seed) {
    String type = mix.name().toLowerCase(Locale.ROOT);
    if (!shape.architecture().equals("qwen3")) {
      throw new IllegalArgumentException(
          "type " + type + " is for Qwen3 shapes only, which " + shape.name() + " is not");
    }
    int rows = mix.head().blockRows();
    if (shape.vocabulary() % rows != 0) {
      throw new IllegalArgumentException(
          "the vocabulary must be a multiple of "
              + rows
              + " tokens for type "
              + type
              + ", not "
              + shape.vocabulary());
    }
    this.shape = shape;
    this.mix = mix;
    this.sparse = sparse;
    this.random = new RandomWeights(seed);
  }

  /**
   * Writes the package.
   *
   * @param folder made if it is not there; files of the same names in it are replaced
   * @return bytes of all its files
   * @throws IOException if it cannot be written
   */
  long write(Path folder) throws IOException {
    int hidden = shape.hidden();
    double spread = 1 / Math.sqrt(hidden);
    out.bfloats(
        "model.embed_tokens.weight",
        sparse ? null : piece -> random.fill(mix.embedding(shape.tied()), spread, piece),
        shape.vocabulary(),
        hidden);
    norm("model.norm", hidden);
    // A tied model too gets a head of its own, made of the embedding.
    matrix("lm_head", mix.head(), shape.vocabulary(), hidden);
    IntStream.range(0, shape.layers()).forEach(this::layer);
    Path config = Files.createDirectories(folder).resolve("config.json");
    Files.writeString(config, settings());
    return Files.size(config) + out.write(folder.resolve("model.q4nx"));
  }

  private void layer(int n) {
    String layer = "model.layers." + n + ".";
    int hidden = shape.hidden();
    int q = shape.heads() * shape.headDim();
    int kv = shape.keyValueHeads() * shape.headDim();
    norm(layer + "input_layernorm", hidden);
    matrix(n, "self_attn.q_proj", q, hidden);
    matrix(n, "self_attn.k_proj", kv, hidden);
    matrix(n, "self_attn.v_proj", kv, hidden);
    matrix(n, "self_attn.o_proj", hidden, q);
    norm(layer + "self_attn.q_norm", shape.headDim());
    norm(layer + "self_attn.k_norm", shape.headDim());
    norm(layer + "post_attention_layernorm", hidden);
    matrix(n, "mlp.gate_proj", shape.intermediate(), hidden);
    matrix(n, "mlp.up_proj", shape.intermediate(), hidden);
    matrix(n, "mlp.down_proj", hidden, shape.intermediate());
  }

  private void matrix(int layer, String part, int rows, int columns) {
    StorageType type = mix.matrix(part, layer, shape.layers());
    matrix("model.layers." + layer + "." + part, type, rows, columns);
  }

  // A spread of 1 / sqrt(columns) keeps rows at their size.
  private void matrix(String name, StorageType type, int rows, int columns) {
    double spread = 1 / Math.sqrt(columns);
    out.chunks(
        name + ".weight",
        type,
        sparse ? null : piece -> random.fill(type, spread, piece),
        rows,
        columns);
  }

  /** Norms are written in a sparse file too, as in GGUF files. */
  private void norm(String name, int size) {
    out.bfloats(name + ".weight", this::aroundOne, size);
  }

  private void aroundOne(ByteBuffer piece) {
    for (float number : random.between(0.9, 1.1, piece.remaining() / Short.BYTES)) {
      piece.putShort((short) (Float.floatToRawIntBits(number) >> 16));
    }
  }

  private String settings() {
    return """
    {
      "architectures": ["Qwen3ForCausalLM"],
      "model_type": "qwen3",
      "hidden_act": "silu",
      "hidden_size": %d,
      "intermediate_size": %d,
      "num_hidden_layers": %d,
      "num_attention_heads": %d,
      "num_key_value_heads": %d,
      "head_dim": %d,
      "vocab_size": %d,
      "max_position_embeddings": %d,
      "rms_norm_eps": %s,
      "rope_theta": %s,
      "tie_word_embeddings": %b
    }
    """
        .formatted(
            shape.hidden(),
            shape.intermediate(),
            shape.layers(),
            shape.heads(),
            shape.keyValueHeads(),
            shape.headDim(),
            shape.vocabulary(),
            shape.context(),
            shape.epsilon(),
            shape.theta(),
            shape.tied());
  }
}
