/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.statistics;

/** The upper tail of the chi-square distribution. */
public final class ChiSquare {
  private static final double PRECISION = 1e-15;
  private static final int TERMS = 100_000;

  private ChiSquare() {}

  /**
   * The probability that a chi-square variable exceeds {@code x}: the regularised upper incomplete
   * gamma function of half the degrees of freedom and half of {@code x}.
   */
  public static double tail(double x, int degrees) {
    if (degrees < 0 || Double.isNaN(x)) {
      throw new IllegalArgumentException(x + " with " + degrees + " degrees of freedom");
    }
    if (degrees == 0 || x <= 0) {
      return 1;
    }
    if (x == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double a = degrees / 2.0;
    double half = x / 2;
    double front = Math.exp(a * Math.log(half) - half - logGamma(degrees));
    return half < a + 1 ? 1 - front * series(a, half) : front * fraction(a, half);
  }

  /** Lower function over its front factor: sum of x^n / (a (a + 1) ... (a + n)). */
  private static double series(double a, double x) {
    double term = 1 / a;
    double sum = term;
    for (int n = 1; n < TERMS && term > PRECISION * sum; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return sum;
  }

  /** Upper function over its front factor: a continued fraction, from the front (Lentz). */
  private static double fraction(double a, double x) {
    double b = x + 1 - a;
    double c = Double.MAX_VALUE;
    double d = 1 / b;
    double value = d;
    for (int n = 1; n < TERMS; n++) {
      double step = n * (a - n);
      b += 2;
      d = 1 / (b + step * d);
      c = b + step / c;
      value *= c * d;
      if (Math.abs(c * d - 1) < PRECISION) {
        break;
      }
    }
    return value;
  }

  /** The logarithm of gamma at half a whole number, by its recurrence. */
  private static double logGamma(int twice) {
    double sum = twice % 2 == 0 ? 0 : Math.log(Math.PI) / 2;
    for (int t = twice - 2; t > 0; t -= 2) {
      sum += Math.log(t / 2.0);
    }
    return sum;
  }
}
