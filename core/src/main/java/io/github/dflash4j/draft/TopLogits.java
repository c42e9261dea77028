/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

/**
 * The largest of some scores, the first of equal ones (dflash-algorithm 5, ties). NaN counts as the
 * smallest number, so that a broken row still gives an id that exists.
 */
public final class TopLogits {

  private TopLogits() {}

  /**
   * The id of the largest logit.
   *
   * @param logits the logits
   * @param offset where the row starts
   * @param count ids considered, at least 1
   * @return the first of the largest
   */
  public static int argmax(float[] logits, int offset, int count) {
    int best = 0;
    float largest = number(logits[offset]);
    for (int i = 1; i < count; i++) {
      if (logits[offset + i] > largest) {
        largest = logits[offset + i];
        best = i;
      }
    }
    return best;
  }

  private static float number(float value) {
    return Float.isNaN(value) ? Float.NEGATIVE_INFINITY : value;
  }
}
