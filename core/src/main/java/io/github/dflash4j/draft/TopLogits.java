/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

/**
 * The largest logits of a row, by logit descending, then by id ascending (dflash-algorithm 5,
 * ties). NaN counts as the smallest number, so that a broken row still gives ids that exist.
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

  /**
   * The ids of the largest logits.
   *
   * @param logits the logits
   * @param offset where the row starts
   * @param count ids considered, at least 1
   * @param k how many are wanted
   * @param ids receives their ids
   * @param values receives their logits
   * @param at where both go
   * @return how many there are: {@code k}, or {@code count} if that is less
   */
  public static int select(
      float[] logits, int offset, int count, int k, int[] ids, float[] values, int at) {
    int found = 0;
    int wanted = Math.min(k, count);
    for (int id = 0; id < count; id++) {
      float value = logits[offset + id];
      if (found == wanted && !(value > values[at + found - 1])) {
        continue;
      }
      found = insert(number(value), id, found, wanted, ids, values, at);
    }
    return found;
  }

  /** Inserts behind all that are not smaller; ids come in ascending order. */
  private static int insert(
      float value, int id, int found, int wanted, int[] ids, float[] values, int at) {
    int end = found == wanted ? found - 1 : found;
    int slot = end;
    while (slot > 0 && values[at + slot - 1] < value) {
      values[at + slot] = values[at + slot - 1];
      ids[at + slot] = ids[at + slot - 1];
      slot--;
    }
    values[at + slot] = value;
    ids[at + slot] = id;
    return end + 1;
  }

  private static float number(float value) {
    return Float.isNaN(value) ? Float.NEGATIVE_INFINITY : value;
  }
}
