/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

/**
 * How many rows a state is sized for.
 *
 * @param read rows of the largest {@link Target#read}, which stay in any case
 * @param pending rows of the largest {@link Target#forward}, each of which may be kept or
 *     forgotten; a recurrent layer notes what it did for each of them
 */
public record StateRows(int read, int pending) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no row
   */
  public StateRows {
    if (read < 1 || pending < 1) {
      throw new IllegalArgumentException(
          "a forward has at least one row, not " + Math.min(read, pending));
    }
  }

  /** Rows of the largest pass of either kind. */
  int most() {
    return Math.max(read, pending);
  }
}
