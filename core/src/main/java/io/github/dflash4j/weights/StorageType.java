/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.weights;

/**
 * How the numbers of a tensor are stored. A row of a matrix is a whole number of blocks; a block of
 * {@link #blockElements()} numbers takes {@link #blockBytes()} bytes, little endian.
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
  Q6_K(256, 210);

  private final int blockElements;
  private final int blockBytes;

  StorageType(int blockElements, int blockBytes) {
    this.blockElements = blockElements;
    this.blockBytes = blockBytes;
  }

  /**
   * Numbers in one block.
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
   * @throws IllegalArgumentException if the row is not a whole number of blocks
   * @throws ArithmeticException if the size does not fit a {@code long}
   */
  public long rowBytes(long elements) {
    if (elements < 0 || elements % blockElements != 0) {
      throw new IllegalArgumentException(
          "a " + this + " row is a multiple of " + blockElements + " numbers, not " + elements);
    }
    return Math.multiplyExact(elements / blockElements, (long) blockBytes);
  }
}
