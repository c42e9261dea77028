/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/** Decodes one tile of 32 rows and 256 columns. Stateless. */
interface TileDecoder {
  /** Rows of a tile. */
  int ROWS = 32;

  /** Columns of a tile. */
  int COLUMNS = 256;

  /** Columns that share a scale. */
  int GROUP = 32;

  /** The type this decoder reads. */
  StorageType type();

  /**
   * Decodes a tile.
   *
   * @param data the bytes of the tensor
   * @param tile where the tile starts in them
   * @param columns how many columns are wanted, 1 to 256; the others are padding
   * @param out receives the numbers of row r from index {@code at + r * stride}
   * @param at index of the first number
   * @param stride from row to row
   */
  void decode(MemorySegment data, long tile, int columns, float[] out, int at, int stride);

  /**
   * Where the 4-bit number of row {@code r} of column 0 lies among the codes, in bytes; the next
   * columns follow {@code lanes / 2} bytes apart (flm-packages 2.2).
   */
  static int nibbles(int lanes, int r) {
    return r / lanes * (128 * lanes) + r % lanes / 2;
  }

  /** The same for signed bytes; the next columns follow {@code lanes} bytes apart. */
  static int codes(int lanes, int r) {
    return r / lanes * (256 * lanes) + r % lanes;
  }
}
