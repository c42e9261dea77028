/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.RowDecoders.LANES;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Blocks of 32: scale, then signed bytes. */
final class Q80Decoder implements RowDecoder {
  @Override
  public StorageType type() {
    return StorageType.Q8_0;
  }

  @Override
  public void decode(
      MemorySegment data, long byteOffset, int elements, float[] out, int outOffset) {
    RowDecoders.check(StorageType.Q8_0, data, byteOffset, elements, out, outOffset);
    long block = byteOffset;
    for (int at = outOffset; at < outOffset + elements; at += 32, block += 34) {
      LANES.bytes(data, block + 2, RowDecoders.half(data, block), out, at);
    }
  }
}
