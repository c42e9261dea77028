/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.cli.Inspection.Detail;
import io.github.dflash4j.cli.Inspection.MemoryLine;
import io.github.dflash4j.cli.Inspection.TensorLine;
import io.github.dflash4j.draft.DraftConfig;
import io.github.dflash4j.draft.DraftModel;
import io.github.dflash4j.draft.DraftOptions;
import io.github.dflash4j.draft.DraftSummary;
import io.github.dflash4j.draft.Drafts;
import io.github.dflash4j.draft.LayerMask;
import io.github.dflash4j.draft.RotaryConfig;
import io.github.dflash4j.kernel.Compute;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** A draft package under inspection. */
final class InspectedDraft implements InspectedModel {
  private final DraftModel model;
  private final Inspection inspection;

  private InspectedDraft(DraftModel model, Inspection inspection) {
    this.model = model;
    this.inspection = inspection;
  }

  /**
   * Opens a draft.
   *
   * @param resident whether to say what is in memory after opening
   */
  static InspectedDraft open(
      Path path, DraftOptions options, OptionalInt context, boolean resident, Compute compute) {
    DraftModel model = Drafts.open(path, options, compute);
    try {
      return new InspectedDraft(model, inspect(path, model, context, resident));
    } catch (RuntimeException e) {
      model.close();
      throw e;
    }
  }

  DraftModel model() {
    return model;
  }

  @Override
  public Inspection inspection() {
    return inspection;
  }

  @Override
  public void close() {
    model.close();
  }

  private static Inspection inspect(
      Path path, DraftModel model, OptionalInt context, boolean resident) {
    DraftSummary summary = model.summary();
    List<Detail> details = details(model.config());
    List<MemoryLine> memory = memory(model.config(), summary, context);
    if (resident) {
      details.add(new Detail("chunks", String.valueOf(summary.chunks())));
      details.add(new Detail("codebook rows read", String.valueOf(summary.codebookRowsRead())));
      memory.add(new MemoryLine("weights copied", summary.heapBytes()));
      Runtime runtime = Runtime.getRuntime();
      memory.add(new MemoryLine("heap used", runtime.totalMemory() - runtime.freeMemory()));
    }
    List<TensorLine> tensors =
        summary.tensors().stream()
            .map(t -> new TensorLine(t.name(), t.type(), t.shape(), t.bytes()))
            .toList();
    return new Inspection(
        path.toString(), "draft", summary.line(), details, tensors, memory, notes(model, summary));
  }

  /** What loading noted from samples of the weights is said again, for all of them, if it holds. */
  private static List<String> notes(DraftModel model, DraftSummary summary) {
    List<String> notes = new ArrayList<>(summary.notes());
    List<String> found = model.inspectData();
    List<String> tensors = summary.tensors().stream().map(t -> t.name() + ": ").toList();
    notes.removeIf(note -> tensors.stream().anyMatch(note::startsWith));
    notes.addAll(found);
    return notes;
  }

  private static List<Detail> details(DraftConfig c) {
    List<Detail> details = new ArrayList<>();
    details.add(
        new Detail(
            "proposes",
            Quantity.count(c.blockSize() - 1, "token", "tokens")
                + " a step, behind the last known one"));
    details.add(new Detail("mask token", String.valueOf(c.maskToken())));
    details.add(
        new Detail(
            "attention",
            masks(c.masks())
                + ", heads "
                + c.heads()
                + "/"
                + c.keyValueHeads()
                + " x "
                + c.headDim()));
    details.add(new Detail("mlp", String.valueOf(c.intermediate())));
    details.add(new Detail("rope", rope(c.rotary())));
    c.targetLayers()
        .ifPresent(
            layers -> details.add(new Detail("made for", "a target of " + layers + " layers")));
    return details;
  }

  private static String masks(List<LayerMask> masks) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (LayerMask mask : masks) {
      String name =
          (mask.slides() ? "window " + mask.window() : "full") + (mask.causal() ? " causal" : "");
      counts.merge(name, 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .map(e -> e.getValue() + " x " + e.getKey())
        .collect(Collectors.joining(", "));
  }

  private static String rope(RotaryConfig rotary) {
    return "base "
        + Quantity.shortest(rotary.base())
        + rotary
            .yarn()
            .map(y ->
                ", yarn factor "
                    + Quantity.shortest(y.factor())
                    + " over "
                    + Quantity.shortest(y.original()))
            .orElse("");
  }

  private static List<MemoryLine> memory(DraftConfig c, DraftSummary s, OptionalInt context) {
    // What is not stated is the target's, whose vocabulary is not known here.
    long logits = (long) (c.blockSize() - 1) * c.vocabulary() * Float.BYTES;
    List<MemoryLine> lines = new ArrayList<>();
    lines.add(new MemoryLine("weights mapped", s.bytesMapped()));
    lines.add(new MemoryLine("context per token", s.contextBytesPerToken()));
    lines.add(new MemoryLine("context of sliding layers", s.ringBytes()));
    lines.add(new MemoryLine("buffers", s.bufferBytes()));
    if (c.vocabulary() != DraftConfig.UNSTATED) {
      lines.add(new MemoryLine("logits", logits));
    }
    if (context.isPresent()) {
      long bytes = s.contextBytesPerToken() * context.getAsInt();
      lines.add(new MemoryLine("context of " + context.getAsInt() + " tokens", bytes));
      lines.add(
          new MemoryLine(
              "in all", s.bytesMapped() + s.ringBytes() + s.bufferBytes() + logits + bytes));
    }
    return lines;
  }
}
