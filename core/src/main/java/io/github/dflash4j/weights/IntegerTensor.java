/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.weights;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/**
 * A named tensor of integers over mapped, read-only memory, for example a map of token ids. Nothing
 * is copied; reading it after its {@link TensorStore} was closed throws {@link
 * IllegalStateException}. Immutable and safe to share between threads.
 */
public final class IntegerTensor {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** How integers are stored. */
  public enum Type {
    /** One byte, 0 or 1. */
    BOOL(1),
    /** Signed, four bytes. */
    I32(4),
    /** Signed, eight bytes. */
    I64(8);

    private final int bytes;

    Type(int bytes) {
      this.bytes = bytes;
    }
  }

  private final Path file;
  private final String name;
  private final Type type;
  private final long[] shape;
  private final MemorySegment data;

  /**
   * A tensor.
   *
   * @param file where it lies, for messages
   * @param name its name in the file
   * @param type how its integers are stored, little endian
   * @param shape row-major, outermost first; copied
   * @param data exactly the bytes of the tensor
   * @throws IllegalArgumentException if the bytes are not what type and shape need; readers check
   *     that before and report it as {@link ModelFileException}
   */
  public IntegerTensor(Path file, String name, Type type, long[] shape, MemorySegment data) {
    this.file = Objects.requireNonNull(file);
    this.name = Objects.requireNonNull(name);
    this.type = Objects.requireNonNull(type);
    this.shape = shape.clone();
    this.data = data.asReadOnly();
    long elements = 1;
    for (long dimension : shape) {
      elements = Math.multiplyExact(elements, dimension);
    }
    if (Math.multiplyExact(elements, (long) type.bytes) != data.byteSize()) {
      throw new IllegalArgumentException(
          name + ": " + describe() + " does not take " + data.byteSize() + " bytes");
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
   * The shape, outermost dimension first.
   *
   * @return a copy
   */
  public long[] shape() {
    return shape.clone();
  }

  /**
   * Integers in the tensor.
   *
   * @return the product of the shape
   */
  public long size() {
    return data.byteSize() / type.bytes;
  }

  /**
   * Bytes in the file.
   *
   * @return the size of the data
   */
  public long bytes() {
    return data.byteSize();
  }

  /**
   * How the integers are stored.
   *
   * @return the type
   */
  public Type type() {
    return type;
  }

  /**
   * One integer.
   *
   * @param index its row-major index, from 0
   * @return its value
   * @throws IndexOutOfBoundsException if there is none
   * @throws IllegalStateException if the store of the tensor was closed
   */
  public long get(long index) {
    Objects.checkIndex(index, size());
    return switch (type) {
      case BOOL -> data.get(ValueLayout.JAVA_BYTE, index);
      case I32 -> data.get(INT, index * Integer.BYTES);
      case I64 -> data.get(LONG, index * Long.BYTES);
    };
  }

  /**
   * Shape and type in the form used in messages.
   *
   * @return for example {@code I64[32000]}
   */
  public String describe() {
    return type + Arrays.toString(shape);
  }

  @Override
  public String toString() {
    return name + " " + describe();
  }
}
