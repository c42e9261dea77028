/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Tensors over arrays. */
final class TestTensors {
  private TestTensors() {}

  static Tensor tensor(String name, int rows, int columns, float... values) {
    MemorySegment data = MemorySegment.ofArray(new byte[values.length * 4]);
    var layout = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < values.length; i++) {
      data.set(layout, 4L * i, values[i]);
    }
    return new Tensor(Path.of("test"), name, StorageType.F32, new long[] {rows, columns}, data);
  }

  static WeightMatrix matrix(String name, int rows, int columns, float... values) {
    return WeightMatrix.of(tensor(name, rows, columns, values));
  }
}
