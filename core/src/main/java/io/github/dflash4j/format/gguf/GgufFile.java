/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import io.github.dflash4j.weights.ModelFileException;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.nio.file.Path;
import java.util.Map;

/**
 * A GGUF file, version 2 or 3, little endian, or all parts of a split one. The file is mapped, not
 * read. Shapes are turned into row-major order, so a matrix is {@code [out, in]}; tensors of types
 * without a {@link io.github.dflash4j.weights.StorageType} are listed as {@link #unsupported()}.
 *
 * <p>The file must not be changed or cut while it is open.
 */
public final class GgufFile implements TensorStore {
  private GgufFile() {}

  /**
   * Maps a model.
   *
   * @param file a GGUF file; of a split model any part
   * @return the open file, which the caller closes
   * @throws ModelFileException if there is no such file, it breaks a rule of the format or has no
   *     tensors
   */
  public static GgufFile open(Path file) {
    throw new UnsupportedOperationException();
  }

  /**
   * Maps a file for its metadata, for example the vocabulary: as {@link #open}, but a file without
   * any tensor is fine.
   *
   * @param file a GGUF file; of a split model any part
   * @return the open file, which the caller closes
   * @throws ModelFileException if there is no such file or it breaks a rule of the format
   */
  public static GgufFile openMetadata(Path file) {
    throw new UnsupportedOperationException();
  }

  /**
   * The metadata; of a split model that of the first part.
   *
   * @return metadata that can be read until this file is closed
   */
  public GgufMetadata metadata() {
    throw new UnsupportedOperationException();
  }

  /**
   * The version of the format.
   *
   * @return 2 or 3
   */
  public int version() {
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
