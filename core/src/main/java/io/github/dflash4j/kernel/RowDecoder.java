/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;

/**
 * Turns stored numbers of one {@link StorageType} into floats, bit for bit as ggml does
 * (target-models 6.2). Only for types whose rows lie in one piece; {@link WeightMatrix#decode}
 * reads tiles as well. Stateless and safe to share between threads.
 */
public interface RowDecoder {

  /**
   * The decoder of a storage type.
   *
   * @param type the storage type
   * @return its decoder; the same one every time
   * @throws IllegalArgumentException if the type is stored in tiles
   */
  static RowDecoder of(StorageType type) {
    return RowDecoders.of(type);
  }

  /**
   * The storage type this decoder reads.
   *
   * @return the type
   */
  StorageType type();

  /**
   * Decodes whole blocks.
   *
   * @param data the bytes of a tensor, little endian, of any alignment
   * @param byteOffset where the first block starts in {@code data}
   * @param elements how many numbers to decode, a multiple of {@link StorageType#blockElements()}
   * @param out where the floats go
   * @param outOffset index of the first float in {@code out}
   * @throws IllegalArgumentException if {@code elements} is negative or not a whole number of
   *     blocks
   * @throws IndexOutOfBoundsException if either range does not fit
   * @throws IllegalStateException if the store that owns {@code data} was closed
   */
  void decode(MemorySegment data, long byteOffset, int elements, float[] out, int outOffset);
}
