/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/** Fills rows of {@link Int8Rows}. This one is plain Java and the twin of the other. */
class Int8Quantizer {

  /**
   * Quantises one row; {@link Int8Rows#pairs} is left alone.
   *
   * @param x the rows
   * @param from where the row starts
   * @param in its numbers
   * @param to prepared for as many columns
   * @param row which row of it
   */
  void set(float[] x, int from, int in, Int8Rows to, int row) {
    for (int g = 0; g < to.groups; g++) {
      int first = g * PanelForm.GROUP;
      int count = Math.min(PanelForm.GROUP, in - first);
      setGroup(x, from + first, count, to, to.record(row, g));
    }
  }

  static void setGroup(float[] x, int first, int count, Int8Rows to, int at) {
    float largest = 0f;
    for (int i = 0; i < count; i++) {
      largest = Math.max(largest, Math.abs(x[first + i]));
    }
    boolean usable = Int8Rows.isUsable(largest);
    float inverse = usable ? (float) (127.0 / largest) : 0f;
    int sum = 0;
    for (int i = 0; i < PanelForm.GROUP; i++) {
      float rounded =
          usable && i < count ? x[first + i] * inverse + Int8Rows.ROUND - Int8Rows.ROUND : 0f;
      int q = (int) rounded;
      to.floats[at + i] = q;
      to.twice[at + i] = q & 0xFFFF | q << 16;
      sum += q;
    }
    to.finish(at, largest, sum);
  }
}
