/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;

/** The packed scales and minima of Q4_K and Q5_K blocks (target-models 6.2). */
final class RowDecoderScales {
  private RowDecoderScales() {}

  /** Scale of sub-block {@code j}, 0 to 7, from the twelve bytes at {@code s}. */
  static int scale(MemorySegment data, long s, int j) {
    return j < 4
        ? data.get(RowDecoders.BYTE, s + j) & 63
        : data.get(RowDecoders.BYTE, s + j + 4) & 15
            | (data.get(RowDecoders.BYTE, s + j - 4) & 0xC0) >> 2;
  }

  /** Minimum of sub-block {@code j}, 0 to 7, from the twelve bytes at {@code s}. */
  static int minimum(MemorySegment data, long s, int j) {
    return j < 4
        ? data.get(RowDecoders.BYTE, s + j + 4) & 63
        : data.get(RowDecoders.BYTE, s + j + 4) >> 4 & 15
            | (data.get(RowDecoders.BYTE, s + j) & 0xC0) >> 2;
  }
}
