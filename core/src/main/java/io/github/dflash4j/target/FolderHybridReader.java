/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.model.DeltaNetShape;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the recurrent part of a Qwen3.5 folder (target-models 1.1, 1.2, 2.1). */
final class FolderHybridReader implements HybridReader {
  private static final List<String> PARTS =
      List.of(
          "linear_attn.in_proj_qkv.weight",
          "linear_attn.in_proj_z.weight",
          "linear_attn.in_proj_b.weight",
          "linear_attn.in_proj_a.weight",
          "linear_attn.conv1d.weight",
          "linear_attn.A_log",
          "linear_attn.dt_bias",
          "linear_attn.norm.weight",
          "linear_attn.out_proj.weight");
  private static final List<String> FUSED = List.of("in_proj_qkvz", "in_proj_ba");
  private static final List<String> MTP = List.of("mtp.", "model.mtp.", "language_model.mtp.");
  private static final List<String> VISION =
      List.of("model.visual.", "visual.", "vision_tower.", "model.vision_tower.");

  /** SiLU of z, under the names it has; absent means the same (target-models 1.1). */
  private static final Set<String> GATES = Set.of("swish", "silu");

  private final Path folder;
  private final TargetOptions options;
  private final JsonFields config;
  private final TensorStore store;
  private final String layerPrefix;
  private final List<String> notes;

  FolderHybridReader(
      JsonFields config,
      TensorStore store,
      String prefix,
      TargetOptions options,
      List<String> notes) {
    this.folder = config.file();
    this.options = options;
    this.config = config;
    this.store = store;
    this.layerPrefix = prefix + "layers.";
    this.notes = notes;
  }

  @Override
  public boolean besideTheStack(String name) {
    return isMtp(name) && !options.predictionHead() || VISION.stream().anyMatch(name::startsWith);
  }

  @Override
  public PredictionNames prediction() {
    int depth = config.findInt("mtp_num_hidden_layers", 0, Limits.LAYERS).orElse(1);
    if (config.findBoolean("mtp_use_dedicated_embeddings").orElse(false)) {
      throw new ModelFileException(
          folder,
          "mtp_use_dedicated_embeddings",
          "false, a prediction head that shares the embedding",
          "true");
    }
    return MTP.stream()
        .filter(prefix -> store.has(prefix + "fc.weight"))
        .findFirst()
        .map(prefix -> PredictionNames.ofFolder(Limits.oneLayerAhead(folder, prefix, depth)))
        .orElseThrow(() -> Limits.noPredictionHead(folder));
  }

  private static boolean isMtp(String name) {
    return MTP.stream().anyMatch(name::startsWith);
  }

  @Override
  public HybridSpec spec(int layers) {
    return spec(layers, Optional.empty());
  }

  /**
   * Sizes and layers.
   *
   * @param seen the layers with attention by their tensors, for configurations that do not list
   *     them
   */
  HybridSpec spec(int layers, Optional<List<Integer>> seen) {
    refuseWhatIsNotImplemented();
    int keyHeads = config.requireInt("linear_num_key_heads", 1, Limits.HEADS);
    int valueHeads = config.requireInt("linear_num_value_heads", 1, Limits.HEADS);
    Limits.checkRecurrentHeads(folder, keyHeads, valueHeads);
    int mtp = (int) store.tensors().keySet().stream().filter(FolderHybridReader::isMtp).count();
    mtp += (int) store.unsupported().keySet().stream().filter(FolderHybridReader::isMtp).count();
    if (mtp > 0 && !options.predictionHead()) {
      notes.add(Limits.mtpNote(mtp));
    }
    return new HybridSpec(
        new DeltaNetShape(
            keyHeads,
            valueHeads,
            config.requireInt("linear_key_head_dim", 1, Limits.HEAD_DIM),
            config.requireInt("linear_value_head_dim", 1, Limits.HEAD_DIM),
            config.requireInt("linear_conv_kernel_dim", 1, Limits.CONVOLUTION)),
        attentionLayers(layers, seen),
        mtp);
  }

  private List<Integer> attentionLayers(int layers, Optional<List<Integer>> seen) {
    Optional<List<String>> types = config.findStrings("layer_types");
    List<Integer> attention = new ArrayList<>();
    if (types.isEmpty() && seen.isPresent() && !config.has("full_attention_interval")) {
      return seen.get();
    }
    if (types.isEmpty()) {
      int interval = config.requireInt("full_attention_interval", 1, Limits.LAYERS);
      return Limits.everyNth(layers, interval);
    }
    if (types.get().size() != layers) {
      throw new ModelFileException(
          folder, "layer_types", layers + " entries", String.valueOf(types.get().size()));
    }
    for (int n = 0; n < layers; n++) {
      switch (types.get().get(n)) {
        case "full_attention" -> attention.add(n);
        case "linear_attention" -> {}
        default ->
            throw new ModelFileException(
                folder, "layer_types", "full_attention or linear_attention", types.get().get(n));
      }
    }
    return attention;
  }

  private void refuseWhatIsNotImplemented() {
    Optional<String> gate = config.findString("output_gate_type");
    if (gate.isPresent() && !GATES.contains(gate.get())) {
      throw new ModelFileException(folder, "output_gate_type", "swish or silu", gate.get());
    }
    if (!config.findBoolean("attn_output_gate").orElse(true)) {
      throw new ModelFileException(
          folder, "attn_output_gate", "true", "false: attention without its gate is not supported");
    }
    for (String name : store.tensors().keySet()) {
      if (FUSED.stream().anyMatch(part -> name.contains("linear_attn." + part))) {
        throw new ModelFileException(
            folder,
            name,
            "in_proj_qkv, in_proj_z, in_proj_b and in_proj_a",
            "the fused projections of Qwen3-Next, which this version does not read");
      }
    }
  }

  /**
   * How the numbers are stored. MLX turns the convolution round and stores 1 + w for the norms; the
   * shape of the convolution tells (target-models 2.1).
   */
  @Override
  public HybridForm form(HybridSpec spec) {
    DeltaNetShape s = spec.recurrent();
    boolean mlx = mlxConvolution(s.taps());
    if (mlx) {
      notes.add("convolutions are stored the MLX way, so norms are taken to include their 1");
    }
    return new HybridForm(
        PARTS,
        !mlx,
        true,
        false,
        mlx ? new long[] {s.channels(), s.taps(), 1} : new long[] {s.channels(), 1, s.taps()});
  }

  private boolean mlxConvolution(int taps) {
    for (Tensor tensor : store.tensors().values()) {
      if (tensor.name().startsWith(layerPrefix)
          && tensor.name().endsWith("linear_attn.conv1d.weight")) {
        long[] shape = tensor.shape();
        return taps > 1 && shape.length == 3 && shape[1] == taps && shape[2] == 1;
      }
    }
    return false;
  }
}
