/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.sampling;

/**
 * The distribution one token is drawn from: a row of logits after temperature, top-k, top-p and
 * min-p (dflash-algorithm 6.4). Holds weights that are not normalised, in double precision, and
 * always adds them in the same order, so a row gives the same distribution in a plain step and in a
 * block. Used by one thread at a time.
 */
public final class TokenDistribution {
  private final Sampling sampling;
  private final boolean filtering;
  private final RankedLogits ranked;
  private final int[] ids;
  private final double[] weights;
  private int count;
  private double total;

  /**
   * A distribution without a row yet.
   *
   * @param sampling temperature and filters
   * @param vocabulary ids with a token
   * @throws IllegalArgumentException if the temperature is 0: nothing is drawn then
   */
  public TokenDistribution(Sampling sampling, int vocabulary) {
    if (sampling.isGreedy()) {
      throw new IllegalArgumentException("at temperature 0 nothing is drawn");
    }
    this.sampling = sampling;
    filtering = sampling.topK() > 0 || sampling.topP() < 1;
    ranked = new RankedLogits(filtering ? vocabulary : 0);
    ids = new int[vocabulary];
    weights = new double[vocabulary];
  }

  /**
   * Takes a row.
   *
   * @param logits the logits, after bias and penalties
   * @param offset where the row starts
   * @return false if there is nothing to draw from: a logit is NaN, or all are negative infinity
   */
  public boolean load(float[] logits, int offset) {
    int vocabulary = weights.length;
    float largest = Float.NEGATIVE_INFINITY;
    for (int id = 0; id < vocabulary; id++) {
      float logit = logits[offset + id];
      if (Float.isNaN(logit)) {
        return false;
      }
      largest = Math.max(largest, logit);
    }
    if (largest == Float.NEGATIVE_INFINITY) {
      return false;
    }
    if (filtering) {
      ranked.load(logits, offset, vocabulary);
      keepMostLikely(logits, offset, largest);
    } else {
      keepAll(logits, offset, largest);
    }
    dropUnlikely();
    return true;
  }

  private void keepAll(float[] logits, int offset, float largest) {
    total = 0;
    count = weights.length;
    for (int id = 0; id < count; id++) {
      ids[id] = id;
      weights[id] = weight(logits[offset + id], largest);
      total += weights[id];
    }
  }

  private void keepMostLikely(float[] logits, int offset, float largest) {
    int most = sampling.topK() == 0 ? ranked.count() : Math.min(sampling.topK(), ranked.count());
    double enough = sampling.topP() < 1 ? sampling.topP() * mass(logits, offset, largest, most) : 0;
    total = 0;
    count = 0;
    while (count < most && (sampling.topP() == 1 || total < enough)) {
      int id = ranked.id(count);
      ids[count] = id;
      weights[count] = weight(logits[offset + id], largest);
      total += weights[count++];
    }
  }

  /** Weight of the most likely tokens; of all of them it is added up without ranking them. */
  private double mass(float[] logits, int offset, float largest, int most) {
    double mass = 0;
    for (int i = 0; i < most; i++) {
      int id = most == ranked.count() ? i : ranked.id(i);
      mass += weight(logits[offset + id], largest);
    }
    return mass;
  }

  private double weight(float logit, float largest) {
    // Equal ones first: the difference of two infinities is no number.
    return logit == largest ? 1 : Math.exp(((double) logit - largest) / sampling.temperature());
  }

  /** The most likely token has weight 1. */
  private void dropUnlikely() {
    if (sampling.minP() == 0) {
      return;
    }
    int kept = 0;
    total = 0;
    for (int i = 0; i < count; i++) {
      if (weights[i] >= sampling.minP()) {
        ids[kept] = ids[i];
        weights[kept] = weights[i];
        total += weights[kept++];
      }
    }
    count = kept;
  }

  /**
   * The probability of a token.
   *
   * @param id the token
   * @return 0 if a filter took it out
   */
  public double probability(int id) {
    int at = indexOf(id);
    return at < 0 ? 0 : weights[at] / total;
  }

  private int indexOf(int id) {
    if (count == weights.length && !filtering) {
      return id < count ? id : -1;
    }
    for (int i = 0; i < count; i++) {
      if (ids[i] == id) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Draws a token.
   *
   * @param u uniform in [0, 1)
   * @return its id; never one of probability 0
   */
  public int draw(double u) {
    double left = u * total;
    int last = 0;
    for (int i = 0; i < count; i++) {
      if (weights[i] > 0) {
        left -= weights[i];
        last = i;
        if (left < 0) {
          return ids[i];
        }
      }
    }
    // Rounding may leave a rest behind the last one.
    return ids[last];
  }

  /**
   * Takes probability away from a token, not below 0. Until {@link #endSubtraction} the others keep
   * their probabilities of before.
   *
   * @param id the token
   * @param probability how much, in shares of the whole as loaded
   */
  public void subtract(int id, double probability) {
    int at = indexOf(id);
    if (at >= 0) {
      weights[at] = Math.max(0, weights[at] - probability * total);
    }
  }

  /**
   * Makes what is left after subtracting the whole: {@code max(p - q, 0)}, normalised
   * (dflash-algorithm 6.4).
   *
   * @return false if nothing is left; the row has to be loaded again then
   */
  public boolean endSubtraction() {
    total = 0;
    for (int i = 0; i < count; i++) {
      total += weights[i];
    }
    return total > 0;
  }
}
