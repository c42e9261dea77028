/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.RowDecoders.LANES;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** As Q4_K, with a fifth bit per number in 32 bytes of their own. */
final class Q5KDecoder implements RowDecoder {
  @Override
  public StorageType type() {
    return StorageType.Q5_K;
  }

  @Override
  public void decode(
      MemorySegment data, long byteOffset, int elements, float[] out, int outOffset) {
    RowDecoders.check(StorageType.Q5_K, data, byteOffset, elements, out, outOffset);
    long block = byteOffset;
    for (int at = outOffset; at < outOffset + elements; at += 256, block += 176) {
      float d = RowDecoders.half(data, block);
      float dmin = RowDecoders.half(data, block + 2);
      for (int j = 0; j < 8; j++) {
        float scale = d * RowDecoderScales.scale(data, block + 4, j);
        float minimum = dmin * RowDecoderScales.minimum(data, block + 4, j);
        long qs = block + 48 + 32 * (j >> 1);
        LANES.fiveBits(data, qs, 4 * (j & 1), block + 16, j, scale, -minimum, out, at + 32 * j);
      }
    }
  }
}
