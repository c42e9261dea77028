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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/** Reads Llama, Qwen3 and Qwen3.5 targets from GGUF files (target-models 2.2, 2.3). */
final class GgufTargetReader {
  private static final String ROPE_DIVISORS = "rope_freqs.weight";
  private static final List<String> OTHER_ARITHMETIC =
      List.of(
          "attention.sliding_window",
          "attention.scale",
          "attention.clamp_kqv",
          "attn_logit_softcapping",
          "final_logit_softcapping",
          "logit_scale",
          "embedding_scale",
          "residual_scale");
  private static final double LLAMA_THETA = 10000;
  private static final Set<String> ARCHITECTURES =
      Set.of("llama", "qwen3", GgufHybridReader.ARCHITECTURE);
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
  StackWeights read(TargetPanels panels) {
    if (!ARCHITECTURES.contains(architecture)) {
      throw TargetRefusals.ggufArchitecture(file, architecture);
    }
    TargetSpec spec = spec();
    StackBuilder builder =
        new StackBuilder(
            spec,
            new StackBuilder.TensorNames(
                "token_embd.weight", "output_norm.weight", "output.weight", "blk.", parts()),
            spec.hybrid().map(GgufHybridReader::form).orElse(null),
            gguf,
            panels);
    Tensor divisors = builder.claims().claimIfPresent(ROPE_DIVISORS, spec.rotaryDims() / 2);
    Rope rope =
        divisors == null
            ? Rope.standard(spec.rotaryDims(), spec.ropeTheta())
            : Rope.divided(spec.rotaryDims(), spec.ropeTheta(), divisors(divisors));
    if (options.predictionHead()) {
      if (!isHybrid()) {
        throw Limits.noPredictionHead(file);
      }
      builder.withPrediction(new GgufHybridReader(gguf, options, notes).prediction(spec.layers()));
    }
    // Only the llama converter reorders q and k rows into neighbour pairs.
    return builder.build(
        architecture.equals("llama") ? rope.ofNeighbours() : rope,
        name ->
            isHybrid()
                && !options.predictionHead()
                && GgufHybridReader.besideTheStack(name, spec.layers()));
  }

  private boolean isHybrid() {
    return architecture.equals(GgufHybridReader.ARCHITECTURE);
  }

  private List<String> parts() {
    return PARTS.stream()
        .map(part -> isHybrid() && part.equals("ffn_norm") ? "post_attention_norm" : part)
        .toList();
  }

  private TargetSpec spec() {
    refuseWhatIsNotImplemented();
    int hidden = requireInt("embedding_length", Limits.HIDDEN);
    int heads = headCount("attention.head_count", -1);
    int keyValueHeads = headCount("attention.head_count_kv", heads);
    int headDim = headDim(hidden, heads);
    Limits.checkHeads(file, heads, keyValueHeads, headDim);
    int vocabulary = vocabulary();
    Optional<HybridSpec> hybrid = Optional.empty();
    int layers;
    if (isHybrid()) {
      GgufHybridReader reader = new GgufHybridReader(gguf, options, notes);
      layers = reader.layers();
      hybrid = Optional.of(reader.spec(layers));
    } else {
      layers = requireInt("block_count", Limits.LAYERS);
    }
    return new TargetSpec(
        architecture,
        Limits.displayName(file),
        "GGUF",
        layers,
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
        notes,
        hybrid);
  }

  private String key(String name) {
    return architecture + "." + name;
  }

  private int requireInt(String name, int max) {
    return metadata.requireInt(key(name), 1, max);
  }

  /** A number, or one per layer: all the same but for zeros where a layer has no attention. */
  private int headCount(String name, int absent) {
    Optional<long[]> counts = metadata.findIntegers(key(name));
    if (counts.isEmpty() && absent > 0) {
      return absent;
    }
    if (counts.isEmpty()) {
      return requireInt(name, Limits.HEADS);
    }
    long[] stated =
        LongStream.of(counts.get()).filter(n -> !isHybrid() || n != 0).distinct().toArray();
    if (stated.length != 1) {
      throw new ModelFileException(
          file, key(name), "the same number for all layers", Arrays.toString(stated));
    }
    return inRange(name, stated[0]);
  }

  private int inRange(String name, long count) {
    if (count < 1 || count > Limits.HEADS) {
      throw new ModelFileException(file, key(name), "1 to " + Limits.HEADS, String.valueOf(count));
    }
    return (int) count;
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

  private float[] divisors(Tensor tensor) {
    float[] divisors = SmallTensors.floats(tensor);
    for (float divisor : divisors) {
      if (!(divisor > 0 && divisor < Float.MAX_VALUE)) {
        throw new ModelFileException(
            file, ROPE_DIVISORS, "positive numbers", String.valueOf(divisor));
      }
    }
    return divisors;
  }

  private void refuseWhatIsNotImplemented() {
    refuseOtherArithmetic();
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

  // Keys that change results: read by other engines for relatives of these models.
  private void refuseOtherArithmetic() {
    for (String name : OTHER_ARITHMETIC) {
      double value = metadata.has(key(name)) ? metadata.requireNumber(key(name)) : 0;
      boolean harmless = value == 0 || name.endsWith("_scale") && value == 1;
      if (!harmless) {
        throw new ModelFileException(
            file,
            key(name),
            "no such key; this arithmetic is not supported",
            String.valueOf(value));
      }
    }
  }
}
