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
  private final int vocabulary;
  private final boolean filtering;
  private final RankedLogits ranked = new RankedLogits();
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
    this.vocabulary = vocabulary;
    filtering = sampling.topK() > 0 || sampling.topP() < 1;
    ids = new int[most()];
    weights = new double[most()];
  }

  /** How many tokens top-k leaves. */
  private int most() {
    return sampling.topK() == 0 ? vocabulary : Math.min(sampling.topK(), vocabulary);
  }

  /**
   * How many of the most likely tokens of a row are all that counts of it.
   *
   * @return the k of top-k; 0 if every logit counts
   */
  public int mostLikelyNeeded() {
    return most() < vocabulary ? most() : 0;
  }

  /**
   * Takes a row.
   *
   * @param logits the logits, after bias and penalties
   * @param offset where the row starts
   * @return false if there is nothing to draw from: a logit is NaN, or all are negative infinity
   */
  public boolean load(float[] logits, int offset) {
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
      keepMostLikely(most() < vocabulary ? mass(largest) : mass(logits, offset, largest), largest);
    } else {
      keepAll(logits, offset, largest);
    }
    dropUnlikely();
    return true;
  }

  /**
   * Takes the most likely tokens of a row, which gives the distribution that the whole row would
   * give, bit for bit.
   *
   * @param mostLikely {@link #mostLikelyNeeded} ids by logit descending, then by id ascending
   * @param logits their logits; the first is above negative infinity, and none in the row is NaN
   * @throws IllegalArgumentException if there are more or fewer ids
   */
  public void loadMostLikely(int[] mostLikely, float[] logits) {
    if (mostLikely.length == 0 || mostLikely.length != mostLikelyNeeded()) {
      throw new IllegalArgumentException(
          mostLikelyNeeded() + " most likely tokens are needed, not " + mostLikely.length);
    }
    ranked.loadRanked(mostLikely, logits);
    keepMostLikely(mass(logits[0]), logits[0]);
    dropUnlikely();
  }

  private void keepAll(float[] logits, int offset, float largest) {
    total = 0;
    count = vocabulary;
    for (int id = 0; id < count; id++) {
      ids[id] = id;
      weights[id] = weight(logits[offset + id], largest);
      total += weights[id];
    }
  }

  /** What top-k and top-p leave, of ranked tokens that have a mass. */
  private void keepMostLikely(double mass, float largest) {
    double enough = sampling.topP() * mass;
    total = 0;
    count = 0;
    while (count < most() && (sampling.topP() == 1 || total < enough)) {
      ids[count] = ranked.id(count);
      weights[count] = weight(ranked.logit(count), largest);
      total += weights[count++];
    }
  }

  /** Weight of all that top-k leaves; only top-p wants to know it. */
  private double mass(float largest) {
    if (sampling.topP() == 1) {
      return 0;
    }
    double mass = 0;
    for (int rank = 0; rank < most(); rank++) {
      mass += weight(ranked.logit(rank), largest);
    }
    return mass;
  }

  /** Where that is everything, it is added up without ranking. */
  private double mass(float[] logits, int offset, float largest) {
    double mass = 0;
    for (int id = 0; id < vocabulary; id++) {
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
    if (count == vocabulary && !filtering) {
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
