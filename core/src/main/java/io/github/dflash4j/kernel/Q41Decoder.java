/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.RowDecoders.LANES;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Blocks of 32: scale, minimum, then the lower and the upper halves of 16 bytes. */
final class Q41Decoder implements RowDecoder {
  @Override
  public StorageType type() {
    return StorageType.Q4_1;
  }

  @Override
  public void decode(
      MemorySegment data, long byteOffset, int elements, float[] out, int outOffset) {
    RowDecoders.check(StorageType.Q4_1, data, byteOffset, elements, out, outOffset);
    long block = byteOffset;
    for (int at = outOffset; at < outOffset + elements; at += 32, block += 20) {
      float d = RowDecoders.half(data, block);
      float m = RowDecoders.half(data, block + 2);
      LANES.nibbles(data, block + 4, 16, 0, 0, d, m, out, at);
      LANES.nibbles(data, block + 4, 16, 4, 0, d, m, out, at + 16);
    }
  }
}
