/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.statistics;

import io.github.dflash4j.sampling.Sampling;
import java.util.Arrays;

/**
 * The distribution of the next token after all processors, written down a second time, plainly and
 * in double precision.
 */
public final class ExactDistribution {
  /** Closer to the edge of a filter, single precision may decide otherwise. */
  private static final double EDGE = 1e-6;

  private ExactDistribution() {}

  /**
   * Probabilities given a history.
   *
   * @param logits of the row, unchanged
   * @param tokens prompt and text
   * @param prompt how many of them are prompt
   * @param length how many of them stand before the row's token
   * @return one probability per id, or null if a filter's edge is too close to call
   */
  public static double[] of(
      double[] logits, Sampling sampling, int[] tokens, int prompt, int length) {
    double[] changed = changed(logits, sampling, tokens, prompt, length);
    double largest = Arrays.stream(changed).max().orElseThrow();
    double[] weight = new double[changed.length];
    for (int id = 0; id < weight.length; id++) {
      weight[id] = Math.exp((changed[id] - largest) / sampling.temperature());
    }
    return filtered(weight, sampling);
  }

  /** Logits after bias, then repetition, then presence and frequency; parameters as {@link #of}. */
  public static double[] changed(
      double[] logits, Sampling sampling, int[] tokens, int prompt, int length) {
    int[] anywhere = new int[logits.length];
    int[] written = new int[logits.length];
    for (int i = 0; i < length; i++) {
      anywhere[tokens[i]]++;
      written[tokens[i]] += i < prompt ? 0 : 1;
    }
    double[] changed = logits.clone();
    for (int id = 0; id < changed.length; id++) {
      changed[id] += sampling.logitBias().getOrDefault(id, 0f);
      if (anywhere[id] > 0) {
        double repetition = sampling.repetitionPenalty();
        changed[id] = changed[id] > 0 ? changed[id] / repetition : changed[id] * repetition;
      }
      if (written[id] > 0) {
        changed[id] -= sampling.presencePenalty() + written[id] * sampling.frequencyPenalty();
      }
    }
    return changed;
  }

  private static double[] filtered(double[] weight, Sampling sampling) {
    int[] order = order(weight);
    int k = sampling.topK() == 0 ? weight.length : Math.min(sampling.topK(), weight.length);
    boolean edge = k < weight.length && near(weight[order[k]] / weight[order[k - 1]], 1);
    double mass = 0;
    for (int rank = 0; rank < k; rank++) {
      mass += weight[order[rank]];
    }
    double[] p = new double[weight.length];
    double before = 0;
    double kept = 0;
    for (int rank = 0; rank < k; rank++) {
      double w = weight[order[rank]];
      boolean inside = sampling.topP() == 1 || before / mass < sampling.topP();
      edge |= sampling.topP() < 1 && near(before / mass, sampling.topP());
      edge |= inside && sampling.minP() > 0 && near(w, sampling.minP());
      if (inside && w >= sampling.minP()) {
        p[order[rank]] = w;
        kept += w;
      }
      before += w;
    }
    for (int id = 0; id < p.length; id++) {
      p[id] /= kept;
    }
    return edge ? null : p;
  }

  /** Ids by weight, then by id. */
  private static int[] order(double[] weight) {
    int[] order = new int[weight.length];
    for (int id = 0; id < order.length; id++) {
      int rank = id;
      while (rank > 0 && weight[order[rank - 1]] < weight[id]) {
        order[rank] = order[rank - 1];
        rank--;
      }
      order[rank] = id;
    }
    return order;
  }

  private static boolean near(double a, double b) {
    return a != b && Math.abs(a - b) < EDGE;
  }
}
