/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.weights.StorageType;
import java.nio.file.Path;

/** Random drafts for targets of any size, for tests of other packages. */
public final class RandomDrafts {
  private RandomDrafts() {}

  /**
   * Writes a draft of two layers with block 4 and taps 0 and 2.
   *
   * @return the folder
   */
  public static Path write(
      Path folder, int generation, long seed, int hidden, int vocabulary, int targetLayers) {
    return random(generation, seed, hidden, vocabulary, targetLayers).fill(seed).write(folder);
  }

  /** The same as a GGUF file, which does not say for how many layers it was made. */
  public static Path writeGguf(
      Path file, int generation, long seed, int hidden, int vocabulary, Path scratch) {
    Path folder = write(scratch, generation, seed, hidden, vocabulary, 3);
    return GgufTwin.of(folder).write(file, StorageType.F32);
  }

  /** The same as a FastFlowLM package, for a hidden size of at least 64. */
  public static Path writeFlm(
      Path folder, int generation, long seed, int hidden, int vocabulary, int targetLayers) {
    DraftPackage draft =
        random(generation, seed, hidden, vocabulary, targetLayers)
            .with("intermediate_size", 288)
            .with("head_dim", 16);
    if (generation == 2) {
      draft.withNested("selector_rank", 32);
    }
    return FlmPackage.write(draft.fill(seed), folder, name -> "q4k");
  }

  private static DraftPackage random(
      int generation, long seed, int hidden, int vocabulary, int targetLayers) {
    DraftPackage draft =
        DraftPackage.random(generation, seed)
            .with("hidden_size", hidden)
            .with("vocab_size", vocabulary)
            .with("num_target_layers", targetLayers)
            .withNested("mask_token_id", vocabulary - 1);
    if (generation == 2) {
      draft.withNested("conv_group_size", 4);
    }
    return draft;
  }
}
