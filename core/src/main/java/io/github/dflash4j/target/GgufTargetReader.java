/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.gguf.GgufMetadata;
import io.github.dflash4j.model.Rope;
import io.github.dflash4j.model.SmallTensors;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads Llama and Qwen3 targets from GGUF files (target-models 2.2, 2.3). */
final class GgufTargetReader {
  private static final String ROPE_DIVISORS = "rope_freqs.weight";
  private static final double LLAMA_THETA = 10000;
  private static final List<String> PARTS =
      List.of(
          "attn_norm",
          "attn_q",
          "attn_k",
          "attn_v",
          "attn_output",
          "attn_q_norm",
          "attn_k_norm",
          "ffn_norm",
          "ffn_gate",
          "ffn_up",
          "ffn_down");

  private final Path file;
  private final GgufFile gguf;
  private final GgufMetadata metadata;
  private final TargetOptions options;
  private final String architecture;
  private final List<String> notes = new ArrayList<>();

  GgufTargetReader(GgufFile gguf, TargetOptions options) {
    this.file = gguf.location();
    this.gguf = gguf;
    this.metadata = gguf.metadata();
    this.options = options;
    this.architecture = metadata.requireString("general.architecture");
  }

  /** Reads the weights; the store is the caller's to close. */
  DenseWeights read() {
    if (!architecture.equals("llama") && !architecture.equals("qwen3")) {
      throw TargetRefusals.ggufArchitecture(file, architecture);
    }
    TargetSpec spec = spec();
    DenseBuilder builder =
        new DenseBuilder(
            spec,
            new DenseBuilder.TensorNames(
                "token_embd.weight", "output_norm.weight", "output.weight", "blk.", PARTS),
            gguf);
    Tensor divisors = builder.claims().claimIfPresent(ROPE_DIVISORS, spec.rotaryDims() / 2);
    Rope rope =
        divisors == null
            ? Rope.standard(spec.rotaryDims(), spec.ropeTheta())
            : Rope.divided(spec.rotaryDims(), spec.ropeTheta(), SmallTensors.floats(divisors));
    // Only the llama converter reorders q and k rows into neighbour pairs.
    return builder.build(architecture.equals("llama") ? rope.ofNeighbours() : rope, name -> false);
  }

  private TargetSpec spec() {
    refuseWhatIsNotImplemented();
    int hidden = requireInt("embedding_length", Limits.HIDDEN);
    int heads = requireInt("attention.head_count", Limits.HEADS);
    int keyValueHeads =
        metadata.findInt(key("attention.head_count_kv"), 1, Limits.HEADS).orElse(heads);
    int headDim = headDim(hidden, heads);
    Limits.checkHeads(file, heads, keyValueHeads, headDim);
    int vocabulary = vocabulary();
    return new TargetSpec(
        architecture,
        Limits.displayName(file),
        "GGUF",
        requireInt("block_count", Limits.LAYERS),
        hidden,
        requireInt("feed_forward_length", Limits.INTERMEDIATE),
        heads,
        keyValueHeads,
        headDim,
        vocabulary,
        Limits.context(requireInt("context_length", Limits.CONTEXT), options, notes),
        Limits.epsilon(
            file,
            key("attention.layer_norm_rms_epsilon"),
            metadata.requireNumber(key("attention.layer_norm_rms_epsilon"))),
        theta(),
        gguf.find(ROPE_DIVISORS).isPresent() ? "llama3" : "default",
        rotaryDims(headDim),
        gguf.find("output.weight").isEmpty() && !gguf.unsupported().containsKey("output.weight"),
        notes);
  }

  private String key(String name) {
    return architecture + "." + name;
  }

  private int requireInt(String name, int max) {
    return metadata.requireInt(key(name), 1, max);
  }

  private int headDim(int hidden, int heads) {
    var length = metadata.findInt(key("attention.key_length"), 2, Limits.HEAD_DIM);
    var values = metadata.findInt(key("attention.value_length"), 2, Limits.HEAD_DIM);
    if (length.isEmpty() && hidden % heads != 0) {
      throw new ModelFileException(
          file,
          key("embedding_length"),
          "a multiple of " + heads + " heads",
          String.valueOf(hidden));
    }
    int headDim = length.orElse(hidden / heads);
    if (values.orElse(headDim) != headDim) {
      throw new ModelFileException(
          file,
          key("attention.value_length"),
          String.valueOf(headDim) + ", the size of a key",
          String.valueOf(values.getAsInt()));
    }
    return headDim;
  }

  private int rotaryDims(int headDim) {
    int dims = metadata.findInt(key("rope.dimension_count"), 2, headDim).orElse(headDim);
    if (dims % 2 != 0) {
      throw new ModelFileException(
          file, key("rope.dimension_count"), "an even number", String.valueOf(dims));
    }
    return dims;
  }

  private int vocabulary() {
    Tensor embedding = gguf.tensors().get("token_embd.weight");
    if (embedding == null) {
      throw new ModelFileException(
          file,
          "token_embd.weight",
          "the embedding",
          gguf.tensors().isEmpty() ? "no tensors" : "no such tensor");
    }
    if (embedding.rows() > Limits.VOCABULARY) {
      throw new ModelFileException(
          file,
          "token_embd.weight",
          "at most " + Limits.VOCABULARY + " rows",
          embedding.describe());
    }
    return (int) embedding.rows();
  }

  private double theta() {
    String key = key("rope.freq_base");
    if (!metadata.has(key) && architecture.equals("llama")) {
      notes.add("no " + key + ": 10000, which is what its absence means for llama");
      return LLAMA_THETA;
    }
    return Limits.theta(file, key, metadata.requireNumber(key));
  }

  private void refuseWhatIsNotImplemented() {
    String scaling = metadata.findString(key("rope.scaling.type")).orElse("none");
    boolean unscaled =
        scaling.equals("linear")
            && metadata.findNumber(key("rope.scaling.factor")).orElse(0) == 1.0;
    if (!scaling.equals("none") && !unscaled) {
      throw new ModelFileException(file, key("rope.scaling.type"), "none", scaling);
    }
    if (metadata.findInteger(key("expert_count")).orElse(0) > 0) {
      throw new ModelFileException(
          file, key("expert_count"), "a dense model", "a mixture of experts, not supported");
    }
  }
}
