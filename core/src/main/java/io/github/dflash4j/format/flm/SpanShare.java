/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.flm;

import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Tells the order of the codes from the codes (flm-packages 6): the numbers that share a scale use
 * its whole range. Read in the wrong order, fewer groups do.
 */
final class SpanShare {
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int ROWS = 32;
  private static final int GROUP = 32;

  /** Fewer groups than this say nothing. */
  private static final int ENOUGH = 200;

  /** In the right order nearly all groups use their range, in the wrong one about four in five. */
  private static final double NEARLY_ALL = 0.95;

  private static final double CLEARLY = 0.05;

  private final Tensor tensor;
  private final MemorySegment data;
  private final boolean bytes;
  private final int lanes;
  private long groups;
  private long wideAsRead;
  private long wideOtherwise;

  SpanShare(Tensor tensor) {
    this.tensor = tensor;
    this.data = tensor.data();
    StorageType type = tensor.type();
    this.bytes = type == StorageType.FLM_Q8_0_P16 || type == StorageType.FLM_Q8_0_P32;
    this.lanes = type == StorageType.FLM_Q4_1_P16 || type == StorageType.FLM_Q8_0_P16 ? 16 : 32;
  }

  /** Counts the groups of a chunk. */
  void add(long chunk) {
    for (int g = 0; g < 8; g++) {
      for (int r = 0; r < ROWS; r++) {
        if ((data.get(SHORT, chunk + 2L * (g * ROWS + r)) & 0x7FFF) != 0) {
          groups++;
          wideAsRead += wide(chunk, g, r, lanes) ? 1 : 0;
          wideOtherwise += wide(chunk, g, r, 48 - lanes) ? 1 : 0;
        }
      }
    }
  }

  /** A sentence if the codes look like the other order. */
  Optional<String> doubt() {
    if (groups < ENOUGH
        || wideOtherwise < NEARLY_ALL * groups
        || wideOtherwise - wideAsRead < CLEARLY * groups) {
      return Optional.empty();
    }
    return Optional.of(
        tensor.name()
            + ": read in "
            + lanes
            + " lanes "
            + wideAsRead
            + " of "
            + groups
            + " groups use the range of their scale, in "
            + (48 - lanes)
            + " lanes "
            + wideOtherwise
            + "; the order of the codes is probably the other one (--flm-lanes)");
  }

  private boolean wide(long chunk, int g, int r, int p) {
    int smallest = Integer.MAX_VALUE;
    int largest = Integer.MIN_VALUE;
    for (int c = g * GROUP; c < (g + 1) * GROUP; c++) {
      int code = bytes ? code(chunk, c, r, p) : nibble(chunk, c, r, p);
      smallest = Math.min(smallest, code);
      largest = Math.max(largest, code);
    }
    return bytes ? Math.max(largest, -smallest) >= 126 : smallest <= 1 && largest >= 14;
  }

  private int code(long chunk, int c, int r, int p) {
    return data.get(BYTE, chunk + 512 + r / p * (256 * p) + c * p + r % p);
  }

  private int nibble(long chunk, int c, int r, int p) {
    int both = data.get(BYTE, chunk + 1024 + r / p * (128 * p) + c * (p / 2) + r % p / 2);
    return both >> r % 2 * 4 & 15;
  }
}
