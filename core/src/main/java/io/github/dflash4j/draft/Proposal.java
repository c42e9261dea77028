/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import java.util.Arrays;

/**
 * Drafted tokens of one block with the distributions they come from, as rejection sampling needs
 * them (dflash-algorithm 5, items 6 to 8). A slot is either a point mass, a token the draft is sure
 * to propose, or a drawn token with the probabilities of all candidates it was drawn from. Used by
 * one thread at a time.
 */
public final class Proposal {
  private final int candidates;
  private final int[] ids;
  private final int[] candidateIds;
  private final double[] probabilities;
  private final int[] counts;

  /**
   * Room for a block.
   *
   * @param slots drafted tokens at most
   * @param candidates tokens a slot is drawn from at most; 0 for point masses only
   * @throws IllegalArgumentException if a number is negative
   */
  public Proposal(int slots, int candidates) {
    if (slots < 0 || candidates < 0) {
      throw new IllegalArgumentException(slots + " slots of " + candidates + " candidates");
    }
    this.candidates = candidates;
    ids = new int[slots];
    candidateIds = new int[Math.multiplyExact(slots, candidates)];
    probabilities = new double[candidateIds.length];
    counts = new int[slots];
  }

  /**
   * A slot whose token was not drawn.
   *
   * @param slot the slot, from 0
   * @param id the token
   */
  public void set(int slot, int id) {
    ids[slot] = id;
    counts[slot] = 0;
  }

  /**
   * A slot whose token was drawn.
   *
   * @param slot the slot, from 0
   * @param id the token
   * @param count how many candidates it was drawn from
   * @param from ids of the candidates, each one once; copied
   * @param q their probabilities, exactly those used for drawing; copied
   * @throws IllegalArgumentException if there is no candidate, or no room for so many
   */
  public void set(int slot, int id, int count, int[] from, double[] q) {
    if (count < 1 || count > candidates) {
      throw new IllegalArgumentException(count + " candidates, there is room for " + candidates);
    }
    ids[slot] = id;
    counts[slot] = count;
    System.arraycopy(from, 0, candidateIds, slot * candidates, count);
    System.arraycopy(q, 0, probabilities, slot * candidates, count);
  }

  /**
   * The drafted token.
   *
   * @param slot the slot, from 0
   * @return its id
   */
  public int id(int slot) {
    return ids[slot];
  }

  /**
   * Whether the token was drawn.
   *
   * @param slot the slot, from 0
   * @return false for a point mass
   */
  public boolean isDrawn(int slot) {
    return counts[slot] > 0;
  }

  /**
   * Candidates of a drawn slot.
   *
   * @param slot the slot, from 0
   * @return how many; 0 for a point mass
   */
  public int candidates(int slot) {
    return counts[slot];
  }

  /**
   * A candidate of a drawn slot.
   *
   * @param slot the slot, from 0
   * @param candidate which one, from 0
   * @return its token
   */
  public int candidate(int slot, int candidate) {
    return candidateIds[slot * candidates + candidate];
  }

  /**
   * The probability with which the draft would have drawn a candidate.
   *
   * @param slot the slot, from 0
   * @param candidate which one, from 0
   * @return its probability
   */
  public double probability(int slot, int candidate) {
    return probabilities[slot * candidates + candidate];
  }

  /**
   * Copies the drafted tokens.
   *
   * @param count how many, from slot 0 on
   * @param out receives their ids
   * @param offset where they go
   */
  public void ids(int count, int[] out, int offset) {
    System.arraycopy(ids, 0, out, offset, count);
  }

  /**
   * Takes drafted tokens that were not drawn.
   *
   * @param count how many, from slot 0 on
   * @param from their ids
   * @param offset where they are
   */
  public void pointMasses(int count, int[] from, int offset) {
    System.arraycopy(from, offset, ids, 0, count);
    Arrays.fill(counts, 0, count, 0);
  }
}
