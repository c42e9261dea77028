/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.RowDecoders.LANES;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Super-blocks of 256: lower four and upper two bits apart, a signed scale for every 16. */
final class Q6KDecoder implements RowDecoder {
  @Override
  public StorageType type() {
    return StorageType.Q6_K;
  }

  @Override
  public void decode(
      MemorySegment data, long byteOffset, int elements, float[] out, int outOffset) {
    RowDecoders.check(StorageType.Q6_K, data, byteOffset, elements, out, outOffset);
    long block = byteOffset;
    for (int at = outOffset; at < outOffset + elements; at += 256, block += 210) {
      float d = RowDecoders.half(data, block + 208);
      for (int i = 0; i < 16; i++) {
        // Numbers 16i to 16i + 15: half h of the block, group g of 32 in it, part p of the group.
        int h = i >> 3;
        int g = i >> 1 & 3;
        int p = 16 * (i & 1);
        float scale = d * data.get(RowDecoders.BYTE, block + 192 + i);
        long ql = block + 64 * h + 32 * (g & 1) + p;
        long qh = block + 128 + 32 * h + p;
        LANES.sixBits(data, ql, 4 * (g >> 1), qh, 2 * g, scale, out, at + 16 * i);
      }
    }
  }
}
