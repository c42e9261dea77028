/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.weights;

/**
 * How the numbers of a tensor are stored, little endian. In most types a row of a matrix is a whole
 * number of blocks of {@link #blockElements()} numbers each. In the tile types of FastFlowLM a
 * block is a tile of {@link #blockRows()} rows and {@link #blockElements()} columns; the tiles of a
 * matrix follow each other in raster order and the last one of a line may be padded to the right.
 */
public enum StorageType {
  /** IEEE single precision. */
  F32(1, 4),
  /** IEEE half precision. */
  F16(1, 2),
  /** The upper half of a single precision number. */
  BF16(1, 2),
  /** Blocks of 32: one half precision scale, 4-bit numbers around 8. */
  Q4_0(32, 18),
  /** Blocks of 32: half precision scale and minimum, unsigned 4-bit numbers. */
  Q4_1(32, 20),
  /** Blocks of 32: one half precision scale, signed bytes. */
  Q8_0(32, 34),
  /** Super-blocks of 256: eight 6-bit scales and minima, unsigned 4-bit numbers. */
  Q4_K(256, 144),
  /** Super-blocks of 256: eight 6-bit scales and minima, unsigned 5-bit numbers. */
  Q5_K(256, 176),
  /** Super-blocks of 256: sixteen 8-bit scales, 6-bit numbers around 32. */
  Q6_K(256, 210),
  /** Tiles of 32 x 256: 8-bit scales and minima under BF16 ones per row, unsigned 4-bit numbers. */
  FLM_Q4_K(32, 256, 4736),
  /** Tiles of 32 x 256: BF16 scales and minima, 4-bit numbers in two planes of 16 rows. */
  FLM_Q4_1_P16(32, 256, 5120),
  /** Tiles of 32 x 256: BF16 scales and minima, 4-bit numbers in columns of 32 rows. */
  FLM_Q4_1_P32(32, 256, 5120),
  /** Tiles of 32 x 256: BF16 scales, signed bytes in two planes of 16 rows. */
  FLM_Q8_0_P16(32, 256, 8704),
  /** Tiles of 32 x 256: BF16 scales, signed bytes in columns of 32 rows. */
  FLM_Q8_0_P32(32, 256, 8704);

  private final int blockRows;
  private final int blockElements;
  private final int blockBytes;

  StorageType(int blockElements, int blockBytes) {
    this(1, blockElements, blockBytes);
  }

  StorageType(int blockRows, int blockElements, int blockBytes) {
    this.blockRows = blockRows;
    this.blockElements = blockElements;
    this.blockBytes = blockBytes;
  }

  /**
   * Rows of a matrix that one block covers.
   *
   * @return 1, or 32 for the tile types
   */
  public int blockRows() {
    return blockRows;
  }

  /**
   * Whether blocks are tiles, so that a row does not lie in one piece.
   *
   * @return true for the tile types of FastFlowLM
   */
  public boolean tiled() {
    return blockRows > 1;
  }

  /**
   * Columns of a matrix that one block covers.
   *
   * @return 1 for the plain float types, 32 or 256 for the block types
   */
  public int blockElements() {
    return blockElements;
  }

  /**
   * Bytes of one block.
   *
   * @return the size in the file
   */
  public int blockBytes() {
    return blockBytes;
  }

  /**
   * Bytes of a row.
   *
   * @param elements numbers in the row, a multiple of {@link #blockElements()}
   * @return the size in the file
   * @throws IllegalArgumentException if the row is not a whole number of blocks, or blocks are
   *     tiles
   * @throws ArithmeticException if the size does not fit a {@code long}
   */
  public long rowBytes(long elements) {
    if (tiled()) {
      throw new IllegalArgumentException("a row does not lie in one piece in " + this + " tiles");
    }
    if (elements < 0 || elements % blockElements != 0) {
      throw new IllegalArgumentException(
          "a " + this + " row is a multiple of " + blockElements + " numbers, not " + elements);
    }
    return Math.multiplyExact(elements / blockElements, (long) blockBytes);
  }

  /**
   * Bytes of a matrix.
   *
   * @param rows a multiple of {@link #blockRows()}
   * @param columns a multiple of {@link #blockElements()}, or any number if blocks are tiles
   * @return the size in the file, the padding of tiles included
   * @throws IllegalArgumentException if the matrix is not a whole number of blocks
   * @throws ArithmeticException if the size does not fit a {@code long}
   */
  public long bytes(long rows, long columns) {
    if (!tiled()) {
      return Math.multiplyExact(rows, rowBytes(columns));
    }
    if (rows < 0 || rows % blockRows != 0 || columns < 0) {
      throw new IllegalArgumentException(
          this + " tiles hold a multiple of " + blockRows + " rows, not " + rows);
    }
    long tiles = Math.multiplyExact(rows / blockRows, Math.ceilDiv(columns, blockElements));
    return Math.multiplyExact(tiles, (long) blockBytes);
  }
}
