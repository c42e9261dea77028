/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import java.util.List;
import java.util.Optional;

/**
 * Sizes of a published target (target-models 1.1).
 *
 * @param name how it is asked for
 * @param architecture {@code llama}, {@code qwen3} or {@code qwen35}
 * @param hidden hidden size
 * @param intermediate MLP size
 * @param layers number of layers
 * @param heads query heads
 * @param keyValueHeads key/value heads
 * @param headDim size of a head
 * @param vocabulary rows of the embedding
 * @param tied whether the head is the embedding
 * @param context positions
 * @param theta rotary base
 * @param epsilon of the norms
 * @param recurrent value heads of the recurrent layers, empty for a dense target
 */
record TargetShape(
    String name,
    String architecture,
    int hidden,
    int intermediate,
    int layers,
    int heads,
    int keyValueHeads,
    int headDim,
    int vocabulary,
    boolean tied,
    int context,
    float theta,
    float epsilon,
    Optional<Integer> recurrent) {

  /** Sizes that all published hybrids share. */
  static final int KEY_HEADS = 16;

  static final int STATE = 128;
  static final int CONVOLUTION = 4;
  static final int INTERVAL = 4;

  private static final List<TargetShape> ALL =
      List.of(
          qwen3("qwen3-0.6b", 1024, 3072, 28, 16, true),
          qwen3("qwen3-1.7b", 2048, 6144, 28, 16, true),
          qwen3("qwen3-4b", 2560, 9728, 36, 32, true),
          qwen3("qwen3-8b", 4096, 12288, 36, 32, false),
          new TargetShape(
              "smollm2-135m",
              "llama",
              576,
              1536,
              30,
              9,
              3,
              64,
              49152,
              true,
              8192,
              1e5f,
              1e-5f,
              Optional.empty()),
          hybrid("qwen35-0.8b", 1024, 3584, 24, 8, 2, 16, true),
          hybrid("qwen35-4b", 2560, 9216, 32, 16, 4, 32, true),
          hybrid("qwen35-9b", 4096, 12288, 32, 16, 4, 32, false),
          hybrid("qwen35-27b", 5120, 17408, 64, 24, 4, 48, false));

  private static TargetShape qwen3(
      String name, int hidden, int intermediate, int layers, int heads, boolean tied) {
    return new TargetShape(
        name,
        "qwen3",
        hidden,
        intermediate,
        layers,
        heads,
        8,
        128,
        151936,
        tied,
        40960,
        1e6f,
        1e-6f,
        Optional.empty());
  }

  private static TargetShape hybrid(
      String name,
      int hidden,
      int intermediate,
      int layers,
      int heads,
      int keyValueHeads,
      int valueHeads,
      boolean tied) {
    return new TargetShape(
        name,
        "qwen35",
        hidden,
        intermediate,
        layers,
        heads,
        keyValueHeads,
        256,
        248320,
        tied,
        262144,
        1e7f,
        1e-6f,
        Optional.of(valueHeads));
  }

  /**
   * Finds a shape.
   *
   * @param name its name
   * @throws IllegalArgumentException if there is none; the message lists those there are
   */
  static TargetShape named(String name) {
    return ALL.stream()
        .filter(shape -> shape.name.equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no shape '" + name + "'; there are " + names()));
  }

  static List<String> names() {
    return ALL.stream().map(TargetShape::name).toList();
  }

  /** The same width with another number of layers. */
  TargetShape withLayers(int count) {
    return new TargetShape(
        name,
        architecture,
        hidden,
        intermediate,
        count,
        heads,
        keyValueHeads,
        headDim,
        vocabulary,
        tied,
        context,
        theta,
        epsilon,
        recurrent);
  }

  /** The same stack with another number of tokens. */
  TargetShape withVocabulary(int tokens) {
    return new TargetShape(
        name,
        architecture,
        hidden,
        intermediate,
        layers,
        heads,
        keyValueHeads,
        headDim,
        tokens,
        tied,
        context,
        theta,
        epsilon,
        recurrent);
  }

  boolean hasAttention(int layer) {
    return recurrent.isEmpty() || (layer + 1) % INTERVAL == 0;
  }
}
