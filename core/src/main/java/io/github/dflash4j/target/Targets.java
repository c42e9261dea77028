/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.format.flm.FlmStore;
import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.gguf.GgufFolder;
import io.github.dflash4j.format.safetensors.SafetensorsStore;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.TensorStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The one place where targets are opened: recognises the packaging and the architecture. */
public final class Targets {
  private static final String PACKAGE = "model.q4nx";

  private Targets() {}

  /**
   * Opens a target: a GGUF file, or a folder with {@code config.json} and either safetensors
   * (Hugging Face) or {@code model.q4nx} (FastFlowLM). Weights are mapped, not read.
   *
   * @param path the file or folder; of a folder without {@code config.json} its only GGUF file
   * @param options what the user decides
   * @param compute what the target computes with; not closed by the target
   * @return the target, to be closed by the caller
   * @throws ModelFileException if it is no target this library runs; the message says what it is
   *     and why not
   */
  public static Target open(Path path, TargetOptions options, Compute compute) {
    return openModel(GgufFolder.fileOf(path), options, compute);
  }

  private static Target openModel(Path path, TargetOptions options, Compute compute) {
    if (Files.isDirectory(path)) {
      return openFolder(path, options, compute);
    }
    if (!Files.exists(path)) {
      throw new ModelFileException(path, "no such file or folder");
    }
    if (path.toString().endsWith(".safetensors") || path.toString().endsWith(".q4nx")) {
      throw new ModelFileException(
          path, "weights alone do not say what model this is; give the folder with config.json");
    }
    GgufFile gguf = GgufFile.open(path);
    TargetPanels panels = new TargetPanels(gguf, compute, options.panels());
    try {
      StackWeights weights = new GgufTargetReader(gguf, options).read(panels);
      return new StackTarget(weights, gguf, compute, panels);
    } catch (RuntimeException | Error e) {
      panels.close();
      gguf.close();
      throw e;
    }
  }

  private static TensorStore openStore(Path folder, TargetOptions options) {
    Path packaged = folder.resolve(PACKAGE);
    if (!Files.exists(packaged)) {
      return SafetensorsStore.open(folder);
    }
    for (String other : List.of("model.safetensors", "model.safetensors.index.json")) {
      if (Files.exists(folder.resolve(other))) {
        throw new ModelFileException(
            folder, "both " + PACKAGE + " and " + other + " in it; keep one of them");
      }
    }
    return FlmStore.open(packaged, options.flm().lanes());
  }

  private static Target openFolder(Path folder, TargetOptions options, Compute compute) {
    FolderTargetReader reader = new FolderTargetReader(folder, options);
    TensorStore store = openStore(folder, options);
    TargetPanels panels = new TargetPanels(store, compute, PanelUse.AS_STORED);
    try {
      return new StackTarget(reader.read(store, panels), store, compute, panels);
    } catch (RuntimeException | Error e) {
      panels.close();
      store.close();
      throw e;
    }
  }
}
