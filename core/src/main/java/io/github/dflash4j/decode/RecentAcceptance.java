/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

/**
 * How often each slot was accepted of late, given that the slots before it were. Every drafted step
 * makes what is known older, also of slots it did not reach; a slot without fresh evidence is taken
 * to be about as good as the one before it, so that width that was given up is tried again.
 */
final class RecentAcceptance {
  /** A step counts half after about seven further drafted steps. */
  private static final double DECAY = 0.9;

  /** What is taken of the first slot before anything was seen, and how many steps it weighs. */
  private static final double FIRST_SLOT = 0.8;

  private static final double PRIOR_WEIGHT = 0.7;
  private static final double NEXT_SLOT = 0.95;

  private final double[] weight;
  private final double[] accepted;

  RecentAcceptance(int slots) {
    weight = new double[slots];
    accepted = new double[slots];
  }

  /** Learns from a step that verified something. */
  void observe(int verified, int acceptedTokens) {
    for (int slot = 0; slot < weight.length; slot++) {
      weight[slot] *= DECAY;
      accepted[slot] *= DECAY;
      if (slot < verified && slot <= acceptedTokens) {
        weight[slot]++;
        accepted[slot] += slot < acceptedTokens ? 1 : 0;
      }
    }
  }

  /** Lets all that is known weigh no more than one step, since it was long ago. */
  void age() {
    for (int slot = 0; slot < weight.length; slot++) {
      if (weight[slot] > 1) {
        accepted[slot] /= weight[slot];
        weight[slot] = 1;
      }
    }
  }

  /** Tokens to expect of verifying so many drafted ones, the target's own behind them included. */
  double tokens(int verified) {
    double tokens = 1;
    double reached = 1;
    double before = FIRST_SLOT / NEXT_SLOT;
    for (int slot = 0; slot < verified; slot++) {
      before = conditional(slot, before * NEXT_SLOT);
      reached *= before;
      tokens += reached;
    }
    return tokens;
  }

  private double conditional(int slot, double prior) {
    return (accepted[slot] + PRIOR_WEIGHT * prior) / (weight[slot] + PRIOR_WEIGHT);
  }
}
