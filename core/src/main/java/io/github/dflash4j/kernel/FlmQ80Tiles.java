/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** 8704 bytes (flm-packages 2.5): BF16 scales and signed bytes; {@code w = d q}. */
final class FlmQ80Tiles implements TileDecoder {
  private static final int CODES = 512;

  private final int lanes;

  FlmQ80Tiles(int lanes) {
    this.lanes = lanes;
  }

  @Override
  public StorageType type() {
    return lanes == 16 ? StorageType.FLM_Q8_0_P16 : StorageType.FLM_Q8_0_P32;
  }

  @Override
  public void decode(MemorySegment data, long tile, int columns, float[] out, int at, int stride) {
    for (int r = 0; r < ROWS; r++) {
      long first = tile + CODES + TileDecoder.codes(lanes, r);
      for (int from = 0; from < columns; from += GROUP) {
        float scale = RowDecoders.bfloat(data, tile + 2L * (from + r));
        int count = Math.min(GROUP, columns - from);
        int to = at + r * stride + from;
        for (int c = 0; c < count; c++) {
          out[to + c] = scale * data.get(RowDecoders.BYTE, first + (from + c) * lanes);
        }
      }
    }
  }
}
