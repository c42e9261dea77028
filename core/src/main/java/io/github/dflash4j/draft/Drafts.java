/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The one place where drafts are opened: recognises the packaging and the generation. */
public final class Drafts {

  private Drafts() {}

  /**
   * Opens a draft package. Weights are mapped, not read.
   *
   * @param path a Hugging Face folder with {@code config.json} and safetensors
   * @param compute what the draft computes with; not closed by the draft
   * @return the draft, to be closed by the caller
   * @throws ModelFileException if it is no draft this library runs; the message says what it is and
   *     why not
   */
  public static DraftModel open(Path path, Compute compute) {
    if (!Files.exists(path)) {
      throw new ModelFileException(path, "no such file or folder");
    }
    if (!Files.isDirectory(path)) {
      throw new ModelFileException(
          path, "a draft is opened by its folder, which holds config.json and safetensors");
    }
    if (Files.exists(path.resolve("model.q4nx"))) {
      throw new ModelFileException(path, "FastFlowLM packages are not supported yet");
    }
    return FolderDrafts.open(path, compute);
  }
}
