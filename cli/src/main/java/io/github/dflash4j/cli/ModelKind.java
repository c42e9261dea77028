/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.format.json.JsonFile;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tells drafts from targets, so that the right reader says what is wrong with a model. */
final class ModelKind {
  private static final long LARGEST_CONFIG = 1 << 24;

  private ModelKind() {}

  /** Whether a path is meant to be a draft, going by its {@code config.json} or architecture. */
  static boolean isDraft(Path path) {
    if (GgufFile.recognises(path)) {
      return isGgufDraft(path);
    }
    Path config = path.resolve("config.json");
    if (!Files.isRegularFile(config)) {
      return false;
    }
    JsonFields fields = JsonFile.open(config, LARGEST_CONFIG);
    List<String> names = fields.findStrings("architectures").orElse(List.of());
    return fields.has("dflash_config")
        || names.stream().anyMatch(name -> name.contains("DFlash") || name.contains("Draft"));
  }

  private static boolean isGgufDraft(Path file) {
    try (GgufFile gguf = GgufFile.openMetadata(file)) {
      String name = gguf.metadata().findString("general.architecture").orElse("");
      return name.contains("dflash");
    } catch (ModelFileException e) {
      return false; // opening it says why
    }
  }
}
