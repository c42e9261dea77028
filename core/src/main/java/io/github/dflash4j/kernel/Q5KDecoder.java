/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

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
      for (int j = 0; j < 8; j += 2) {
        pair(data, block + 4, j, d, dmin, out, at + 32 * j);
      }
    }
  }

  private static void pair(
      MemorySegment data, long s, int j, float d, float dmin, float[] out, int at) {
    long qh = s + 12;
    long qs = s + 44 + 16 * j;
    float d0 = d * SixBitScales.scale(data, s, j);
    float m0 = dmin * SixBitScales.minimum(data, s, j);
    float d1 = d * SixBitScales.scale(data, s, j + 1);
    float m1 = dmin * SixBitScales.minimum(data, s, j + 1);
    for (int l = 0; l < 32; l++) {
      int q = data.get(RowDecoders.BYTE, qs + l);
      int fifth = data.get(RowDecoders.BYTE, qh + l) >> j;
      out[at + l] = d0 * (q & 15 | (fifth & 1) << 4) - m0;
      out[at + 32 + l] = d1 * (q >> 4 & 15 | (fifth & 2) << 3) - m1;
    }
  }
}
