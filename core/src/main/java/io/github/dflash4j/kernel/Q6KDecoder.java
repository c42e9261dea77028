/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Super-blocks of 256: low four and high two bits apart, a signed scale for every 16. */
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
      for (int h = 0; h < 2; h++) {
        for (int i = 0; i < 2; i++) {
          quarters(data, block, h, i, d, out, at + 128 * h + 16 * i);
        }
      }
    }
  }

  /** Numbers 16i to 16i + 15 of each of the four groups of 32 in half h. */
  private static void quarters(
      MemorySegment data, long block, int h, int i, float d, float[] out, int at) {
    long ql = block + 64 * h + 16 * i;
    long qh = block + 128 + 32 * h + 16 * i;
    long sc = block + 192 + 8 * h + i;
    float d0 = d * data.get(RowDecoders.BYTE, sc);
    float d1 = d * data.get(RowDecoders.BYTE, sc + 2);
    float d2 = d * data.get(RowDecoders.BYTE, sc + 4);
    float d3 = d * data.get(RowDecoders.BYTE, sc + 6);
    for (int l = 0; l < 16; l++) {
      int q0 = data.get(RowDecoders.BYTE, ql + l);
      int q1 = data.get(RowDecoders.BYTE, ql + 32 + l);
      int high = data.get(RowDecoders.BYTE, qh + l);
      out[at + l] = d0 * ((q0 & 15 | (high & 3) << 4) - 32);
      out[at + 32 + l] = d1 * ((q1 & 15 | (high & 12) << 2) - 32);
      out[at + 64 + l] = d2 * ((q0 >> 4 & 15 | high & 48) - 32);
      out[at + 96 + l] = d3 * ((q1 >> 4 & 15 | (high & 192) >> 2) - 32);
    }
  }
}
