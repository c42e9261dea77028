/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.LargestOutputs;
import java.util.Arrays;

/**
 * What the selector works on for the predicting rows of a block: per row the candidate ids, by
 * logit descending and then id ascending, their logits and their scores. Filled by {@link
 * CandidateSelector}; used by one thread at a time.
 */
public final class Candidates {
  final int width;
  final int[] ids;
  final float[] logits;
  final float[] scores;

  /** What the head gives. */
  final LargestOutputs largest;

  private int count;

  /**
   * Room for candidates.
   *
   * @param rows rows at most
   * @param width candidates per row at most
   */
  public Candidates(int rows, int width) {
    this.width = width;
    int size = Math.multiplyExact(rows, width);
    this.ids = new int[size];
    this.logits = new float[size];
    this.scores = new float[size];
    this.largest = new LargestOutputs(rows, width);
  }

  /**
   * Candidates of every row.
   *
   * @return the width, or the number of ids if there are fewer
   */
  public int count() {
    return count;
  }

  void count(int newCount) {
    count = newCount;
  }

  /**
   * A candidate.
   *
   * @param row predicting row, from 0
   * @param slot place in the row, from 0
   * @return its token id
   */
  public int id(int row, int slot) {
    return ids[row * width + slot];
  }

  /**
   * The unary term of a candidate.
   *
   * @param row predicting row, from 0
   * @param slot place in the row, from 0
   * @return its logit after multiplier and softcap
   */
  public float logit(int row, int slot) {
    return logits[row * width + slot];
  }

  /**
   * What the selector makes of a candidate after {@link CandidateSelector#score}.
   *
   * @param row predicting row, from 0
   * @param slot place in the row, from 0
   * @return its score
   */
  public float score(int row, int slot) {
    return scores[row * width + slot];
  }

  /**
   * The candidate that wins a row.
   *
   * @param row predicting row, from 0
   * @return the first slot with the largest score
   */
  public int best(int row) {
    return TopLogits.argmax(scores, row * width, count);
  }

  /**
   * The distribution a token is drawn from when sampling (dflash-algorithm 5, item 6): {@code
   * softmax(score / temperature)}. Every token that is no candidate has probability 0. Scores that
   * are not numbers give all of it to the first candidate.
   *
   * @param row predicting row, from 0
   * @param temperature greater than 0
   * @param q receives one probability per candidate
   * @throws IllegalArgumentException if the temperature is not greater than 0
   */
  public void distribution(int row, double temperature, double[] q) {
    if (!(temperature > 0)) {
      throw new IllegalArgumentException("temperature " + temperature + " is not above 0");
    }
    double max = score(row, best(row));
    double sum = 0;
    for (int s = 0; s < count; s++) {
      q[s] = StrictMath.exp((score(row, s) - max) / temperature);
      sum += q[s];
    }
    if (!(sum < Double.POSITIVE_INFINITY)) {
      // A broken draft must not reach the target's distribution through max(p - q, 0).
      Arrays.fill(q, 0, count, 0);
      q[0] = 1;
      return;
    }
    for (int s = 0; s < count; s++) {
      q[s] /= sum;
    }
  }

  long bytes() {
    return (long) ids.length * (Integer.BYTES + 2 * Float.BYTES) + largest.bytes();
  }

  /** Puts equal logits of a row into the order of their ids; the others are in order already. */
  void orderEqualLogits(int row) {
    int first = row * width;
    for (int i = first + 1; i < first + count; i++) {
      int id = ids[i];
      int slot = i;
      while (slot > first && logits[slot - 1] == logits[i] && ids[slot - 1] > id) {
        ids[slot] = ids[slot - 1];
        slot--;
      }
      ids[slot] = id;
    }
  }
}
