/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.gguf.GgufFolder;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The one place where drafts are opened: recognises the packaging and the generation. */
public final class Drafts {

  private Drafts() {}

  /**
   * Whether a path is meant to be a draft, one this library runs or not, going by the {@code
   * config.json} of a folder or the architecture of a GGUF file, also of the only one in a folder.
   *
   * @param path a file or folder; need not exist
   * @return whether something in it speaks of a draft
   * @throws ModelFileException if it has a {@code config.json} that cannot be read
   */
  public static boolean recognises(Path path) {
    List<Path> models = GgufFolder.models(path);
    if (models.size() == 1) {
      return recognises(models.getFirst());
    }
    return GgufFile.recognises(path) ? GgufDrafts.recognises(path) : FolderDrafts.recognises(path);
  }

  /**
   * Opens a draft package that says all about itself. Weights are mapped, not read.
   *
   * @param path as in {@link #open(Path, DraftOptions, Compute)}
   * @param compute what the draft computes with; not closed by the draft
   * @return the draft, to be closed by the caller
   * @throws ModelFileException if it is no draft this library runs; the message says what it is and
   *     why not
   */
  public static DraftModel open(Path path, Compute compute) {
    return open(path, DraftOptions.defaults(), compute);
  }

  /**
   * Opens a draft package. Weights are mapped, not read.
   *
   * @param path a GGUF file, or a folder with {@code config.json} and either safetensors (Hugging
   *     Face) or {@code model.q4nx} (FastFlowLM), or without {@code config.json} and with only one
   *     GGUF file
   * @param options what the package does not say about itself
   * @param compute what the draft computes with; not closed by the draft
   * @return the draft, to be closed by the caller
   * @throws ModelFileException if it is no draft this library runs; the message says what it is and
   *     why not
   */
  public static DraftModel open(Path path, DraftOptions options, Compute compute) {
    return openModel(GgufFolder.fileOf(path), options, compute);
  }

  private static DraftModel openModel(Path path, DraftOptions options, Compute compute) {
    if (!Files.exists(path)) {
      throw new ModelFileException(path, "no such file or folder");
    }
    if (GgufFile.recognises(path)) {
      return GgufDrafts.open(path, compute);
    }
    if (!Files.isDirectory(path)) {
      throw new ModelFileException(
          path,
          "a draft is a GGUF file, which this is not, or opened by its folder, which holds"
              + " config.json and the weights");
    }
    return FlmDrafts.recognises(path)
        ? FlmDrafts.open(path, options, compute)
        : FolderDrafts.open(path, compute);
  }
}
