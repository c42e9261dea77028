/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

/**
 * Sizes of a Gated DeltaNet layer (target-models 1.1, 3.5).
 *
 * @param keyHeads heads of queries and keys
 * @param valueHeads heads of values, a multiple of the key heads
 * @param keyDim numbers in a key
 * @param valueDim numbers in a value
 * @param taps rows that the convolution sees, the current one included
 */
public record DeltaNetShape(int keyHeads, int valueHeads, int keyDim, int valueDim, int taps) {

  /**
   * Checks the sizes.
   *
   * @throws IllegalArgumentException if a size is not positive or the heads do not divide
   */
  public DeltaNetShape {
    if (Math.min(Math.min(keyHeads, keyDim), Math.min(valueDim, taps)) < 1
        || valueHeads < keyHeads
        || valueHeads % keyHeads != 0) {
      throw new IllegalArgumentException(
          keyHeads + " key heads cannot share " + valueHeads + " value heads");
    }
  }

  /**
   * Numbers in a row of all queries or all keys.
   *
   * @return {@code keyHeads x keyDim}
   */
  public int keyWidth() {
    return Math.multiplyExact(keyHeads, keyDim);
  }

  /**
   * Numbers in a row of all values.
   *
   * @return {@code valueHeads x valueDim}
   */
  public int valueWidth() {
    return Math.multiplyExact(valueHeads, valueDim);
  }

  /**
   * Channels of the convolution: queries, keys, values.
   *
   * @return their number
   */
  public int channels() {
    return Math.addExact(Math.multiplyExact(2, keyWidth()), valueWidth());
  }

  /**
   * What one layer keeps of one sequence: the memory of all heads and the window of the
   * convolution.
   *
   * @return bytes
   */
  public long stateBytes() {
    return ((long) valueHeads * keyDim * valueDim + (taps - 1L) * channels()) * Float.BYTES;
  }

  /**
   * What one layer notes of each uncommitted row: key, delta, decay and the raw row.
   *
   * @return bytes
   */
  public long tapeBytesPerRow() {
    return ((long) keyWidth() + valueWidth() + valueHeads + channels()) * Float.BYTES;
  }
}
