/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Copies. */
final class F32Decoder implements RowDecoder {
  @Override
  public StorageType type() {
    return StorageType.F32;
  }

  @Override
  public void decode(
      MemorySegment data, long byteOffset, int elements, float[] out, int outOffset) {
    RowDecoders.check(StorageType.F32, data, byteOffset, elements, out, outOffset);
    MemorySegment.copy(data, RowDecoders.FLOAT, byteOffset, out, outOffset, elements);
  }
}
