/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.weights;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tensors of one model: a single file or several shards. A store owns the mappings of its
 * files; closing it makes every {@link Tensor} of it unusable. Thread-safe after construction.
 */
public interface TensorStore extends AutoCloseable {

  /**
   * What was opened.
   *
   * @return a file, or the folder of a sharded model
   */
  Path location();

  /**
   * All readable tensors by name, in the order of the file.
   *
   * @return an unmodifiable map
   */
  Map<String, Tensor> tensors();

  /**
   * The tensors whose storage type cannot be read. They are listed and not refused at once, since a
   * file may hold tensors nobody asks for; asking for one of them is an error, so that it can never
   * pass for an absent tensor.
   *
   * @return name to type, the type as the file calls it; unmodifiable
   */
  default Map<String, String> unsupported() {
    return Map.of();
  }

  /**
   * The tensors of integers. They are {@link #unsupported()} as weights and listed there too, so
   * that nobody who does not ask for them here takes a file with them for one without.
   *
   * @return by name; unmodifiable, empty for formats without any
   */
  default Map<String, IntegerTensor> integers() {
    return Map.of();
  }

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
   * Whether the file has a tensor of that name, readable or not.
   *
   * @param name its name in the file
   * @return true if it is there
   */
  default boolean has(String name) {
    return tensors().containsKey(name) || unsupported().containsKey(name);
  }

  /**
   * Looks a tensor up.
   *
   * @param name its name in the file
   * @return the tensor, or empty if the file has none of that name
   * @throws ModelFileException if it is there in a type that cannot be read
   */
  default Optional<Tensor> find(String name) {
    Tensor tensor = tensors().get(name);
    if (tensor == null && unsupported().containsKey(name)) {
      throw new ModelFileException(
          location(),
          name,
          "a storage type that can be read",
          unsupported().get(name) + ", which is not supported");
    }
    return Optional.ofNullable(tensor);
  }

  /**
   * A tensor that has to be there with a given shape.
   *
   * @param name its name in the file
   * @param shape the expected shape, outermost first
   * @return the tensor
   * @throws ModelFileException if it is missing, has another shape or a type that cannot be read
   */
  default Tensor require(String name, long... shape) {
    Tensor tensor =
        find(name)
            .orElseThrow(() ->
                new ModelFileException(
                    location(),
                    name,
                    "a tensor of shape " + Arrays.toString(shape),
                    "no such tensor"));
    return shaped(tensor, shape)
        .orElseThrow(() ->
            new ModelFileException(
                tensor.file(), name, "shape " + Arrays.toString(shape), describe(tensor, shape)));
  }

  /**
   * A tensor of this store in the shape a loader expects. Formats that state shapes have it in that
   * shape or not at all; one that stores padded tiles leaves the exact shape to the loader.
   *
   * @param tensor a tensor of this store
   * @param shape the expected shape, outermost first
   * @return the tensor, or empty if what is stored has not that shape
   */
  default Optional<Tensor> shaped(Tensor tensor, long... shape) {
    return Arrays.equals(tensor.shape(), shape) ? Optional.of(tensor) : Optional.empty();
  }

  /**
   * Says what is stored in place of an expected shape.
   *
   * @param tensor a tensor of this store
   * @param shape the shape it does not have
   * @return type and shape for a message
   */
  default String describe(Tensor tensor, long... shape) {
    return tensor.describe();
  }

  /**
   * Reads all of the data and looks for what no sound file of this format has. Takes as long as
   * reading the file does.
   *
   * @return findings, one sentence each; empty if there are none, or if the format has nothing that
   *     could be told from the data alone
   * @throws IllegalStateException if the store is closed
   */
  default List<String> inspectData() {
    return List.of();
  }
}
