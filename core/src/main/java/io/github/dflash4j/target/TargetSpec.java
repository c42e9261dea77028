/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import java.util.List;
import java.util.Optional;

/**
 * Sizes and settings of a target, read from its files and checked against its tensors.
 *
 * @param architecture {@code llama}, {@code qwen3} or {@code qwen35}
 * @param name a name for people: the folder or file name
 * @param packaging {@code safetensors}, {@code GGUF} or {@code FastFlowLM}
 * @param layers number of layers
 * @param hidden hidden size
 * @param intermediate MLP size
 * @param heads query heads
 * @param keyValueHeads key/value heads
 * @param headDim size of a head
 * @param vocabulary rows of the embedding, padding included
 * @param contextLength largest number of positions
 * @param normEpsilon added to the mean of squares
 * @param ropeTheta rotary base
 * @param ropeType {@code default} or {@code llama3}
 * @param rotaryDims rotated components of a head
 * @param tiedHead whether the output head is the embedding
 * @param notes what a user should know: defaults that the architecture defines, overrides
 * @param hybrid the recurrent part of a hybrid target, empty for a dense one
 */
public record TargetSpec(
    String architecture,
    String name,
    String packaging,
    int layers,
    int hidden,
    int intermediate,
    int heads,
    int keyValueHeads,
    int headDim,
    int vocabulary,
    int contextLength,
    float normEpsilon,
    double ropeTheta,
    String ropeType,
    int rotaryDims,
    boolean tiedHead,
    List<String> notes,
    Optional<HybridSpec> hybrid) {

  /** Copies the notes. */
  public TargetSpec {
    notes = List.copyOf(notes);
  }

  /**
   * Layers with attention, which have keys and values.
   *
   * @return their number; all layers of a dense target
   */
  public int attentionLayers() {
    return hybrid.map(h -> h.attentionLayers().size()).orElse(layers);
  }

  /**
   * Memory of the recurrent state of one sequence, all layers, whatever its length.
   *
   * @return bytes, 0 for a dense target
   */
  public long recurrentStateBytes() {
    return hybrid.map(h -> h.recurrent().stateBytes() * (layers - attentionLayers())).orElse(0L);
  }

  /**
   * Memory noted of each row of a forward until it is committed, all recurrent layers.
   *
   * @return bytes, 0 for a dense target
   */
  public long tapeBytesPerRow() {
    return hybrid
        .map(h -> h.recurrent().tapeBytesPerRow() * (layers - attentionLayers()))
        .orElse(0L);
  }

  /**
   * Memory of keys and values per token, all layers.
   *
   * @return bytes
   */
  public long keyValueBytesPerToken() {
    return 2L * attentionLayers() * keyValueHeads * headDim * Float.BYTES;
  }

  /**
   * The target in one line.
   *
   * @return for example {@code llama target, GGUF: 5 layers, hidden 64, ...}
   */
  public String describe() {
    return architecture
        + " target, "
        + packaging
        + ": "
        + layers
        + " layers"
        + hybrid.map(h -> " (" + attentionLayers() + " with attention)").orElse("")
        + ", hidden "
        + hidden
        + ", heads "
        + heads
        + "/"
        + keyValueHeads
        + " x "
        + headDim
        + ", mlp "
        + intermediate
        + ", vocab "
        + vocabulary
        + ", context "
        + contextLength
        + ", rope "
        + ropeType
        + " base "
        + (ropeTheta == Math.rint(ropeTheta) ? String.valueOf((long) ropeTheta) : ropeTheta)
        + (tiedHead ? ", tied head" : ", own head");
  }
}
