/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.weights;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * The tensors of one model: a single file or several shards. A store owns the mappings of its files;
 * closing it makes every {@link Tensor} of it unusable. Thread-safe after construction.
 */
public interface TensorStore extends AutoCloseable {

  /**
   * What was opened.
   *
   * @return a file, or the folder of a sharded model
   */
  Path location();

  /**
   * All tensors by name, in the order of the file.
   *
   * @return an unmodifiable map
   */
  Map<String, Tensor> tensors();

  /**
   * Bytes of file mapped into memory.
   *
   * @return the sum over all files of the model
   */
  long bytesMapped();

  /** Unmaps the files. Calling it again does nothing. */
  @Override
  void close();

  /**
   * Looks a tensor up.
   *
   * @param name its name in the file
   * @return the tensor, or empty
   */
  default Optional<Tensor> find(String name) {
    return Optional.ofNullable(tensors().get(name));
  }

  /**
   * A tensor that has to be there with a given shape.
   *
   * @param name its name in the file
   * @param shape the expected shape, outermost first
   * @return the tensor
   * @throws ModelFileException if it is missing or has another shape
   */
  default Tensor require(String name, long... shape) {
    Tensor tensor = tensors().get(name);
    if (tensor == null) {
      throw new ModelFileException(
          location(), name, "a tensor of shape " + Arrays.toString(shape), "no such tensor");
    }
    if (!Arrays.equals(tensor.shape(), shape)) {
      throw new ModelFileException(
          tensor.file(), name, "shape " + Arrays.toString(shape), tensor.describe());
    }
    return tensor;
  }
}
