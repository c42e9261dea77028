/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.RowDecoders.LANES;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Blocks of 32: scale, then the lower and the upper halves of 16 bytes. */
final class Q40Decoder implements RowDecoder {
  @Override
  public StorageType type() {
    return StorageType.Q4_0;
  }

  @Override
  public void decode(
      MemorySegment data, long byteOffset, int elements, float[] out, int outOffset) {
    RowDecoders.check(StorageType.Q4_0, data, byteOffset, elements, out, outOffset);
    long block = byteOffset;
    for (int at = outOffset; at < outOffset + elements; at += 32, block += 18) {
      float d = RowDecoders.half(data, block);
      LANES.nibbles(data, block + 2, 16, 0, 8, d, RowDecoderLanes.NO_MINIMUM, out, at);
      LANES.nibbles(data, block + 2, 16, 4, 8, d, RowDecoderLanes.NO_MINIMUM, out, at + 16);
    }
  }
}
