/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.safetensors.SafetensorsStore;
import io.github.dflash4j.kernel.Compute;
import java.nio.file.Path;
import java.util.List;

/** Drafts put together below {@link Drafts}. */
final class TestDrafts {
  private TestDrafts() {}

  /** A draft with other masks than its configuration can state. */
  static DraftModel openWithMasks(Path folder, List<LayerMask> masks, Compute compute) {
    DraftConfig c;
    try (DraftModel model = Drafts.open(folder, compute)) {
      c = model.config();
    }
    DraftConfig changed =
        new DraftConfig(
            c.generation(),
            c.hidden(),
            c.intermediate(),
            c.heads(),
            c.keyValueHeads(),
            c.headDim(),
            c.vocabulary(),
            c.normEps(),
            masks,
            c.rotary(),
            c.blockSize(),
            c.maskToken(),
            c.taps(),
            c.targetLayers(),
            c.inputScale(),
            c.logits(),
            c.convolution(),
            c.selector());
    return new DFlashModel(
        changed, List.of(), SafetensorsStore.open(folder), compute, TensorLayout.PUBLISHED);
  }
}
