/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * How often each category was seen and how often it had to be expected, when draw t had the known
 * probabilities p_t given everything before it. Where p_t is always the same, the statistic is
 * Pearson's chi-square; where it depends on the history, observed minus expected has the covariance
 * {@code sum over t of diag(p_t) - p_t p_t'}, and the quadratic form with its inverse takes
 * Pearson's place.
 */
public final class Tally {
  /** Categories expected less often are pooled. */
  private static final double FEWEST = 10;

  private final int categories;
  private final long[] observed;
  private final double[] expected;
  private final double[] covariance;
  private double[] last;
  private long repeated;
  private long draws;

  /** Nothing seen yet. */
  public Tally(int categories) {
    this.categories = categories;
    observed = new long[categories];
    expected = new double[categories];
    covariance = new double[categories * categories];
  }

  /**
   * One draw.
   *
   * @param category what was drawn
   * @param p probabilities of all categories; an array given again must be unchanged
   */
  public void add(int category, double[] p) {
    observed[category]++;
    draws++;
    if (p != last) {
      settle();
      last = p;
    }
    repeated++;
  }

  /** Draws of another tally. */
  public void add(Tally other) {
    settle();
    other.settle();
    draws += other.draws;
    for (int i = 0; i < categories; i++) {
      observed[i] += other.observed[i];
      expected[i] += other.expected[i];
    }
    for (int i = 0; i < covariance.length; i++) {
      covariance[i] += other.covariance[i];
    }
  }

  /** Equal probabilities in a row are added at once. */
  private void settle() {
    if (repeated == 0) {
      return;
    }
    for (int i = 0; i < categories; i++) {
      expected[i] += repeated * last[i];
      covariance[i * categories + i] += repeated * last[i];
      for (int j = 0; j < categories; j++) {
        covariance[i * categories + j] -= repeated * last[i] * last[j];
      }
    }
    repeated = 0;
  }

  /** How many draws. */
  public long draws() {
    return draws;
  }

  /** Sum of all differences of observed and expected, halved: total variation times draws. */
  public double variation() {
    settle();
    double sum = 0;
    for (int i = 0; i < categories; i++) {
      sum += Math.abs(observed[i] - expected[i]);
    }
    return sum / 2;
  }

  /** What {@link #variation} is below on average. */
  public double variationByChance() {
    settle();
    double sum = 0;
    for (int i = 0; i < categories; i++) {
      sum += Math.sqrt(Math.max(0, covariance[i * categories + i]));
    }
    return sum / 2;
  }

  /** The statistic; infinite if something was drawn that cannot be. */
  public Statistic statistic() {
    settle();
    for (int i = 0; i < categories; i++) {
      if (expected[i] == 0 && observed[i] > 0) {
        return new Statistic(Double.POSITIVE_INFINITY, 1);
      }
    }
    int[] group = groups();
    int groups = Arrays.stream(group).max().orElse(0) + 1;
    double[] difference = new double[groups];
    double[][] spread = new double[groups][groups];
    for (int i = 0; i < categories; i++) {
      difference[group[i]] += observed[i] - expected[i];
      for (int j = 0; j < categories; j++) {
        spread[group[i]][group[j]] += covariance[i * categories + j];
      }
    }
    // The differences add up to 0: the last one says nothing new.
    return quadratic(difference, spread, groups - 1);
  }

  /** Which pool each category is in, the most frequent one first. */
  private int[] groups() {
    Integer[] order =
        IntStream.range(0, categories)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -expected[i]))
            .toArray(Integer[]::new);
    int[] group = new int[categories];
    int current = 0;
    double left = Arrays.stream(expected).sum();
    double pooled = 0;
    for (int category : order) {
      group[category] = current;
      pooled += expected[category];
      left -= expected[category];
      if (pooled >= FEWEST && left >= FEWEST) {
        current++;
        pooled = 0;
      }
    }
    return group;
  }

  /** Difference times inverse covariance times difference, by a Cholesky factor. */
  private static Statistic quadratic(double[] difference, double[][] spread, int size) {
    double[][] factor = new double[size][size];
    double[] solved = new double[size];
    double sum = 0;
    int degrees = 0;
    for (int i = 0; i < size; i++) {
      double value = difference[i];
      double pivot = spread[i][i];
      for (int k = 0; k < i; k++) {
        value -= factor[i][k] * solved[k];
        pivot -= factor[i][k] * factor[i][k];
      }
      // A category that was always certain, or follows from the others.
      boolean free = pivot > 1e-9 * Math.max(1, spread[i][i]);
      double root = free ? Math.sqrt(pivot) : 1;
      solved[i] = free ? value / root : 0;
      for (int r = i + 1; free && r < size; r++) {
        double below = spread[r][i];
        for (int k = 0; k < i; k++) {
          below -= factor[r][k] * factor[i][k];
        }
        factor[r][i] = below / root;
      }
      sum += solved[i] * solved[i];
      degrees += free ? 1 : 0;
    }
    return new Statistic(sum, degrees);
  }

  /** A value that has a chi-square distribution if the probabilities are right. */
  public record Statistic(double value, int degrees) {

    /** What independent tallies give together. */
    public Statistic plus(Statistic other) {
      return new Statistic(value + other.value, degrees + other.degrees);
    }

    /** How probable a value so large is. */
    public double p() {
      return ChiSquare.tail(value, degrees);
    }
  }
}
