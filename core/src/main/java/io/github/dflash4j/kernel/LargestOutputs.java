/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.util.Arrays;

/**
 * The largest output of each row of a projection, without the outputs. Among equal ones the first
 * counts. One for a caller; its threads share it.
 */
final class LargestOutputs {
  /** In place of an output, where one of them is not a number or all are negative infinity. */
  static final int NOT_A_NUMBER = -1;

  private static final int NONE = Integer.MAX_VALUE;

  private int[] best = {};
  private float[] largest = {};

  /** Forgets everything. */
  void clear(int rows) {
    if (best.length < rows) {
      best = new int[rows];
      largest = new float[rows];
    }
    Arrays.fill(best, 0, rows, NONE);
    Arrays.fill(largest, 0, rows, Float.NEGATIVE_INFINITY);
  }

  /** Takes what a part found; the order in which parts come changes nothing. */
  synchronized void merge(LargestOutputs part, int rows) {
    for (int r = 0; r < rows; r++) {
      if (part.best[r] == NOT_A_NUMBER) {
        best[r] = NOT_A_NUMBER;
      } else if (part.best[r] != NONE) {
        add(r, part.best[r], part.largest[r]);
      }
    }
  }

  void add(int row, int output, float value) {
    if (best[row] == NOT_A_NUMBER) {
      return;
    }
    if (Float.isNaN(value)) {
      best[row] = NOT_A_NUMBER;
    } else if (value > largest[row] || value == largest[row] && output < best[row]) {
      largest[row] = value;
      best[row] = output;
    }
  }

  int best(int row) {
    return largest[row] == Float.NEGATIVE_INFINITY ? NOT_A_NUMBER : best[row];
  }
}
