/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.RowDecoder;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Tensors small enough to be decoded once at load: norm weights, base kernels, divisors. */
public final class SmallTensors {
  private static final int LARGEST = 1 << 24;
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private SmallTensors() {}

  /**
   * Decodes a whole tensor.
   *
   * @param tensor a tensor of any shape with at most 16 M numbers
   * @return its numbers, row-major
   * @throws IllegalArgumentException if the tensor is larger
   */
  public static float[] floats(Tensor tensor) {
    if (tensor.elements() > LARGEST) {
      throw new IllegalArgumentException(tensor + " is too large to be decoded as a whole");
    }
    float[] out = new float[(int) tensor.elements()];
    RowDecoder.of(tensor.type()).decode(tensor.data(), 0, out.length, out, 0);
    return out;
  }

  /**
   * Turns a small matrix round.
   *
   * @param tensor a matrix with at most 16 M numbers
   * @return its columns as rows, as F32 in memory of its own
   * @throws IllegalArgumentException if the tensor is larger
   */
  public static Tensor transposed(Tensor tensor) {
    float[] numbers = floats(tensor);
    int rows = Math.toIntExact(tensor.rows());
    int columns = Math.toIntExact(tensor.columns());
    MemorySegment data = Arena.ofAuto().allocate((long) numbers.length * Float.BYTES, Long.BYTES);
    for (int c = 0; c < columns; c++) {
      for (int r = 0; r < rows; r++) {
        data.set(FLOAT, ((long) c * rows + r) * Float.BYTES, numbers[r * columns + c]);
      }
    }
    return new Tensor(
        tensor.file(), tensor.name(), StorageType.F32, new long[] {columns, rows}, data);
  }
}
