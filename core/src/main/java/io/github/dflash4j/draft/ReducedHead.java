/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.model.OutputHead;
import java.util.Arrays;

/**
 * The head of a draft with fewer rows than the target has ids, seen from outside as one over target
 * ids: ids without a row have a logit of minus infinity, so nothing behind it needs the map.
 */
final class ReducedHead implements OutputHead {
  private final OutputHead rows;
  private final int[] targetIds;
  private final int vocabulary;

  /**
   * A head over target ids.
   *
   * @param rows the head as stored
   * @param targetIds target id of each row; all different and below {@code vocabulary}
   * @param vocabulary target ids
   */
  ReducedHead(OutputHead rows, int[] targetIds, int vocabulary) {
    this.rows = rows;
    this.targetIds = targetIds;
    this.vocabulary = vocabulary;
  }

  /** How many rows stand for target ids below a number. */
  int rowsBelow(int ids) {
    return (int) Arrays.stream(targetIds).filter(id -> id < ids).count();
  }

  @Override
  public int vocabulary() {
    return vocabulary;
  }

  @Override
  public int hidden() {
    return rows.hidden();
  }

  // The rows are computed at the front of the array and spread from the last one on: what is
  // overwritten lies behind all that is still to be read, but for the row at hand.
  @Override
  public void logits(float[] hiddenRows, int count, float[] logits) {
    rows.logits(hiddenRows, count, logits);
    int width = targetIds.length;
    float[] row = new float[width];
    for (int r = count - 1; r >= 0; r--) {
      System.arraycopy(logits, r * width, row, 0, width);
      int at = r * vocabulary;
      Arrays.fill(logits, at, at + vocabulary, Float.NEGATIVE_INFINITY);
      for (int i = 0; i < width; i++) {
        logits[at + targetIds[i]] = row[i];
      }
    }
  }
}
