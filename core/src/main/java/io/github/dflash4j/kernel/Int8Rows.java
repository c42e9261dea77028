/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * Input rows as signed bytes with one scale for every 32 columns, each row on its own, in the forms
 * that the panel kernels read. {@code x = scale q} with {@code |q| <= 127}, off by at most half a
 * scale, that is by 1/254 of the largest magnitude of the group.
 *
 * <p>A group with a number that is not finite makes its row NaN; one with nothing above {@value
 * #SMALLEST} counts as zeros.
 */
final class Int8Rows {
  static final float SMALLEST = 1e-30f;

  /** Adding and subtracting this rounds to the nearest integer, ties to even. */
  static final float ROUND = 12582912f;

  /** Ints or floats of a group: its numbers, and behind them what follows. */
  static final int RECORD = PanelForm.GROUP + 4;

  /** In a record: eight times the sum of the numbers. */
  static final int EIGHT_SUMS = PanelForm.GROUP;

  /** In a record: minus eight times the sum, in both shorts. */
  static final int START = PanelForm.GROUP + 1;

  /** In a record: bits of the scale; in floats the scale. */
  static final int SCALE = PanelForm.GROUP + 2;

  /** In a record: bits of the scale times the sum; in floats that number. */
  static final int SCALED_SUM = PanelForm.GROUP + 3;

  /** Ints of a group in {@link #pairs}. */
  static final int PAIR_RECORD = PanelForm.GROUP / 2 + 6;

  /** Groups of a row. */
  int groups;

  /** Records in which both shorts of an int are the number of a column. */
  int[] twice = {};

  /** Records with the numbers as floats. */
  float[] floats = {};

  /**
   * Records of two ints for each 4 columns, columns 0 and 2, columns 1 and 3; behind them as above,
   * but for the start, which is in the lower short alone; then for the first and the second 16
   * columns minus 32 times the sum of the numbers in lower and in upper shorts.
   */
  int[] pairs = {};

  /** Makes room. */
  void prepare(int rows, int in) {
    groups = Math.ceilDiv(in, PanelForm.GROUP);
    int size = Math.multiplyExact(rows, groups * RECORD);
    if (twice.length < size) {
      twice = new int[size];
      floats = new float[size];
    }
  }

  /** Makes room for {@link #pairs} as well. */
  void preparePairs(int rows) {
    int size = rows * groups * PAIR_RECORD;
    if (pairs.length < size) {
      pairs = new int[size];
    }
  }

  /** Where the record of a group starts. */
  int record(int row, int group) {
    return (row * groups + group) * RECORD;
  }

  /** Completes a record whose numbers are there; the largest magnitude decides the scale. */
  void finish(int record, float largest, int sum) {
    // Zero for what is too small, NaN for what is not finite.
    float s = isUsable(largest) ? largest / 127f : largest >= SMALLEST ? Float.NaN : largest * 0f;
    twice[record + EIGHT_SUMS] = 8 * sum;
    twice[record + START] = -8 * sum & 0xFFFF | -8 * sum << 16;
    twice[record + SCALE] = Float.floatToRawIntBits(s);
    twice[record + SCALED_SUM] = Float.floatToRawIntBits(s * sum);
    floats[record + SCALE] = s;
    floats[record + SCALED_SUM] = s * sum;
  }

  static boolean isUsable(float largest) {
    return largest >= SMALLEST && largest <= Float.MAX_VALUE;
  }

  /** Fills {@link #pairs} of a row, for kernels that read it. */
  void pairUp(int row) {
    for (int g = 0; g < groups; g++) {
      int from = record(row, g);
      int to = (row * groups + g) * PAIR_RECORD;
      pairs[to + 20] = pairUp(from, to);
      pairs[to + 21] = pairUp(from + 16, to + 8);
      pairs[to + 16] = twice[from + EIGHT_SUMS];
      pairs[to + 17] = twice[from + START] & 0xFFFF;
      pairs[to + 18] = twice[from + SCALE];
      pairs[to + 19] = twice[from + SCALED_SUM];
    }
  }

  /** Pairs 16 columns; returns minus 32 times their sums. */
  private int pairUp(int from, int to) {
    int low = 0;
    int high = 0;
    for (int c = 0; c < 16; c += 4) {
      int a = twice[from + c] & 0xFFFF | twice[from + c + 2] & 0xFFFF0000;
      int b = twice[from + c + 1] & 0xFFFF | twice[from + c + 3] & 0xFFFF0000;
      pairs[to + c / 2] = a;
      pairs[to + c / 2 + 1] = b;
      low += (short) a + (short) b;
      high += (a >> 16) + (b >> 16);
    }
    return -32 * low & 0xFFFF | -32 * high << 16;
  }
}
