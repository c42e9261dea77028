/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.model.DeltaNetShape;
import io.github.dflash4j.target.FlmOptions.ValueHeads;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reads the recurrent part of a Qwen3.5 target in a FastFlowLM package (flm-packages 3). */
final class FlmHybridReader implements HybridReader {
  private static final String BETA = "linear_attn.ssm_beta_proj";
  private static final String ALPHA = "linear_attn.ssm_alpha_proj";
  private static final String EXACT = ".bf16.weight";

  /** Up to this MLP size the converter leaves value heads as it finds them. */
  private static final int REORDERED_ABOVE = 6144;

  /** The number of value heads of a key head that the converter knows how to reorder. */
  private static final int REORDERED_HEADS = 2;

  private final Path folder;
  private final JsonFields config;
  private final TensorStore store;
  private final FlmOptions options;
  private final String layerPrefix;
  private final List<String> notes;
  private final FolderHybridReader settings;

  FlmHybridReader(
      JsonFields config,
      TensorStore store,
      String prefix,
      TargetOptions options,
      List<String> notes) {
    this.folder = config.file();
    this.config = config;
    this.store = store;
    this.options = options.flm();
    this.layerPrefix = prefix + "layers.";
    this.notes = notes;
    this.settings = new FolderHybridReader(config, store, prefix, options, notes);
  }

  @Override
  public HybridSpec spec(int layers) {
    return settings.spec(layers, Optional.of(layersWith("self_attn.q_proj.weight", layers)));
  }

  private List<Integer> layersWith(String part, int layers) {
    return IntStream.range(0, layers)
        .filter(n -> store.has(layerPrefix + n + "." + part))
        .boxed()
        .toList();
  }

  @Override
  public boolean besideTheStack(String name) {
    boolean copied =
        (name.endsWith(ALPHA + ".weight") || name.endsWith(BETA + ".weight"))
            && store.has(name.substring(0, name.length() - ".weight".length()) + EXACT);
    return copied || settings.besideTheStack(name);
  }

  @Override
  public PredictionNames prediction() {
    throw new ModelFileException(
        folder,
        "the multi-token prediction head of a FastFlowLM package is not read: names and order of"
            + " its tensors are not known");
  }

  @Override
  public HybridForm form(HybridSpec spec) {
    DeltaNetShape s = spec.recurrent();
    notes.add("norms are taken to include their 1, as in the files the packages are made from");
    List<String> parts = new ArrayList<>();
    parts.add("linear_attn.qkv_proj.weight");
    parts.add("self_attn.gate_proj.weight");
    parts.add(small(BETA));
    parts.add(small(ALPHA));
    parts.add("linear_attn.ssm_conv1d.weight");
    parts.add("linear_attn.ssm_a");
    parts.add("linear_attn.ssm_dt.bias");
    parts.add("linear_attn.ssm_norm.weight");
    parts.add("linear_attn.ssm_out_proj.weight");
    return new HybridForm(
        parts,
        false,
        false,
        tiled(s),
        new long[] {s.taps(), s.channels()},
        true,
        true,
        headsLast(parts, s));
  }

  // Some packages have alpha and beta twice, the exact copy under a name of its own.
  private String small(String part) {
    String exact = part + EXACT;
    boolean there = store.tensors().keySet().stream().anyMatch(name -> name.endsWith(exact));
    return there ? exact : part + ".weight";
  }

  // Newer packages have them as [hidden, heads].
  private boolean headsLast(List<String> parts, DeltaNetShape s) {
    for (Tensor tensor : store.tensors().values()) {
      if (tensor.name().endsWith(parts.get(3)) && !tensor.type().tiled()) {
        return tensor.columns() == s.valueHeads() && tensor.rows() != s.valueHeads();
      }
    }
    return false;
  }

  private boolean tiled(DeltaNetShape s) {
    int perKey = s.valueHeads() / s.keyHeads();
    if (perKey == 1) {
      return false;
    }
    if (options.valueHeads().isPresent()) {
      ValueHeads order = options.valueHeads().get();
      notes.add(
          "value heads are " + (order == ValueHeads.TILED ? "tiled" : "grouped") + ", as declared");
      return order == ValueHeads.TILED;
    }
    int mlp = config.requireInt("intermediate_size", 1, Limits.INTERMEDIATE);
    if (perKey == REORDERED_HEADS && mlp > REORDERED_ABOVE) {
      notes.add("value heads are grouped, as FastFlowLM's converter writes them");
      return false;
    }
    throw new ModelFileException(
        folder,
        "the order of the value heads",
        "a declared order",
        s.valueHeads()
            + " value heads for "
            + s.keyHeads()
            + " key heads, for which the order in FastFlowLM packages is not known; declare it with"
            + " --flm-value-heads grouped or tiled (FlmOptions.withValueHeads)");
  }
}
