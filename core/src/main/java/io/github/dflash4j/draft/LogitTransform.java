/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

/**
 * What a draft does to logits before anything reads them (dflash-algorithm 3.5, step 25): {@code z
 * * multiplier}, then {@code softcap * tanh(z / softcap)}. The map never decreases, so the largest
 * logits stay the largest.
 *
 * @param multiplier factor, greater than 0
 * @param softcap bound of the result; 0 if there is none
 */
public record LogitTransform(float multiplier, float softcap) {

  /** Leaves logits as they are. */
  public static final LogitTransform NONE = new LogitTransform(1, 0);

  /**
   * A transform.
   *
   * @param multiplier factor, greater than 0
   * @param softcap bound of the result; 0 if there is none
   * @throws IllegalArgumentException if the multiplier is not a positive number or the softcap is
   *     negative or no number
   */
  public LogitTransform {
    if (!(multiplier > 0) || !Float.isFinite(multiplier)) {
      throw new IllegalArgumentException("multiplier " + multiplier + " is not above 0");
    }
    if (!(softcap >= 0) || !Float.isFinite(softcap)) {
      throw new IllegalArgumentException("softcap " + softcap + " is not 0 or above");
    }
  }

  /**
   * Transforms one logit.
   *
   * @param logit a logit of the head
   * @return the logit that counts
   */
  public float apply(float logit) {
    float z = logit * multiplier;
    return softcap == 0 ? z : (float) (softcap * StrictMath.tanh((double) z / softcap));
  }

  /**
   * Transforms logits in place.
   *
   * @param logits the logits
   * @param offset where they start
   * @param count how many
   */
  public void apply(float[] logits, int offset, int count) {
    if (multiplier == 1 && softcap == 0) {
      return;
    }
    for (int i = offset; i < offset + count; i++) {
      logits[i] = apply(logits[i]);
    }
  }
}
