/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.openblas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Buffers of one thread; those outside the heap go when the collector finds them unused. */
final class Scratch {
  private static final long ALIGNMENT = 64;

  MemorySegment x = MemorySegment.NULL;
  MemorySegment w = MemorySegment.NULL;
  MemorySegment y = MemorySegment.NULL;
  float[] decoded = {};

  /** Makes room for so many numbers; what was in a buffer that grows is lost. */
  void fit(long xNumbers, int wNumbers, long yNumbers) {
    x = fitted(x, xNumbers);
    w = fitted(w, wNumbers);
    y = fitted(y, yNumbers);
    if (decoded.length < wNumbers) {
      decoded = new float[wNumbers];
    }
  }

  private static MemorySegment fitted(MemorySegment segment, long numbers) {
    long bytes = numbers * Float.BYTES;
    return segment.byteSize() >= bytes ? segment : Arena.ofAuto().allocate(bytes, ALIGNMENT);
  }
}
