/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;

/** Prints a checksum over the numbers all decoders make of the same random blocks. */
final class RowDecoderChecksum {
  private RowDecoderChecksum() {}

  public static void main(String[] args) {
    System.out.println(RowDecoders.LANES.getClass().getSimpleName());
    System.out.println(ofAllTypes());
  }

  static String ofAllTypes() {
    StringBuilder sums = new StringBuilder();
    for (StorageType type : StorageType.values()) {
      if (type.blockRows() != 1) {
        continue;
      }
      if (type.tiled()) {
        continue;
      }
      Random random = new Random(99L + type.ordinal());
      int elements = type.blockElements() == 1 ? 1013 : 24 * type.blockElements();
      byte[] packed = new byte[(int) type.rowBytes(elements) + 1];
      random.nextBytes(packed);
      float[] decoded = new float[elements];
      RowDecoder.of(type).decode(MemorySegment.ofArray(packed), 1, elements, decoded, 0);
      int[] bits = new int[elements];
      for (int i = 0; i < elements; i++) {
        // One NaN is as good as another.
        bits[i] = Float.floatToIntBits(decoded[i]);
      }
      sums.append(type).append(' ').append(Integer.toHexString(Arrays.hashCode(bits))).append(' ');
    }
    return sums.toString();
  }
}
