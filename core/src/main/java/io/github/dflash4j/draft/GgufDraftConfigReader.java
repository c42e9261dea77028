/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.gguf.GgufMetadata;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Reads the metadata of a draft in a GGUF file (dflash-algorithm 2.2). What is required is never
 * replaced by a default.
 */
final class GgufDraftConfigReader {
  private static final String PATTERN = "attention.sliding_window_pattern";
  private static final String MASK = "tokenizer.ggml.mask_token_id";
  private static final String OLDER_MASK = "dflash.mask_token_id";
  private static final String SELECTOR = "selector_hidden.weight";
  private static final double LARGEST_BASE = 1e12;

  private final GgufFile gguf;
  private final GgufMetadata metadata;

  private GgufDraftConfigReader(GgufFile gguf) {
    this.gguf = gguf;
    this.metadata = gguf.metadata();
  }

  /**
   * Reads a configuration.
   *
   * @param gguf the file; of its tensors only shapes are looked at
   * @param notes receives what a person should know about readings of this file
   * @return the configuration
   * @throws ModelFileException if it is no draft this library runs, or says too little
   */
  static DraftConfig read(GgufFile gguf, List<String> notes) {
    GgufDraftRefusals.check(gguf, notes);
    return new GgufDraftConfigReader(gguf).read();
  }

  private DraftConfig read() {
    // A positive selector_top_k is what makes a draft one of generation 2; a file with a selector
    // and without the key has to be told what it lacks.
    boolean second =
        metadata.findInteger(key("selector_top_k")).orElse(0) > 0 || gguf.has(SELECTOR);
    int hidden = size("embedding_length", DraftConfig.MAX_WIDTH);
    int vocabulary = vocabulary();
    Optional<ConvolutionShape> convolution =
        second ? Optional.of(convolution(hidden)) : Optional.empty();
    Optional<SelectorShape> selector =
        second ? Optional.of(selector(vocabulary)) : Optional.empty();
    int heads = size("attention.head_count", DraftConfig.MAX_HEADS);
    int keyValueHeads = size("attention.head_count_kv", heads);
    if (heads % keyValueHeads != 0) {
      throw wrong("attention.head_count_kv", "a divisor of " + heads + " heads", keyValueHeads);
    }
    int headDim = headDim();
    return new DraftConfig(
        second ? 2 : 1,
        hidden,
        size("feed_forward_length", DraftConfig.MAX_WIDTH),
        heads,
        keyValueHeads,
        headDim,
        vocabulary,
        epsilon(),
        masks(size("block_count", DraftConfig.MAX_LAYERS)),
        rotary(headDim),
        metadata.requireInt(key("block_size"), 2, DraftConfig.MAX_BLOCK),
        maskToken(vocabulary),
        taps(),
        OptionalInt.empty(),
        1,
        logits(),
        convolution,
        selector);
  }

  private static String key(String name) {
    return "dflash." + name;
  }

  private int size(String name, int max) {
    return metadata.requireInt(key(name), 1, max);
  }

  // The converter copies the target's tokenizer, padded to the rows of its embedding.
  private int vocabulary() {
    OptionalInt stated = metadata.findInt(key("vocab_size"), 1, DraftConfig.MAX_VOCABULARY);
    OptionalLong tokens = metadata.findLength("tokenizer.ggml.tokens");
    if (stated.isPresent() && tokens.isPresent() && stated.getAsInt() != tokens.getAsLong()) {
      throw wrong(
          "vocab_size", tokens.getAsLong() + " as in tokenizer.ggml.tokens", stated.getAsInt());
    }
    if (stated.isPresent()) {
      return stated.getAsInt();
    }
    if (tokens.isPresent()
        && tokens.getAsLong() >= 1
        && tokens.getAsLong() <= DraftConfig.MAX_VOCABULARY) {
      return (int) tokens.getAsLong();
    }
    throw new ModelFileException(
        metadata.file(),
        key("vocab_size"),
        "the number of ids, or tokenizer.ggml.tokens to take it from",
        tokens.isPresent() ? tokens.getAsLong() + " tokens" : "neither");
  }

  private ConvolutionShape convolution(int hidden) {
    int taps = size("conv_kernel_size", DraftConfig.MAX_CONVOLUTION_TAPS);
    int group = size("conv_group_size", hidden);
    if (hidden % group != 0) {
      throw wrong("conv_group_size", "a divisor of hidden size " + hidden, group);
    }
    return new ConvolutionShape(taps, group);
  }

  private SelectorShape selector(int vocabulary) {
    int most = Math.min(vocabulary, DraftConfig.MAX_CANDIDATES);
    return new SelectorShape(
        size("selector_rank", DraftConfig.MAX_RANK), size("selector_top_k", most), vocabulary);
  }

  private int headDim() {
    int max = DraftConfig.MAX_HEAD_DIM;
    OptionalInt stated = metadata.findInt(key("attention.key_length"), 2, max);
    Tensor norm = gguf.tensors().get("blk.0.attn_q_norm.weight");
    if (stated.isEmpty() && (norm == null || norm.elements() > max)) {
      throw new ModelFileException(
          metadata.file(),
          key("attention.key_length"),
          "the size of a head, or a tensor blk.0.attn_q_norm.weight to take it from",
          norm == null ? "neither" : norm.describe());
    }
    int headDim = stated.isPresent() ? stated.getAsInt() : (int) norm.elements();
    if (headDim < 2 || headDim % 2 != 0) {
      throw wrong("attention.key_length", "an even number", headDim);
    }
    int values = metadata.findInt(key("attention.value_length"), 1, max).orElse(headDim);
    if (values != headDim) {
      throw wrong("attention.value_length", headDim + ", the size of a key", values);
    }
    return headDim;
  }

  private float epsilon() {
    String name = "attention.layer_norm_rms_epsilon";
    double eps = metadata.requireNumber(key(name));
    if (!((float) eps > 0 && eps < 1)) {
      throw wrong(name, "a number between 0 and 1", eps);
    }
    return (float) eps;
  }

  /** Windows and causality of all layers (dflash-algorithm 3.6). */
  private List<LayerMask> masks(int layers) {
    int window = metadata.findInt(key("attention.sliding_window"), 0, LayerMask.LIMIT).orElse(0);
    Optional<boolean[]> stated = metadata.findBooleans(key(PATTERN));
    if (stated.isPresent() && stated.get().length != layers) {
      throw wrong(PATTERN, "one value for each of " + layers + " layers", stated.get().length);
    }
    if (stated.isEmpty() && window > 0) {
      throw new ModelFileException(
          metadata.file(),
          key(PATTERN),
          "true or false for each of " + layers + " layers",
          "no such key, while a sliding window is stated");
    }
    boolean[] slides = stated.orElseGet(() -> new boolean[layers]);
    Optional<Boolean> causal = metadata.findBoolean(key("attention.causal"));
    List<LayerMask> masks = new ArrayList<>();
    for (boolean sliding : slides) {
      if (sliding && window == 0) {
        throw wrong("attention.sliding_window", "the window of sliding layers", "none");
      }
      masks.add(new LayerMask(sliding ? window : 0, causal.orElse(sliding)));
    }
    return masks;
  }

  // Sections of targets with several kinds of positions are written so that only one is left.
  private RotaryConfig rotary(int headDim) {
    double base = metadata.requireNumber(key("rope.freq_base"));
    if (!(base > 1) || !(base <= LARGEST_BASE)) {
      throw wrong("rope.freq_base", "a number above 1", base);
    }
    String scaling = metadata.findString(key("rope.scaling.type")).orElse("none");
    boolean unscaled =
        scaling.equals("linear")
            && metadata.findNumber(key("rope.scaling.factor")).orElse(0) == 1.0;
    if (!scaling.equals("none") && !unscaled) {
      throw wrong("rope.scaling.type", "none", scaling + ", which is not supported");
    }
    int rotated = metadata.findInt(key("rope.dimension_count"), 0, headDim).orElse(headDim);
    if (rotated != headDim) {
      throw wrong("rope.dimension_count", headDim + ", the size of a head", rotated);
    }
    long[] sections =
        metadata.findIntegers(key("rope.dimension_sections")).orElse(new long[] {headDim / 2});
    boolean plain =
        sections.length >= 1
            && sections[0] == headDim / 2
            && Arrays.stream(sections).skip(1).allMatch(s -> s == 0);
    if (!plain) {
      throw wrong(
          "rope.dimension_sections",
          headDim / 2 + " and zeros, since drafts have one kind of position",
          Arrays.toString(Arrays.copyOf(sections, Math.min(8, sections.length))));
    }
    return RotaryConfig.standard(base);
  }

  private int maskToken(int vocabulary) {
    OptionalInt newer = metadata.findInt(MASK, 0, vocabulary - 1);
    OptionalInt older = metadata.findInt(OLDER_MASK, 0, vocabulary - 1);
    if (newer.isPresent() && older.isPresent() && newer.getAsInt() != older.getAsInt()) {
      throw new ModelFileException(
          metadata.file(),
          OLDER_MASK,
          newer.getAsInt() + " as in " + MASK,
          String.valueOf(older.getAsInt()));
    }
    return newer.isPresent()
        ? newer.getAsInt()
        : older.orElseGet(() -> {
          throw new ModelFileException(
              metadata.file(), MASK, "the mask token, here or in " + OLDER_MASK, "no such key");
        });
  }

  // target_layers counts the inputs of layers: input l is the output of layer l - 1, and the input
  // behind the last layer is the state before the final norm.
  private List<Integer> taps() {
    long[] stated = metadata.requireIntegers(key("target_layers"));
    if (stated.length < 1 || stated.length > DraftConfig.MAX_TAPS) {
      throw wrong("target_layers", "1 to " + DraftConfig.MAX_TAPS + " layers", stated.length);
    }
    var seen = new HashSet<Long>();
    for (long layer : stated) {
      if (layer < 1 || layer > 1 << 16) {
        throw wrong("target_layers", "inputs of layers behind the first one, from 1", layer);
      }
      if (!seen.add(layer)) {
        throw wrong("target_layers", "different layers", layer + " twice");
      }
    }
    return Arrays.stream(stated).mapToObj(layer -> (int) layer - 1).toList();
  }

  private LogitTransform logits() {
    float scale = (float) metadata.findNumber(key("logit_scale")).orElse(1);
    if (!(scale > 0) || !Float.isFinite(scale)) {
      throw wrong("logit_scale", "a number above 0", scale);
    }
    float softcap = (float) metadata.findNumber(key("final_logit_softcapping")).orElse(0);
    if (!Float.isFinite(softcap)) {
      throw wrong("final_logit_softcapping", "a number", softcap);
    }
    return new LogitTransform(scale, Math.max(0, softcap));
  }

  private ModelFileException wrong(String name, String expected, Object found) {
    return new ModelFileException(metadata.file(), key(name), expected, String.valueOf(found));
  }
}
