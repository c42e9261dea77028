/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonFile;
import io.github.dflash4j.format.safetensors.SafetensorsStore;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.DraftMarks;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.TensorStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Opens drafts in Hugging Face folders: {@code config.json} and safetensors. */
final class FolderDrafts {
  private static final long CONFIG_LIMIT = 1 << 24;
  private static final String TEXT = "text_config";

  private FolderDrafts() {}

  static DraftModel open(Path folder, Compute compute) {
    JsonFields config = config(folder);
    DraftRefusals.packedWeights(config);
    TensorStore store = SafetensorsStore.open(folder);
    try {
      if (store.tensors().isEmpty() && store.unsupported().isEmpty()) {
        throw new ModelFileException(folder, "no tensors");
      }
      List<String> notes = new ArrayList<>();
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

  /** Whether the configuration speaks of a draft. */
  static boolean recognises(Path folder) {
    Path config = folder.resolve("config.json");
    return Files.isRegularFile(config)
        && DraftMarks.in(JsonFile.open(config, CONFIG_LIMIT)).isPresent();
  }

  /** What a package is comes before what its weights look like. */
  static JsonFields config(Path folder) {
    JsonFields root = JsonFile.open(folder.resolve("config.json"), CONFIG_LIMIT);
    DraftRefusals.packaging(root);
    JsonFields config = root.has(TEXT) ? root.nestedFirst(TEXT) : root;
    if (root.has(TEXT)) {
      DraftRefusals.twoStacks(root, root.requireObject(TEXT), TEXT);
    }
    DraftRefusals.generation(config);
    return config;
  }
}
