/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.weights.StorageType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Which storage type each matrix of a written target gets. */
enum WeightMix {
  /** Q4_K everywhere. */
  Q4_K(StorageType.Q4_K),
  /** Q4_K with Q5_K and Q6_K where llama.cpp's files of this name have them. */
  Q4_K_M(StorageType.Q4_K),
  /** Q8_0 everywhere. */
  Q8_0(StorageType.Q8_0),
  /** BF16 everywhere. */
  BF16(StorageType.BF16),
  /** FastFlowLM's chunks of 4736 bytes for all but the embedding: a package, not a GGUF file. */
  FLM_Q4K(StorageType.FLM_Q4_K);

  private final StorageType usual;

  WeightMix(StorageType usual) {
    this.usual = usual;
  }

  /**
   * Finds a mix.
   *
   * @param name in any case
   * @throws IllegalArgumentException if there is none
   */
  static WeightMix named(String name) {
    List<String> names =
        Arrays.stream(values()).map(mix -> mix.name().toLowerCase(Locale.ROOT)).toList();
    int found = names.indexOf(name.toLowerCase(Locale.ROOT));
    if (found < 0) {
      throw new IllegalArgumentException("no type '" + name + "'; there are " + names);
    }
    return values()[found];
  }

  /** Whether it is written as a FastFlowLM package. */
  boolean packaged() {
    return this == FLM_Q4K;
  }

  /** The type of the matrix that gives the logits. */
  StorageType head() {
    return this == Q4_K_M ? StorageType.Q6_K : usual;
  }

  /** The type of the embedding. */
  StorageType embedding(boolean tied) {
    if (packaged()) {
      return StorageType.BF16;
    }
    return tied ? head() : usual;
  }

  /**
   * The type of a matrix of a layer.
   *
   * @param part its name in the layer
   * @param layer number of the layer
   * @param layers number of layers
   */
  StorageType matrix(String part, int layer, int layers) {
    if (this != Q4_K_M) {
      return usual;
    }
    return switch (part) {
      case "attn_v", "ffn_down" -> moreBits(layer, layers) ? StorageType.Q6_K : usual;
      case "attn_qkv" -> StorageType.Q5_K;
      default -> usual;
    };
  }

  // The first and the last eighth of the layers, and every third between.
  private static boolean moreBits(int layer, int layers) {
    int eighth = layers / 8;
    return layer < eighth || layer >= 7 * layers / 8 || (layer - eighth) % 3 == 2;
  }
}
