/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import java.util.List;

/**
 * Sizes and settings of a target, read from its files and checked against its tensors.
 *
 * @param architecture {@code llama} or {@code qwen3}
 * @param name a name for people: the folder or file name
 * @param packaging {@code safetensors} or {@code GGUF}
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
    List<String> notes) {

  /** Copies the notes. */
  public TargetSpec {
    notes = List.copyOf(notes);
  }

  /**
   * Memory of keys and values per token, all layers.
   *
   * @return bytes
   */
  public long keyValueBytesPerToken() {
    return 2L * layers * keyValueHeads * headDim * Float.BYTES;
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
        + " layers, hidden "
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
