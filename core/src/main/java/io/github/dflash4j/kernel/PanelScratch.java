/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** What a thread needs while it multiplies strips. */
final class PanelScratch {
  private static final int ROWS = PanelForm.ROWS;
  private static final int GROUPS = PanelForm.GROUPS;
  private static final int MOST_ROWS = 8;

  // One array for what a kernel reads and writes: each further one costs it registers.

  /** s: two for each group, of the first and the second 16 columns, and row. */
  static final int SCALES = 0;

  /** m of each group and row. */
  static final int MINIMA = SCALES + 2 * GROUPS * ROWS;

  /** Sums of one chunk over s, for each row of activations. */
  static final int SUMS = MINIMA + GROUPS * ROWS;

  /** Sums of one chunk over m. */
  static final int LOWS = SUMS + MOST_ROWS * ROWS;

  final float[] floats = new float[LOWS + MOST_ROWS * ROWS];

  /** S of each row. */
  final float[] rowScales = new float[ROWS];

  /** M of each row. */
  final float[] rowMinima = new float[ROWS];

  /** One chunk in its panel form, for weights that lie otherwise; native like mapped files. */
  final MemorySegment chunk = Arena.ofAuto().allocate(1 << 14, 64);

  /** Codes of one chunk and sums of a row, for code without vectors. */
  final byte[] codes = new byte[GROUPS * PanelForm.GROUP * ROWS];

  final int[] products = new int[ROWS];
  final byte[] bytes = new byte[1 << 10];
  final short[] halves = new short[1 << 9];

  /** Results of a strip, 32 for each row of activations. */
  float[] results = {};

  /** The largest outputs this thread has seen. */
  final LargestOutputs largest = new LargestOutputs();

  /** Decoded rows. */
  private float[] decoded = {};

  float[] decoded(int size) {
    if (decoded.length < size) {
      decoded = new float[size];
    }
    return decoded;
  }

  /** Room for 32 results of each row. */
  float[] results(int rows) {
    if (results.length < rows * ROWS) {
      results = new float[rows * ROWS];
    }
    return results;
  }

  void clearResults(int rows) {
    Arrays.fill(results(rows), 0, rows * ROWS, 0f);
  }

  void clearSums(int rows) {
    Arrays.fill(floats, SUMS, SUMS + rows * ROWS, 0f);
    Arrays.fill(floats, LOWS, LOWS + rows * ROWS, 0f);
  }
}
