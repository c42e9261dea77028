/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

/**
 * What the block rows of one draft layer see (dflash-algorithm 3.6). Context and block share one
 * axis of positions, and what a row sees is one range of it.
 *
 * @param window positions a row reaches, itself included; 0 if the layer has no window
 * @param causal whether a row sees no later row of its block
 */
public record LayerMask(int window, boolean causal) {

  /** The largest window, and one more than the largest position. */
  static final int LIMIT = 1 << 30;

  /**
   * A mask.
   *
   * @param window positions a row reaches, itself included; 0 if the layer has no window
   * @param causal whether a row sees no later row of its block
   * @throws IllegalArgumentException if the window is negative or above 2^30
   */
  public LayerMask {
    if (window < 0 || window > LIMIT) {
      throw new IllegalArgumentException("window " + window + " is not in 0.." + LIMIT);
    }
  }

  /**
   * Whether the layer has a window.
   *
   * @return true if rows further away than the window are not seen
   */
  public boolean slides() {
    return window > 0;
  }

  /**
   * Context rows that a block can see at most.
   *
   * @param length committed rows
   * @return all of them, or the window without the row itself
   */
  public int reach(int length) {
    return slides() ? Math.min(length, window - 1) : length;
  }

  /**
   * The first position a row sees.
   *
   * @param position position of the row
   * @param first the first position there is
   * @return a position from {@code first} to {@code position}
   */
  public int from(int position, int first) {
    return slides() ? Math.max(first, position - window + 1) : first;
  }

  /**
   * One past the last position a row sees. A window reaches as far ahead as back.
   *
   * @param position position of the row
   * @param end one past the last position of the block
   * @return a position from {@code position + 1} to {@code end}
   */
  public int to(int position, int end) {
    if (causal) {
      return position + 1;
    }
    return slides() ? (int) Math.min(end, (long) position + window) : end;
  }
}
