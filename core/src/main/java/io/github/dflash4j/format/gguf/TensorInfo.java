/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.gguf;

import io.github.dflash4j.format.Names;
import io.github.dflash4j.weights.ModelFileException;
import java.util.Arrays;

/**
 * What a GGUF file says of one tensor.
 *
 * @param name its name
 * @param type how its numbers are stored
 * @param shape row-major, outermost dimension first: the reverse of the file's order
 * @param offset first byte, relative to the data section
 * @param bytes how many bytes type and shape take
 */
record TensorInfo(String name, GgmlType type, long[] shape, long offset, long bytes) {
  /** Bytes of the shortest entry: a name of one byte and one dimension. */
  static final int MIN_BYTES = 8 + 1 + 4 + 8 + 4 + 8;

  private static final int MAX_NAME = 1024;
  private static final int MAX_DIMENSIONS = 4;

  /** Reads the entry at the cursor and checks all that can be checked without the other ones. */
  static TensorInfo read(Cursor cursor, int alignment) {
    String name = cursor.string(MAX_NAME, "tensor name");
    Names.check(cursor.file(), "tensor name", name, MAX_NAME);
    int dimensions = cursor.i32(name);
    if (dimensions < 1 || dimensions > MAX_DIMENSIONS) {
      throw new ModelFileException(
          cursor.file(), name, "1 to 4 dimensions", Integer.toUnsignedString(dimensions));
    }
    long[] shape = new long[dimensions];
    for (int i = dimensions - 1; i >= 0; i--) {
      shape[i] = cursor.i64(name);
      if (shape[i] < 1) {
        throw new ModelFileException(
            cursor.file(),
            name,
            "dimensions of at least 1 and below 2^63",
            Long.toUnsignedString(shape[i]));
      }
    }
    int id = cursor.i32(name);
    GgmlType type = GgmlType.of(id);
    if (type == null) {
      throw new ModelFileException(
          cursor.file(), "tensor " + name, "a known storage type", "the unknown type " + id);
    }
    long offset = cursor.i64(name);
    if (offset < 0 || offset % alignment != 0) {
      throw new ModelFileException(
          cursor.file(),
          name,
          "an offset that is a multiple of " + alignment,
          Long.toUnsignedString(offset));
    }
    return new TensorInfo(name, type, shape, offset, bytes(cursor, name, type, shape));
  }

  private static long bytes(Cursor cursor, String name, GgmlType type, long[] shape) {
    long row = shape[shape.length - 1];
    if (row % type.blockElements() != 0) {
      throw new ModelFileException(
          cursor.file(),
          name,
          "rows of a multiple of " + type.blockElements() + " numbers for " + type,
          "rows of " + row);
    }
    try {
      long elements = 1;
      for (long dimension : shape) {
        elements = Math.multiplyExact(elements, dimension);
      }
      return Math.multiplyExact(elements / type.blockElements(), (long) type.blockBytes());
    } catch (ArithmeticException e) {
      throw new ModelFileException(
          cursor.file(), name, "a size below 2^63 bytes", type + Arrays.toString(shape));
    }
  }
}
