/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads the {@code config.json} of a draft in both layouts: what belongs to the draft is looked up
 * in {@code dflash_config} first and at top level second, what belongs to the stack at top level
 * only (dflash-algorithm 1). What is required is never replaced by a default.
 */
final class DraftConfigReader {
  static final String NESTED = "dflash_config";
  private static final String Q_NORM = "layers.0.self_attn.q_norm.weight";
  private static final String FULL = "full_attention";
  private static final String SLIDING = "sliding_attention";

  private final JsonFields config;
  private final JsonFields draft;
  private final TensorStore store;
  private final List<String> notes;

  private DraftConfigReader(JsonFields config, TensorStore store, List<String> notes) {
    this.config = config;
    this.draft = config.nestedFirst(NESTED);
    this.store = store;
    this.notes = notes;
  }

  /**
   * Reads a configuration.
   *
   * @param config the root of config.json
   * @param store the tensors, asked for the size of a head only
   * @param notes receives what a person should know about readings of this file
   * @return the configuration
   * @throws ModelFileException if it is no draft this library runs, or says too little
   */
  static DraftConfig read(JsonFields config, TensorStore store, List<String> notes) {
    return new DraftConfigReader(config, store, notes).read();
  }

  private DraftConfig read() {
    int generation = DraftRefusals.generation(config);
    DraftRefusals.relatives(config, draft);
    if (DraftRefusals.isAssistant(config) && !RotaryReader.statesPairs(config)) {
      notes.add("rotary components are paired by halves; the configuration does not say");
    }
    int hidden = size("hidden_size", DraftConfig.MAX_WIDTH);
    int vocabulary = vocabulary();
    Optional<ConvolutionShape> convolution =
        generation == 2 ? Optional.of(convolution(hidden)) : Optional.empty();
    Optional<SelectorShape> selector =
        generation == 2 ? Optional.of(selector(vocabulary)) : Optional.empty();
    int heads = size("num_attention_heads", DraftConfig.MAX_HEADS);
    int keyValueHeads = size("num_key_value_heads", heads);
    if (heads % keyValueHeads != 0) {
      throw wrong("num_key_value_heads", "a divisor of " + heads + " heads", keyValueHeads);
    }
    int layers = size("num_hidden_layers", DraftConfig.MAX_LAYERS);
    OptionalInt targetLayers = draft.findInt("num_target_layers", 1, 1 << 16);
    return new DraftConfig(
        generation,
        hidden,
        size("intermediate_size", DraftConfig.MAX_WIDTH),
        heads,
        keyValueHeads,
        headDim(),
        vocabulary,
        epsilon(),
        masks(layers),
        RotaryReader.read(config),
        draft.requireInt("block_size", 2, DraftConfig.MAX_BLOCK),
        draft.requireInt("mask_token_id", 0, lastId(vocabulary)),
        taps(targetLayers),
        targetLayers,
        inputScale(),
        logits(),
        convolution,
        selector);
  }

  private int size(String key, int max) {
    return config.requireInt(key, 1, max);
  }

  // The assistant container leaves it out; nothing of such a draft has a row per id.
  private int vocabulary() {
    return DraftRefusals.isAssistant(config) && !config.has("vocab_size")
        ? DraftConfig.UNSTATED
        : size("vocab_size", DraftConfig.MAX_VOCABULARY);
  }

  private static int lastId(int vocabulary) {
    return (vocabulary == DraftConfig.UNSTATED ? DraftConfig.MAX_VOCABULARY : vocabulary) - 1;
  }

  private ConvolutionShape convolution(int hidden) {
    int taps = draft.requireInt("conv_kernel_size", 1, DraftConfig.MAX_CONVOLUTION_TAPS);
    int group = draft.requireInt("conv_group_size", 1, hidden);
    if (hidden % group != 0) {
      throw wrong("conv_group_size", "a divisor of hidden size " + hidden, group);
    }
    return new ConvolutionShape(taps, group);
  }

  private SelectorShape selector(int vocabulary) {
    int rank = draft.requireInt("selector_rank", 1, DraftConfig.MAX_RANK);
    int rows = draft.findInt("selector_vocab_size", 1, vocabulary).orElse(vocabulary);
    int most = Math.min(rows, DraftConfig.MAX_CANDIDATES);
    return new SelectorShape(rank, draft.requireInt("selector_top_k", 1, most), rows);
  }

  // Readers disagree about the default; the q norm has one number per component (1.2).
  private int headDim() {
    OptionalInt stated = config.findInt("head_dim", 2, DraftConfig.MAX_HEAD_DIM);
    Tensor norm = store.tensors().get(Q_NORM);
    if (norm == null) {
      return even(
          stated.orElseThrow(() ->
              new ModelFileException(
                  config.file(),
                  "head_dim",
                  "the size of a head, or a tensor " + Q_NORM + " to take it from",
                  "neither")));
    }
    long found = norm.elements();
    if (stated.isPresent() && stated.getAsInt() != found) {
      throw new ModelFileException(
          config.file(), "head_dim", found + " as in " + Q_NORM, String.valueOf(stated.getAsInt()));
    }
    if (found > DraftConfig.MAX_HEAD_DIM) {
      throw new ModelFileException(
          norm.file(), Q_NORM, "at most " + DraftConfig.MAX_HEAD_DIM + " numbers", norm.describe());
    }
    return even((int) found);
  }

  private int even(int headDim) {
    if (headDim < 2 || headDim % 2 != 0) {
      throw wrong("head_dim", "an even number", headDim);
    }
    return headDim;
  }

  private float epsilon() {
    double eps = config.requireNumber("rms_norm_eps");
    if (!((float) eps > 0 && eps < 1)) {
      throw wrong("rms_norm_eps", "a number between 0 and 1", eps);
    }
    return (float) eps;
  }

  /** Windows and causality of all layers (dflash-algorithm 1.2, 3.6). */
  private List<LayerMask> masks(int layers) {
    List<String> types = layerTypes(layers);
    Optional<Boolean> causal = draft.findBoolean("is_causal").or(() -> draft.findBoolean("causal"));
    int window = types.contains(SLIDING) ? window() : 0;
    List<LayerMask> masks = new ArrayList<>();
    for (String type : types) {
      boolean slides = type.equals(SLIDING);
      masks.add(new LayerMask(slides ? window : 0, causal.orElse(slides)));
    }
    return masks;
  }

  private List<String> layerTypes(int layers) {
    Optional<List<String>> stated = config.findStrings("layer_types");
    if (stated.isEmpty()) {
      // Without windows all readings of a missing list agree.
      boolean maySlide =
          config.findBoolean("use_sliding_window").orElse(config.has("sliding_window"));
      if (maySlide) {
        throw new ModelFileException(
            config.file(),
            "layer_types",
            FULL + " or " + SLIDING + " for each of " + layers + " layers",
            "no such key, while a sliding window is stated");
      }
      return Collections.nCopies(layers, FULL);
    }
    List<String> types = stated.get();
    if (types.size() != layers) {
      throw wrong("layer_types", "one type for each of " + layers + " layers", types.size());
    }
    for (int n = 0; n < layers; n++) {
      if (!types.get(n).equals(FULL) && !types.get(n).equals(SLIDING)) {
        throw wrong("layer_types", FULL + " or " + SLIDING, types.get(n) + " for layer " + n);
      }
    }
    return types;
  }

  // An explicit false switches the window off in the reference even for layers typed sliding (1.2);
  // they stay causal by their type.
  private int window() {
    if (!config.findBoolean("use_sliding_window").orElse(true)) {
      notes.add("layers typed " + SLIDING + " have no window, because use_sliding_window is false");
      return 0;
    }
    return config.requireInt("sliding_window", 1, LayerMask.LIMIT);
  }

  private List<Integer> taps(OptionalInt targetLayers) {
    long[] stated = draft.requireIntegers("target_layer_ids");
    if (stated.length < 1 || stated.length > DraftConfig.MAX_TAPS) {
      throw wrong("target_layer_ids", "1 to " + DraftConfig.MAX_TAPS + " layers", stated.length);
    }
    int layers = targetLayers.orElse(1 << 16);
    var seen = new HashSet<Long>();
    for (long tap : stated) {
      if (tap < 0 || tap >= layers) {
        throw wrong("target_layer_ids", "zero-based layers below " + layers, tap);
      }
      if (!seen.add(tap)) {
        throw wrong("target_layer_ids", "different layers", tap + " twice");
      }
    }
    return Arrays.stream(stated).mapToObj(tap -> (int) tap).toList();
  }

  private float inputScale() {
    float scale = (float) draft.findNumber("input_embedding_scale").orElse(1);
    if (scale == 0 || !Float.isFinite(scale)) {
      throw wrong("input_embedding_scale", "a number other than 0", scale);
    }
    return scale;
  }

  private LogitTransform logits() {
    float multiplier = (float) draft.findNumber("output_multiplier").orElse(1);
    if (!(multiplier > 0) || !Float.isFinite(multiplier)) {
      throw wrong("output_multiplier", "a number above 0", multiplier);
    }
    float softcap = (float) draft.findNumber("final_logit_softcapping").orElse(0);
    if (!Float.isFinite(softcap)) {
      throw wrong("final_logit_softcapping", "a number", softcap);
    }
    return new LogitTransform(multiplier, Math.max(0, softcap));
  }

  private ModelFileException wrong(String key, String expected, Object found) {
    return new ModelFileException(config.file(), key, expected, String.valueOf(found));
  }
}
