/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.kernel.LargestOutputs;
import java.util.ArrayList;
import java.util.List;

/** Reads log-probabilities off rows of logits. */
final class LogprobReader {
  private final int rowLength;
  private final int vocabulary;
  private final int top;
  private final LargestOutputs mostLikely = new LargestOutputs();

  /**
   * @param rowLength logits in a row
   * @param vocabulary how many of them belong to a token
   * @param top how many of the most likely tokens are wanted
   */
  LogprobReader(int rowLength, int vocabulary, int top) {
    this.rowLength = rowLength;
    this.vocabulary = vocabulary;
    this.top = Math.min(top, vocabulary);
  }

  PositionLogprobs read(float[] logits, int row, int id) {
    int offset = row * rowLength;
    double norm = logOfSum(logits, offset);
    List<TokenLogprob> likely = new ArrayList<>(top);
    if (top > 0) {
      mostLikely.select(logits, offset, rowLength, 1, vocabulary, top);
      for (int i = 0; i < top; i++) {
        likely.add(new TokenLogprob(mostLikely.output(0, i), mostLikely.value(0, i) - norm));
      }
    }
    return new PositionLogprobs(new TokenLogprob(id, logits[offset + id] - norm), likely);
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
