/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a draft is, whatever packaging it came from (dflash-algorithm 1.2). Nothing in it is a
 * default that a package did not state, except where the field's absence has a defined meaning.
 *
 * @param generation 1 or 2
 * @param hidden numbers in a hidden row, the target's as well
 * @param intermediate width of the MLP
 * @param heads query heads
 * @param keyValueHeads key/value heads
 * @param headDim size of a head
 * @param vocabulary rows of the vocabulary the draft was trained for, padding included; {@link
 *     #UNSTATED} if a draft of generation 1 that borrows embedding and head does not say
 * @param normEps epsilon of every norm
 * @param masks what each layer sees; one per layer
 * @param rotary rotary positions
 * @param blockSize rows of a block, the anchor included
 * @param maskToken id in the rows behind the anchor
 * @param taps zero-based target layers whose output is read, in the order in which they are joined
 * @param targetLayers number of target layers as the package states it, for messages only
 * @param inputScale multiplies embedding rows
 * @param logits what is done to logits
 * @param convolution convolutions, generation 2 only
 * @param selector candidate selector, generation 2 only
 */
public record DraftConfig(
    int generation,
    int hidden,
    int intermediate,
    int heads,
    int keyValueHeads,
    int headDim,
    int vocabulary,
    float normEps,
    List<LayerMask> masks,
    RotaryConfig rotary,
    int blockSize,
    int maskToken,
    List<Integer> taps,
    OptionalInt targetLayers,
    float inputScale,
    LogitTransform logits,
    Optional<ConvolutionShape> convolution,
    Optional<SelectorShape> selector) {

  /** The vocabulary of a draft that does not state it and fits any. */
  public static final int UNSTATED = 0;

  /** Limits that keep every product of sizes far from overflow. */
  static final int MAX_LAYERS = 256;

  static final int MAX_TAPS = 64;
  static final int MAX_WIDTH = 1 << 17;
  static final int MAX_HEADS = 1024;
  static final int MAX_HEAD_DIM = 1024;
  static final int MAX_VOCABULARY = 1 << 24;
  static final int MAX_BLOCK = 256;
  static final int MAX_CONVOLUTION_TAPS = 16;
  static final int MAX_RANK = 1 << 14;
  static final int MAX_CANDIDATES = 1024;

  /**
   * A configuration; lists are copied.
   *
   * @param generation 1 or 2
   * @param hidden numbers in a hidden row
   * @param intermediate width of the MLP
   * @param heads query heads
   * @param keyValueHeads key/value heads
   * @param headDim size of a head
   * @param vocabulary rows of the vocabulary
   * @param normEps epsilon of every norm
   * @param masks what each layer sees
   * @param rotary rotary positions
   * @param blockSize rows of a block
   * @param maskToken id in the rows behind the anchor
   * @param taps zero-based target layers
   * @param targetLayers number of target layers
   * @param inputScale multiplies embedding rows
   * @param logits what is done to logits
   * @param convolution convolutions
   * @param selector candidate selector
   * @throws IllegalArgumentException if values contradict each other
   */
  public DraftConfig {
    masks = List.copyOf(masks);
    taps = List.copyOf(taps);
    require(generation == 1 || generation == 2, "generations are 1 and 2");
    require(!masks.isEmpty() && masks.size() <= MAX_LAYERS, "a draft has layers");
    require(hidden >= 1 && hidden <= MAX_WIDTH, "hidden size");
    require(intermediate >= 1 && intermediate <= MAX_WIDTH, "MLP width");
    require(keyValueHeads >= 1 && heads <= MAX_HEADS, "number of heads");
    require(heads % keyValueHeads == 0, "query heads are a multiple of key/value heads");
    require(headDim >= 2 && headDim % 2 == 0 && headDim <= MAX_HEAD_DIM, "even head size");
    require(vocabulary >= 0 && vocabulary <= MAX_VOCABULARY, "vocabulary");
    require(vocabulary != UNSTATED || generation == 1, "codebooks have a vocabulary");
    require(blockSize >= 2 && blockSize <= MAX_BLOCK, "a block is an anchor and more");
    require(maskToken >= 0, "mask token");
    require(!taps.isEmpty() && taps.size() <= MAX_TAPS, "a draft has taps");
    require(taps.stream().allMatch(t -> t >= 0), "taps are zero-based layers");
    boolean second = generation == 2;
    require(convolution.isPresent() == second, "convolutions are what generation 2 has");
    require(selector.isPresent() == second, "a selector is what generation 2 has");
    require(
        convolution.isEmpty() || hidden % convolution.get().group() == 0,
        "groups divide the hidden size");
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new IllegalArgumentException("no such draft: " + what);
    }
  }

  /**
   * Number of draft layers.
   *
   * @return at least 1
   */
  public int layers() {
    return masks.size();
  }

  /**
   * Numbers in a row of joined taps.
   *
   * @return taps times hidden size
   */
  public int tapWidth() {
    return taps.size() * hidden;
  }

  /**
   * Numbers in the query row of a layer.
   *
   * @return heads times head size
   */
  public int queryWidth() {
    return heads * headDim;
  }

  /**
   * Numbers in the key row or the value row of a layer.
   *
   * @return key/value heads times head size
   */
  public int keyValueWidth() {
    return keyValueHeads * headDim;
  }
}
