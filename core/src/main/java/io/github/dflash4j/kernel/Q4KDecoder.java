/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Super-blocks of 256: pairs of sub-blocks share 32 bytes, low halves first. */
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
      for (int j = 0; j < 8; j += 2) {
        pair(data, block + 4, j, d, dmin, block + 16 + 16 * j, out, at + 32 * j);
      }
    }
  }

  private static void pair(
      MemorySegment data, long s, int j, float d, float dmin, long qs, float[] out, int at) {
    // The products are rounded one by one, in the order ggml has.
    float d0 = d * SixBitScales.scale(data, s, j);
    float m0 = dmin * SixBitScales.minimum(data, s, j);
    float d1 = d * SixBitScales.scale(data, s, j + 1);
    float m1 = dmin * SixBitScales.minimum(data, s, j + 1);
    for (int l = 0; l < 32; l++) {
      int q = data.get(RowDecoders.BYTE, qs + l);
      out[at + l] = d0 * (q & 15) - m0;
      out[at + 32 + l] = d1 * ((q >> 4) & 15) - m1;
    }
  }
}
