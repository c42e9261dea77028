/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.gguf.GgufFolder;
import io.github.dflash4j.kernel.Panels;
import io.github.dflash4j.kernel.Workers;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Files of panels, made by hand; opening a target makes them by itself. */
public final class PanelFiles {
  private static final String EMBEDDING = "token_embd.weight";
  private static final String HEAD = "output.weight";

  private PanelFiles() {}

  /**
   * Writes the panels of a model.
   *
   * @param path a GGUF file, or a folder with one
   * @param folder where to write; empty for the folder of the model
   * @param workers threads that share the work
   * @param progress told about the bytes done of all, from the calling thread
   * @return the file
   * @throws ModelFileException if the model cannot be read, has no weights that gain by panels, or
   *     the file cannot be written
   */
  public static Path write(
      Path path, Optional<Path> folder, Workers workers, BiConsumer<Long, Long> progress) {
    Path model = GgufFolder.fileOf(path);
    try (GgufFile gguf = GgufFile.open(model)) {
      List<Tensor> tensors = matrices(gguf);
      if (tensors.isEmpty()) {
        throw new ModelFileException(
            model, "weights", "a quantised matrix, which would gain by panels", "none");
      }
      Path to =
          folder
              .orElseGet(() -> model.toAbsolutePath().getParent())
              .resolve(PanelIdentity.fileName(name(model), tensors));
      PanelFile.write(to, tensors, workers, progress::accept);
      PanelFile.verify(to, tensors);
      return to;
    } catch (IOException e) {
      throw new ModelFileException(model, "panels cannot be written: " + reason(e), e);
    }
  }

  static String reason(IOException e) {
    String message = e.getMessage() == null ? "" : ": " + e.getMessage();
    return e.getClass().getSimpleName().replace("IOException", "").isEmpty()
        ? message.replaceFirst("^: ", "")
        : e.getClass().getSimpleName() + message;
  }

  static String name(Path model) {
    return String.valueOf(model.getFileName());
  }

  /** The matrices that gain by panels: all but an embedding that is not the head as well. */
  static List<Tensor> matrices(TensorStore store) {
    boolean ownHead = store.tensors().containsKey(HEAD);
    return store.tensors().values().stream()
        .filter(t -> t.shape().length == 2 && Panels.has(t.type()))
        .filter(t -> !(ownHead && t.name().equals(EMBEDDING)))
        .toList();
  }
}
