/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.fuzz;

import io.github.dflash4j.draft.DraftModel;
import io.github.dflash4j.draft.Drafts;
import io.github.dflash4j.format.flm.FlmStore;
import io.github.dflash4j.format.gguf.GgufFile;
import io.github.dflash4j.format.gguf.GgufMetadata;
import io.github.dflash4j.format.safetensors.SafetensorsStore;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * The readers of files that may come from anywhere, each as a function of the bytes of a file. A
 * reader accepts a file or refuses it with a {@link ModelFileException}; anything else it throws
 * goes through, and is a defect.
 */
enum FuzzedReader {
  SAFETENSORS("safetensors", "model.safetensors") {
    @Override
    void read(Path file) {
      try (SafetensorsStore store = SafetensorsStore.open(file)) {
        store.headers().values().forEach(Object::toString);
        readTensors(store);
      }
    }
  },
  GGUF("gguf", "model.gguf") {
    @Override
    void read(Path file) {
      try (GgufFile store = GgufFile.openMetadata(file)) {
        GgufMetadata metadata = store.metadata();
        metadata.keys().forEach(key -> readValue(metadata, key));
        readTensors(store);
      }
    }
  },
  FLM("flm", "model.q4nx") {
    @Override
    void read(Path file) {
      try (FlmStore store = FlmStore.open(file, OptionalInt.empty())) {
        store.inspectData();
        readTensors(store);
      }
    }
  },
  DRAFT_CONFIG("draftConfig", "config.json") {
    /** Beside the weights of the small draft of the tests, so that a sound file opens a draft. */
    @Override
    void read(Path file) throws IOException {
      Path weights = file.resolveSibling("model.safetensors");
      if (!Files.exists(weights)) {
        Files.copy(WEIGHTS, weights);
      }
      try (Compute compute = Compute.with(KernelSelection.named("scalar"), 1);
          DraftModel model = Drafts.open(file.getParent(), compute)) {
        model.summary().line();
      }
    }
  };

  private static final Path WEIGHTS =
      Path.of("src/test/resources/stories260K-dflash2/model.safetensors");
  private static final int MOST_NUMBERS = 1 << 16;

  private final String folder;
  private final String fileName;

  FuzzedReader(String folder, String fileName) {
    this.folder = folder;
    this.fileName = fileName;
  }

  abstract void read(Path file) throws IOException;

  /** Where the kept inputs lie, and where a fuzzing run puts its findings. */
  Path inputs() {
    return Path.of("src/test/resources/io/github/dflash4j/fuzz/ReadersFuzzInputs").resolve(folder);
  }

  /**
   * Gives bytes to the reader and reads all that the file states.
   *
   * @return whether the reader accepted them
   */
  boolean accepts(byte[] bytes, Path scratch) {
    try {
      Path file = Files.write(scratch.resolve(fileName), bytes);
      read(file);
      return true;
    } catch (ModelFileException refused) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void readTensors(TensorStore store) {
    for (Tensor tensor : store.tensors().values()) {
      long rows = tensor.rows();
      long columns = tensor.columns();
      if (tensor.elements() > 0 && tensor.elements() <= MOST_NUMBERS) {
        WeightMatrix matrix = WeightMatrix.of(tensor);
        matrix.decode(0, (int) rows, new float[(int) (rows * columns)], 0);
      }
      tensor.describe();
    }
  }

  /** As each kind of value: one fits, the others are refused. */
  private static void readValue(GgufMetadata metadata, String key) {
    metadata.describe(key);
    for (Runnable use :
        new Runnable[] {
          () -> metadata.findString(key),
          () -> metadata.findInteger(key),
          () -> metadata.findInt(key, 0, 100),
          () -> metadata.findNumber(key),
          () -> metadata.findBoolean(key),
          () -> metadata.findStrings(key),
          () -> metadata.findIntegers(key),
          () -> metadata.findFloats(key),
          () -> metadata.findBooleans(key)
        }) {
      try {
        use.run();
      } catch (ModelFileException refused) {
        // Another type.
      }
    }
  }
}
