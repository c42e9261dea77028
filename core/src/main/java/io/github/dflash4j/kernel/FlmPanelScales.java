/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static io.github.dflash4j.kernel.PanelSpecies.FLOATS;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Scales of chunks as they lie, on 512-bit vectors. Slot i is row 2i, slot 16 + i is row 2i + 1, as
 * {@link FlmPanelKernel} sums them. S and M lie behind the codes and are read after them: memory is
 * read strictly forward (kernels 2).
 */
final class FlmPanelScales {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;

  /** Two groups of 32 bytes: int i takes rows 2i and 2i + 1 of both. */
  private static final VectorShuffle<Byte> ROW_PAIRS =
      VectorShuffle.fromOp(BYTES, i -> i / 4 * 2 + i % 2 + i % 4 / 2 * 32);

  private FlmPanelScales() {}

  static void groups(MemorySegment w, long at, PanelScratch to) {
    spread(w, at, to.floats, 0, 64);
    spread(w, at + 256, to.floats, PanelScratch.MINIMA, 32);
  }

  // Ends at a place and not after a count, as the loops of VectorPanelScales.
  private static void spread(MemorySegment w, long at, float[] to, int slot, int slots) {
    long from = at;
    int first = slot;
    while (from != at + 256) {
      IntVector v =
          ByteVector.fromMemorySegment(BYTES, w, from, ByteOrder.LITTLE_ENDIAN)
              .rearrange(ROW_PAIRS)
              .reinterpretAsInts();
      int second = first + slots;
      IntVector a1 = v.lanewise(VectorOperators.LSHR, 8).and(255);
      IntVector b0 = v.lanewise(VectorOperators.LSHR, 16).and(255);
      IntVector b1 = v.lanewise(VectorOperators.LSHR, 24);
      ((FloatVector) v.and(255).convertShape(VectorOperators.I2F, FLOATS, 0)).intoArray(to, first);
      ((FloatVector) a1.convertShape(VectorOperators.I2F, FLOATS, 0)).intoArray(to, first + 16);
      ((FloatVector) b0.convertShape(VectorOperators.I2F, FLOATS, 0)).intoArray(to, second);
      ((FloatVector) b1.convertShape(VectorOperators.I2F, FLOATS, 0)).intoArray(to, second + 16);
      from += 64;
      first = second + slots;
    }
  }

  static void rows(MemorySegment w, long at, PanelScratch to) {
    pairs(w, at + 4608, to.rowScales);
    pairs(w, at + 4672, to.rowMinima);
  }

  private static void pairs(MemorySegment w, long at, float[] to) {
    IntVector v = IntVector.fromMemorySegment(PanelSpecies.INTS, w, at, ByteOrder.LITTLE_ENDIAN);
    v.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats().intoArray(to, 0);
    v.and(0xFFFF0000).reinterpretAsFloats().intoArray(to, 16);
  }
}
