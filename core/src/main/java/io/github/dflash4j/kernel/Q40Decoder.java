/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Blocks of 32: scale, then the low and the high halves of 16 bytes. */
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
      for (int l = 0; l < 16; l++) {
        int q = data.get(RowDecoders.BYTE, block + 2 + l);
        out[at + l] = d * ((q & 15) - 8);
        out[at + 16 + l] = d * (((q >> 4) & 15) - 8);
      }
    }
  }
}
