/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/**
 * 5120 bytes (flm-packages 2.3): BF16 scales, BF16 minima, 4-bit numbers. {@code w = d q + m} with
 * an unsigned q; a tile whose minima are all zero comes from numbers around zero and holds a signed
 * q.
 */
final class FlmQ41Tiles implements TileDecoder {
  private static final int MINIMA = 512;
  private static final int NIBBLES = 1024;

  private final int lanes;

  FlmQ41Tiles(int lanes) {
    this.lanes = lanes;
  }

  @Override
  public StorageType type() {
    return lanes == 16 ? StorageType.FLM_Q4_1_P16 : StorageType.FLM_Q4_1_P32;
  }

  @Override
  public void decode(MemorySegment data, long tile, int columns, float[] out, int at, int stride) {
    // Flipping the sign bit of four and subtracting 8 makes a signed number of an unsigned one.
    int offset = signed(data, tile) ? 8 : 0;
    int step = lanes / 2;
    for (int r = 0; r < ROWS; r++) {
      int shift = r % 2 * 4;
      long first = tile + NIBBLES + TileDecoder.nibbles(lanes, r);
      for (int from = 0; from < columns; from += GROUP) {
        long slot = tile + 2L * (from + r);
        float scale = RowDecoders.bfloat(data, slot);
        float minimum = RowDecoders.bfloat(data, slot + MINIMA);
        int count = Math.min(GROUP, columns - from);
        long nibbles = first + from * step;
        int to = at + r * stride + from;
        for (int c = 0; c < count; c++) {
          int q = data.get(RowDecoders.BYTE, nibbles + c * step) >> shift & 15;
          out[to + c] = scale * ((q ^ offset) - offset) + minimum;
        }
      }
    }
  }

  private static boolean signed(MemorySegment data, long tile) {
    for (int i = 0; i < ROWS * COLUMNS / GROUP; i++) {
      if ((data.get(RowDecoders.SHORT, tile + MINIMA + 2 * i) & 0x7FFF) != 0) {
        return false;
      }
    }
    return true;
  }
}
