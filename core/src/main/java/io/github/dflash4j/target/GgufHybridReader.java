/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.gguf.GgufMetadata;
import io.github.dflash4j.model.DeltaNetShape;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the recurrent part of a {@code qwen35} GGUF file (target-models 2.2, 2.3). */
final class GgufHybridReader {
  static final String ARCHITECTURE = "qwen35";
  private static final int DEFAULT_INTERVAL = 4;
  private static final List<String> PARTS =
      List.of(
          "attn_qkv.weight",
          "attn_gate.weight",
          "ssm_beta.weight",
          "ssm_alpha.weight",
          "ssm_conv1d.weight",
          "ssm_a",
          "ssm_dt.bias",
          "ssm_norm.weight",
          "ssm_out.weight");

  private final Path file;
  private final GgufFile gguf;
  private final GgufMetadata metadata;
  private final TargetOptions options;
  private final List<String> notes;

  GgufHybridReader(GgufFile gguf, TargetOptions options, List<String> notes) {
    this.file = gguf.location();
    this.gguf = gguf;
    this.metadata = gguf.metadata();
    this.options = options;
    this.notes = notes;
  }

  private static String key(String name) {
    return ARCHITECTURE + "." + name;
  }

  /** Layers of the text stack: the blocks of the file without those for multi-token prediction. */
  int layers() {
    int blocks = metadata.requireInt(key("block_count"), 1, Limits.LAYERS);
    int mtp = metadata.findInt(key("nextn_predict_layers"), 0, Limits.LAYERS).orElse(0);
    if (mtp >= blocks) {
      throw new ModelFileException(
          file,
          key("nextn_predict_layers"),
          "fewer than the " + blocks + " blocks of " + key("block_count"),
          String.valueOf(mtp));
    }
    if (mtp > 0 && blockTensors(0) == 0 && blockTensors(blocks - 1) > 0) {
      throw new ModelFileException(
          file, "this file holds the multi-token prediction head only, not a target");
    }
    return blocks - mtp;
  }

  private int blockTensors(int block) {
    String prefix = "blk." + block + ".";
    return (int)
        Stream.concat(gguf.tensors().keySet().stream(), gguf.unsupported().keySet().stream())
            .filter(name -> name.startsWith(prefix))
            .count();
  }

  HybridSpec spec(int layers) {
    int keyHeads = metadata.requireInt(key("ssm.group_count"), 1, Limits.HEADS);
    int valueHeads = metadata.requireInt(key("ssm.time_step_rank"), 1, Limits.HEADS);
    Limits.checkRecurrentHeads(file, keyHeads, valueHeads);
    int dim = metadata.requireInt(key("ssm.state_size"), 1, Limits.HEAD_DIM);
    long inner = metadata.requireInteger(key("ssm.inner_size"));
    if (inner != (long) valueHeads * dim) {
      throw new ModelFileException(
          file, key("ssm.inner_size"), valueHeads + " heads of " + dim, String.valueOf(inner));
    }
    int blocks = metadata.requireInt(key("block_count"), 1, Limits.LAYERS);
    int mtp = 0;
    for (int n = layers; n < blocks; n++) {
      mtp += blockTensors(n);
    }
    if (mtp > 0 && !options.predictionHead()) {
      notes.add(Limits.mtpNote(mtp));
    }
    return new HybridSpec(
        new DeltaNetShape(
            keyHeads,
            valueHeads,
            dim,
            dim,
            metadata.requireInt(key("ssm.conv_kernel"), 1, Limits.CONVOLUTION)),
        attentionLayers(layers),
        mtp);
  }

  // The interval says nothing about the blocks behind the stack, which are never recurrent.
  private List<Integer> attentionLayers(int layers) {
    Optional<boolean[]> recurrent = metadata.findBooleans(key("attention.recurrent_layers"));
    if (recurrent.isEmpty()) {
      return Limits.everyNth(
          layers,
          metadata
              .findInt(key("full_attention_interval"), 1, Limits.LAYERS)
              .orElse(DEFAULT_INTERVAL));
    }
    if (recurrent.get().length < layers) {
      throw new ModelFileException(
          file,
          key("attention.recurrent_layers"),
          layers + " entries",
          String.valueOf(recurrent.get().length));
    }
    List<Integer> attention = new ArrayList<>();
    for (int n = 0; n < layers; n++) {
      if (!recurrent.get()[n]) {
        attention.add(n);
      }
    }
    return attention;
  }

  /** The head for multi-token prediction, which is the block behind the stack. */
  PredictionNames prediction(int layers) {
    int blocks = metadata.requireInt(key("block_count"), 1, Limits.LAYERS);
    if (blocks == layers) {
      throw Limits.noPredictionHead(file);
    }
    return PredictionNames.ofBlock(Limits.oneLayerAhead(file, layers, blocks - layers));
  }

  /** Names of blocks behind the stack. */
  static boolean besideTheStack(String name, int layers) {
    if (!name.startsWith("blk.")) {
      return false;
    }
    int dot = name.indexOf('.', 4);
    String number = dot < 0 ? "" : name.substring(4, dot);
    return number.matches("[0-9]{1,4}") && Integer.parseInt(number) >= layers;
  }

  static HybridForm form(HybridSpec spec) {
    DeltaNetShape s = spec.recurrent();
    return new HybridForm(PARTS, false, false, true, new long[] {s.channels(), s.taps()});
  }
}
