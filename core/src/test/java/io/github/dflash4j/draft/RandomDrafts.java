/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

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
    DraftPackage draft =
        DraftPackage.random(generation, seed)
            .with("hidden_size", hidden)
            .with("vocab_size", vocabulary)
            .with("num_target_layers", targetLayers)
            .withNested("mask_token_id", vocabulary - 1);
    if (generation == 2) {
      draft.withNested("conv_group_size", 4);
    }
    return draft.fill(seed).write(folder);
  }
}
