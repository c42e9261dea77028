/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.weights;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/**
 * A named tensor over mapped, read-only memory. Nothing is copied: {@link #data()} is a view of the
 * file and stays valid until the {@link TensorStore} it came from is closed; reading it after that
 * throws {@link IllegalStateException}. Immutable and safe to share between threads.
 *
 * <p>Shapes are row-major, outermost dimension first, so a projection is {@code [out, in]} whatever
 * order its file uses. A scalar has an empty shape.
 */
public final class Tensor {
  private final Path file;
  private final String name;
  private final StorageType type;
  private final long[] shape;
  private final MemorySegment data;

  /**
   * A tensor.
   *
   * @param file where it lies, for messages
   * @param name its name in the file
   * @param type how its numbers are stored
   * @param shape row-major, outermost first; copied
   * @param data exactly the bytes of the tensor
   * @throws IllegalArgumentException if the bytes are not what type and shape need; readers check
   *     that before and report it as {@link ModelFileException}
   */
  public Tensor(Path file, String name, StorageType type, long[] shape, MemorySegment data) {
    this.file = Objects.requireNonNull(file);
    this.name = Objects.requireNonNull(name);
    this.type = Objects.requireNonNull(type);
    this.shape = shape.clone();
    this.data = data.asReadOnly();
    long bytes = type.bytes(rows(), columns());
    if (bytes != data.byteSize()) {
      throw new IllegalArgumentException(
          name
              + ": "
              + type
              + Arrays.toString(shape)
              + " takes "
              + bytes
              + " bytes, not "
              + data.byteSize());
    }
  }

  /**
   * The file the tensor lies in.
   *
   * @return the path, for messages
   */
  public Path file() {
    return file;
  }

  /**
   * The name of the tensor.
   *
   * @return as in the file
   */
  public String name() {
    return name;
  }

  /**
   * How the numbers are stored.
   *
   * @return the type
   */
  public StorageType type() {
    return type;
  }

  /**
   * The shape, outermost dimension first.
   *
   * @return a copy
   */
  public long[] shape() {
    return shape.clone();
  }

  /**
   * Numbers in the tensor.
   *
   * @return the product of the shape
   */
  public long elements() {
    return Math.multiplyExact(rows(), columns());
  }

  /**
   * The innermost dimension.
   *
   * @return its size; 1 for a scalar
   */
  public long columns() {
    return shape.length == 0 ? 1 : shape[shape.length - 1];
  }

  /**
   * The product of all dimensions but the innermost.
   *
   * @return 1 for vectors and scalars
   */
  public long rows() {
    long rows = 1;
    for (int i = 0; i < shape.length - 1; i++) {
      rows = Math.multiplyExact(rows, shape[i]);
    }
    return rows;
  }

  /**
   * The bytes of the tensor, little endian, not necessarily aligned.
   *
   * @return a read-only view of the mapped file
   */
  public MemorySegment data() {
    return data;
  }

  /**
   * Shape and type in the form used in messages.
   *
   * @return for example {@code BF16[512, 64]}
   */
  public String describe() {
    return type + Arrays.toString(shape);
  }

  @Override
  public String toString() {
    return name + " " + describe();
  }
}
