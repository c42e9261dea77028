/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;

/**
 * The inner loops of the decoders: numbers that share a scale. Every implementation gives the same
 * bits, since each number is computed on its own, with the same roundings. Ranges were checked
 * before.
 */
interface RowDecoderLanes {
  /** Added to a product it changes nothing, not even the sign of a zero. */
  float NO_MINIMUM = -0f;

  /** {@code count} brain floats. */
  void brainFloats(MemorySegment data, long from, int count, float[] out, int at);

  /** {@code d * q} for 32 signed bytes q. */
  void bytes(MemorySegment data, long from, float d, float[] out, int at);

  /**
   * {@code d * (q - bias) + m} for the 4-bit numbers q that lie {@code shift} bits up in {@code
   * count} bytes; the count is a multiple of 16.
   */
  void nibbles(
      MemorySegment data,
      long from,
      int count,
      int shift,
      int bias,
      float d,
      float m,
      float[] out,
      int at);

  /**
   * {@code d * q + m} for 32 numbers; bit {@code fifth} of the bytes at qh is the upper bit of q.
   */
  void fiveBits(
      MemorySegment data,
      long qs,
      int shift,
      long qh,
      int fifth,
      float d,
      float m,
      float[] out,
      int at);

  /** {@code d * (q - 32)} for 16 numbers; two bits of the bytes at qh are the upper bits of q. */
  void sixBits(
      MemorySegment data, long ql, int shift, long qh, int upper, float d, float[] out, int at);
}
