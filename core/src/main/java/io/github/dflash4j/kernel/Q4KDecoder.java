/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.RowDecoders.LANES;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Super-blocks of 256: pairs of sub-blocks share 32 bytes, lower halves first. */
final class Q4KDecoder implements RowDecoder {
  @Override
  public StorageType type() {
    return StorageType.Q4_K;
  }

  @Override
  public void decode(
      MemorySegment data, long byteOffset, int elements, float[] out, int outOffset) {
    RowDecoders.check(StorageType.Q4_K, data, byteOffset, elements, out, outOffset);
    long block = byteOffset;
    for (int at = outOffset; at < outOffset + elements; at += 256, block += 144) {
      float d = RowDecoders.half(data, block);
      float dmin = RowDecoders.half(data, block + 2);
      for (int j = 0; j < 8; j++) {
        // Two products, each rounded, as ggml has them; adding -m is subtracting m.
        float scale = d * RowDecoderScales.scale(data, block + 4, j);
        float minimum = dmin * RowDecoderScales.minimum(data, block + 4, j);
        long qs = block + 16 + 32 * (j >> 1);
        LANES.nibbles(data, qs, 32, 4 * (j & 1), 0, scale, -minimum, out, at + 32 * j);
      }
    }
  }
}
