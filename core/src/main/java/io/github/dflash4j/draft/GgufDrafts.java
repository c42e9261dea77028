/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.DraftMarks;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Opens drafts in GGUF files of llama.cpp's architecture {@code dflash}. */
final class GgufDrafts {
  private GgufDrafts() {}

  /** Whether the architecture is one of a draft. */
  static boolean recognises(Path file) {
    try (GgufFile gguf = GgufFile.openMetadata(file)) {
      return DraftMarks.inGguf(gguf.metadata().findString("general.architecture").orElse(""));
    } catch (ModelFileException e) {
      return false; // opening it says why
    }
  }

  static DraftModel open(Path file, Compute compute) {
    GgufFile gguf = GgufFile.open(file);
    try {
      List<String> notes = new ArrayList<>();
      DraftConfig config = GgufDraftConfigReader.read(gguf, notes);
      return new DFlashModel(config, notes, gguf, compute, TensorLayout.GGUF);
    } catch (RuntimeException | Error e) {
      gguf.close();
      throw e;
    }
  }
}
