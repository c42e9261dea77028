/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.safetensors;

import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.nio.file.Path;
import java.util.Map;

/**
 * The tensors of a safetensors file or of a folder with one model in it. The files are mapped, not
 * read. F32, F16 and BF16 become tensors, everything else is listed as {@link #unsupported()}.
 *
 * <p>In a folder an index file ({@code model.safetensors.index.json}, or the only one ending in
 * {@code .safetensors.index.json}) decides; without one {@code model.safetensors} is read, or the only
 * file ending in {@code .safetensors}. Anything else is refused.
 *
 * <p>The files must not be changed or cut while the store is open.
 */
public final class SafetensorsStore implements TensorStore {
  private SafetensorsStore() {}

  /**
   * Maps a model.
   *
   * @param fileOrFolder a safetensors file, an index file, or the folder of a model
   * @return the open store, which the caller closes
   * @throws ModelFileException if there is no such model or a file of it breaks a rule of the format
   */
  public static SafetensorsStore open(Path fileOrFolder) {
    throw new UnsupportedOperationException();
  }

  /**
   * The headers of the files, in the order in which they were opened.
   *
   * @return an unmodifiable map from the path of a file to its header
   */
  public Map<Path, SafetensorsHeader> headers() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Path location() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<String, Tensor> tensors() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<String, String> unsupported() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long bytesMapped() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
