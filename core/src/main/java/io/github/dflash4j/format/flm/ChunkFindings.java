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
import java.util.ArrayList;
import java.util.List;

/**
 * What the chunks of a tensor show without any reference (flm-packages 6). A scale that is not a
 * number, or of a sign that cannot be, is broken; what FastFlowLM's converter does not write but
 * could be read is odd.
 */
final class ChunkFindings {
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int ROWS = 32;
  private static final int GROUPS = 8;

  /** The largest 8-bit scale of a row comes out between this and 255. */
  private static final int LEAST_LARGEST = 247;

  /** Far outside of what weights of a model have; the usual scales lie between 1e-6 and 1e-3. */
  private static final float SMALLEST = 1e-9f;

  private static final float LARGEST = 1e-1f;

  private final Tensor tensor;
  private final MemorySegment data;
  private final List<String> broken = new ArrayList<>();
  private long rows;
  private long unfitted;
  private long outOfRange;
  private long empty;
  private long chunks;
  private final SpanShare span;

  private ChunkFindings(Tensor tensor) {
    this.tensor = tensor;
    this.data = tensor.data();
    this.span = tensor.type() == StorageType.FLM_Q4_K ? null : new SpanShare(tensor);
  }

  /** Looks at the first and the last chunk. */
  static ChunkFindings ofEnds(Tensor tensor) {
    ChunkFindings findings = new ChunkFindings(tensor);
    long last = count(tensor) - 1;
    findings.look(0);
    if (last > 0) {
      findings.look(last);
    }
    return findings;
  }

  /** Looks at all chunks. */
  static ChunkFindings ofAll(Tensor tensor) {
    ChunkFindings findings = new ChunkFindings(tensor);
    for (long chunk = 0; chunk < count(tensor); chunk++) {
      findings.look(chunk);
    }
    return findings;
  }

  private static long count(Tensor tensor) {
    return tensor.data().byteSize() / tensor.type().blockBytes();
  }

  /** Why the tensor cannot be used; at most one sentence. */
  List<String> broken() {
    return broken;
  }

  /** What is unusual about the tensor. */
  List<String> odd() {
    List<String> odd = new ArrayList<>();
    if (unfitted > 0) {
      odd.add(
          tensor.name()
              + ": the largest 8-bit scale or minimum is below "
              + LEAST_LARGEST
              + " in "
              + unfitted
              + " of "
              + rows
              + " rows, which FastFlowLM's converter does not write");
    }
    if (outOfRange > 0) {
      odd.add(
          tensor.name()
              + ": "
              + outOfRange
              + " of "
              + rows
              + " scales are far outside of the usual");
    }
    if (empty > 0) {
      odd.add(tensor.name() + ": " + empty + " of " + chunks + " chunks hold nothing but zeros");
    }
    if (span != null) {
      span.doubt().ifPresent(odd::add);
    }
    return odd;
  }

  private void look(long chunk) {
    long at = chunk * tensor.type().blockBytes();
    chunks++;
    boolean live =
        switch (tensor.type()) {
          case FLM_Q4_K -> lookAtRows(chunk, at);
          case FLM_Q4_1_P16, FLM_Q4_1_P32 -> lookAtGroups(chunk, at, true);
          default -> lookAtGroups(chunk, at, false);
        };
    if (!live) {
      empty++;
    } else if (span != null) {
      span.add(at);
    }
  }

  private boolean lookAtRows(long chunk, long at) {
    boolean live = false;
    for (int r = 0; r < ROWS; r++) {
      float scale = bfloat(at + 4608 + 2 * r);
      float minimum = bfloat(at + 4672 + 2 * r);
      require(scale >= 0 && Float.isFinite(scale), chunk, r, "scale", scale);
      require(minimum <= 0 && Float.isFinite(minimum), chunk, r, "negated minimum", minimum);
      rows++;
      if (scale != 0) {
        range(scale);
      }
      if (scale != 0 && largest(at + r) < LEAST_LARGEST
          || minimum != 0 && largest(at + 256 + r) < LEAST_LARGEST) {
        unfitted++;
      }
      live |= scale != 0 || minimum != 0;
    }
    return live;
  }

  private int largest(long slot) {
    int largest = 0;
    for (int g = 0; g < GROUPS; g++) {
      largest = Math.max(largest, data.get(BYTE, slot + g * ROWS) & 255);
    }
    return largest;
  }

  private boolean lookAtGroups(long chunk, long at, boolean minima) {
    boolean live = false;
    for (int slot = 0; slot < ROWS * GROUPS; slot++) {
      float scale = bfloat(at + 2 * slot);
      float minimum = minima ? bfloat(at + 512 + 2 * slot) : 0;
      require(Float.isFinite(scale), chunk, slot % ROWS, "scale", scale);
      require(Float.isFinite(minimum), chunk, slot % ROWS, "minimum", minimum);
      rows++;
      if (scale != 0) {
        range(Math.abs(scale) / (minima ? 16 : 1));
      }
      live |= scale != 0 || minimum != 0;
    }
    return live;
  }

  private void range(float scale) {
    if (scale < SMALLEST || scale > LARGEST) {
      outOfRange++;
    }
  }

  private void require(boolean sound, long chunk, int row, String what, float found) {
    if (!sound && broken.isEmpty()) {
      broken.add(
          tensor.name() + ": " + what + " " + found + " in row " + row + " of chunk " + chunk);
    }
  }

  private float bfloat(long offset) {
    return Float.intBitsToFloat(data.get(SHORT, offset) << 16);
  }
}
