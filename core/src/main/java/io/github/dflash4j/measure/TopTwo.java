/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

/**
 * The two most likely tokens of one row of logits, the lower id first among equals, as in greedy
 * decoding.
 *
 * @param id the most likely token
 * @param logit its logit
 * @param secondId the token behind it, -1 if the vocabulary has one token
 * @param secondLogit its logit, minus infinity if there is none
 */
public record TopTwo(int id, float logit, int secondId, float secondLogit) {

  /** A difference of more than this share of the largest logit is not rounding (B085). */
  private static final double ROUNDING = 1e-3;

  /**
   * Looks through a row.
   *
   * @param vocabulary how many ids, from the first on, have a token
   * @param position position of the row, for the message
   * @throws ArithmeticException if a logit is not a number
   */
  static TopTwo of(float[] logits, int offset, int vocabulary, int position) {
    int best = -1;
    int second = -1;
    for (int id = 0; id < vocabulary; id++) {
      float logit = logits[offset + id];
      if (Float.isNaN(logit)) {
        throw new ArithmeticException(
            "the target's logits at position " + position + " are not numbers");
      }
      if (best < 0 || logit > logits[offset + best]) {
        second = best;
        best = id;
      } else if (second < 0 || logit > logits[offset + second]) {
        second = id;
      }
    }
    return new TopTwo(
        best,
        logits[offset + best],
        second,
        second < 0 ? Float.NEGATIVE_INFINITY : logits[offset + second]);
  }

  /**
   * How clear the choice is.
   *
   * @return the difference of the two logits
   */
  public double gap() {
    return (double) logit - secondLogit;
  }

  /**
   * Whether the choice is too clear for another order of summation to turn it over.
   *
   * @return true if the gap is more than a thousandth of the largest logit
   */
  public boolean isClear() {
    return gap() > ROUNDING * Math.abs(logit);
  }
}
