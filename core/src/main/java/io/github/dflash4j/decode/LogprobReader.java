/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.TopLogits;
import java.util.ArrayList;
import java.util.List;

/** Reads log-probabilities off rows of logits. */
final class LogprobReader {
  private final int rowLength;
  private final int vocabulary;
  private final int[] topIds;
  private final float[] topLogits;

  /**
   * @param rowLength logits in a row
   * @param vocabulary how many of them belong to a token
   * @param top how many of the most likely tokens are wanted
   */
  LogprobReader(int rowLength, int vocabulary, int top) {
    this.rowLength = rowLength;
    this.vocabulary = vocabulary;
    topIds = new int[Math.min(top, vocabulary)];
    topLogits = new float[topIds.length];
  }

  PositionLogprobs read(float[] logits, int row, int id) {
    int offset = row * rowLength;
    double norm = logOfSum(logits, offset);
    List<TokenLogprob> top = new ArrayList<>(topIds.length);
    if (topIds.length > 0) {
      TopLogits.select(logits, offset, vocabulary, topIds.length, topIds, topLogits, 0);
      for (int i = 0; i < topIds.length; i++) {
        top.add(new TokenLogprob(topIds[i], topLogits[i] - norm));
      }
    }
    return new PositionLogprobs(new TokenLogprob(id, logits[offset + id] - norm), top);
  }

  private double logOfSum(float[] logits, int offset) {
    float largest = Float.NEGATIVE_INFINITY;
    for (int id = 0; id < vocabulary; id++) {
      largest = Math.max(largest, logits[offset + id]);
    }
    double sum = 0;
    for (int id = 0; id < vocabulary; id++) {
      sum += Math.exp((double) logits[offset + id] - largest);
    }
    return largest + Math.log(sum);
  }
}
