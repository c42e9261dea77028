/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.flm.FlmStore;
import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens FastFlowLM packages: {@code config.json} and {@code model.q4nx} with the published tensor
 * names (flm-packages 3.1).
 */
final class FlmDrafts {
  private static final String WEIGHTS = "model.q4nx";

  private FlmDrafts() {}

  static boolean recognises(Path folder) {
    Path weights = folder.resolve(WEIGHTS);
    return Files.exists(weights) || Files.isSymbolicLink(weights);
  }

  static DraftModel open(Path folder, DraftOptions options, Compute compute) {
    for (String other : List.of("model.safetensors", "model.safetensors.index.json")) {
      if (Files.exists(folder.resolve(other))) {
        throw new ModelFileException(
            folder, "both " + WEIGHTS + " and " + other + " in it; keep one of them");
      }
    }
    JsonFields config = FolderDrafts.config(folder);
    FlmStore store = FlmStore.open(folder.resolve(WEIGHTS), options.flmLanes());
    try {
      List<String> notes = new ArrayList<>(store.notes());
      return new DFlashModel(
          DraftConfigReader.read(config, store, notes),
          notes,
          store,
          compute,
          TensorLayout.of(config));
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }
}
