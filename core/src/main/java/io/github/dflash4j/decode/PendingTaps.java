/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.DraftSession;
import java.util.Arrays;

/**
 * Taps of committed rows that the draft's context has not taken over yet. A draft needs them when
 * it drafts next and not before, and many rows at once take less time than one by one; the bits are
 * the same. Grows as rows come, to at most {@link #MOST_BYTES} or {@link #FEWEST_ROWS} rows,
 * whichever is more. Owned by one sequence.
 */
final class PendingTaps {
  static final int MOST_BYTES = 8 << 20;
  static final int FEWEST_ROWS = 64;

  private final int width;
  private final int capacity;
  private float[] taps = {};
  private int rows;

  /**
   * @param width numbers of a row
   * @param stepRows the most rows a step keeps
   */
  PendingTaps(int width, int stepRows) {
    this.width = width;
    long fit = MOST_BYTES / Math.max(1, (long) width * Float.BYTES);
    capacity = (int) Math.max(fit, Math.max(FEWEST_ROWS, stepRows));
  }

  /** Rows that wait. */
  int rows() {
    return rows;
  }

  /** Whether so many rows more can wait. */
  boolean hasRoomFor(int more) {
    return rows + more <= capacity;
  }

  /** Copies the first rows of a target's taps. */
  void add(float[] from, int more) {
    if (!hasRoomFor(more)) {
      throw new IllegalStateException(rows + " + " + more + " rows, room for " + capacity);
    }
    int needed = Math.multiplyExact(rows + more, width);
    if (needed > taps.length) {
      int most = Math.multiplyExact(capacity, width);
      taps = Arrays.copyOf(taps, Math.min(most, Math.max(needed, 2 * taps.length)));
    }
    System.arraycopy(from, 0, taps, rows * width, more * width);
    rows += more;
  }

  /**
   * Gives all rows to the draft.
   *
   * @param ids the tokens of the sequence by position
   * @return how many there were
   */
  int moveTo(DraftSession session, int[] ids) {
    int moved = rows;
    if (moved > 0) {
      session.append(ids, session.length(), taps, 0, moved);
      rows = 0;
    }
    return moved;
  }

  /** Forgets the rows behind the first ones. */
  void keepFirst(int count) {
    rows = Math.min(rows, count);
  }

  /** Forgets all rows and their memory. */
  void drop() {
    rows = 0;
    taps = new float[0];
  }

  /** The most memory held behind a sequence of so many tokens; it grows by doubling. */
  long mostBytes(int tokens) {
    return Math.min(capacity, 2L * tokens) * width * Float.BYTES;
  }

  /** Memory held. */
  long bytes() {
    return (long) taps.length * Float.BYTES;
  }
}
