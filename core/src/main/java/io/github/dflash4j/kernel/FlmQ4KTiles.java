/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/**
 * 4736 bytes (flm-packages 2.4): 8-bit scales and minima per row and group, 4-bit numbers, then a
 * BF16 scale and a BF16 minimum per row; the minimum is stored negated, so both terms are added.
 * {@code w = S s8 q + M m8}: both products are exact in a float, the sum is rounded once.
 */
final class FlmQ4KTiles implements TileDecoder {
  private static final int MINIMA = 256;
  private static final int NIBBLES = 512;
  private static final int ROW_SCALES = 4608;
  private static final int ROW_MINIMA = 4672;

  @Override
  public StorageType type() {
    return StorageType.FLM_Q4_K;
  }

  @Override
  public void decode(MemorySegment data, long tile, int columns, float[] out, int at, int stride) {
    for (int r = 0; r < ROWS; r++) {
      float rowScale = RowDecoders.bfloat(data, tile + ROW_SCALES + 2 * r);
      float rowMinimum = RowDecoders.bfloat(data, tile + ROW_MINIMA + 2 * r);
      int shift = r % 2 * 4;
      for (int from = 0; from < columns; from += GROUP) {
        long slot = tile + from + r;
        float scale = rowScale * (data.get(RowDecoders.BYTE, slot) & 255);
        float minimum = rowMinimum * (data.get(RowDecoders.BYTE, slot + MINIMA) & 255);
        int count = Math.min(GROUP, columns - from);
        long nibbles = tile + NIBBLES + from * 16 + r / 2;
        int to = at + r * stride + from;
        for (int c = 0; c < count; c++) {
          int q = data.get(RowDecoders.BYTE, nibbles + c * 16) >> shift & 15;
          out[to + c] = scale * q + minimum;
        }
      }
    }
  }
}
