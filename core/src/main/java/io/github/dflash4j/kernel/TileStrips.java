/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Types stored in tiles: a strip is a line of tiles, in raster order (flm-packages 2.2). */
record TileStrips(TileDecoder decoder) implements StripDecoder {

  @Override
  public int rows() {
    return TileDecoder.ROWS;
  }

  @Override
  public void decode(WeightMatrix weights, int firstRow, float[] out) {
    StorageType type = decoder.type();
    MemorySegment data = weights.tensor().data();
    int in = weights.in();
    long line = type.bytes(TileDecoder.ROWS, in);
    long tile = firstRow / TileDecoder.ROWS * line;
    Objects.checkFromIndexSize(tile, line, data.byteSize());
    Objects.checkFromIndexSize(0, TileDecoder.ROWS * in, out.length);
    for (int at = 0; at < in; at += TileDecoder.COLUMNS, tile += type.blockBytes()) {
      decoder.decode(data, tile, Math.min(TileDecoder.COLUMNS, in - at), out, at, in);
    }
  }
}
