/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * Exponential with the same bits everywhere. {@code Math.exp} may differ between interpreter and
 * compiled code (target-models 4.3, rule 6); this is plain double arithmetic, which Java defines
 * exactly.
 */
public final class FixedMath {
  static final double LOG2_E = 1.4426950408889634;
  static final double LN_2 = 0.6931471805599453;
  private static final float OVERFLOW = 88.73f;
  private static final float UNDERFLOW = -104f;

  private FixedMath() {}

  /**
   * The exponential, with an error of at most one unit in the last place.
   *
   * @param x any number
   * @return e to the power x; 0 and infinity where the result leaves the range, NaN for NaN
   */
  public static float exp(float x) {
    if (!(x <= OVERFLOW)) {
      return x > OVERFLOW ? Float.POSITIVE_INFINITY : Float.NaN;
    }
    if (x < UNDERFLOW) {
      return 0f;
    }
    double n = Math.rint(x * LOG2_E);
    double r = x - n * LN_2;
    // Taylor to r^10 on |r| <= ln(2)/2: the remainder is below 3e-13.
    double p = 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    return (float) (p * Double.longBitsToDouble(((long) n + 1023) << 52));
  }

  /**
   * The logistic function {@code 1 / (1 + exp(-x))}.
   *
   * @param x any number
   * @return a number between 0 and 1
   */
  public static float sigmoid(float x) {
    return 1f / (1f + exp(-x));
  }
}
