/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Half precision, subnormal numbers, infinities and NaN included. */
final class F16Decoder implements RowDecoder {
  @Override
  public StorageType type() {
    return StorageType.F16;
  }

  @Override
  public void decode(
      MemorySegment data, long byteOffset, int elements, float[] out, int outOffset) {
    RowDecoders.check(StorageType.F16, data, byteOffset, elements, out, outOffset);
    for (int i = 0; i < elements; i++) {
      out[outOffset + i] = Float.float16ToFloat(data.get(RowDecoders.SHORT, byteOffset + 2L * i));
    }
  }
}
