/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;

/** Plain loops: the definition, and what runs where there are no vectors. */
final class RowDecoderScalarLanes implements RowDecoderLanes {

  @Override
  public void brainFloats(MemorySegment data, long from, int count, float[] out, int at) {
    for (int i = 0; i < count; i++) {
      out[at + i] = Float.intBitsToFloat(data.get(RowDecoders.SHORT, from + 2L * i) << 16);
    }
  }

  @Override
  public void bytes(MemorySegment data, long from, float d, float[] out, int at) {
    for (int l = 0; l < 32; l++) {
      out[at + l] = d * data.get(RowDecoders.BYTE, from + l);
    }
  }

  @Override
  public void nibbles(
      MemorySegment data,
      long from,
      int count,
      int shift,
      int bias,
      float d,
      float m,
      float[] out,
      int at) {
    for (int l = 0; l < count; l++) {
      int q = data.get(RowDecoders.BYTE, from + l) >> shift & 15;
      out[at + l] = d * (q - bias) + m;
    }
  }

  @Override
  public void fiveBits(
      MemorySegment data,
      long qs,
      int shift,
      long qh,
      int fifth,
      float d,
      float m,
      float[] out,
      int at) {
    for (int l = 0; l < 32; l++) {
      int low = data.get(RowDecoders.BYTE, qs + l) >> shift & 15;
      int high = data.get(RowDecoders.BYTE, qh + l) >> fifth & 1;
      out[at + l] = d * (low | high << 4) + m;
    }
  }

  @Override
  public void sixBits(
      MemorySegment data, long ql, int shift, long qh, int upper, float d, float[] out, int at) {
    for (int l = 0; l < 16; l++) {
      int low = data.get(RowDecoders.BYTE, ql + l) >> shift & 15;
      int high = data.get(RowDecoders.BYTE, qh + l) >> upper & 3;
      out[at + l] = d * ((low | high << 4) - 32);
    }
  }
}
