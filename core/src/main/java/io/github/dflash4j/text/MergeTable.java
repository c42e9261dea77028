/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.Arrays;

/**
 * Which pairs of symbols merge, how early, and into what. An open-addressing hash table from a pair
 * of ids to a rank and the merged id. Written once, then read by any number of threads.
 */
final class MergeTable {
  /** The result of {@link #find} for a pair that does not merge. */
  static final int NONE = -1;

  private static final long EMPTY = -1;

  private final long[] pairs;
  private final int[] ranks;
  private final int[] merged;
  private final int mask;
  private int size;

  /** A table with room for a number of pairs. */
  MergeTable(int pairCount) {
    int capacity = Integer.highestOneBit(Math.max(8, pairCount)) << 2;
    pairs = new long[capacity];
    Arrays.fill(pairs, EMPTY);
    ranks = new int[capacity];
    merged = new int[capacity];
    mask = capacity - 1;
  }

  /** Adds a pair; one that is there already keeps its rank. */
  void add(int left, int right, int rank, int result) {
    int slot = slot(left, right);
    if (pairs[slot] != EMPTY) {
      return;
    }
    if (++size > pairs.length / 2) {
      throw new IllegalStateException("more pairs than announced");
    }
    pairs[slot] = pair(left, right);
    ranks[slot] = rank;
    merged[slot] = result;
  }

  /** The place of a pair, for {@link #rank} and {@link #merged}, or {@link #NONE}. */
  int find(int left, int right) {
    int slot = slot(left, right);
    return pairs[slot] == EMPTY ? NONE : slot;
  }

  /** How early a pair merges; smaller is earlier. */
  int rank(int place) {
    return ranks[place];
  }

  /** The id a pair merges into. */
  int merged(int place) {
    return merged[place];
  }

  private int slot(int left, int right) {
    long pair = pair(left, right);
    long mixed = pair * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 32) & mask;
    while (pairs[slot] != EMPTY && pairs[slot] != pair) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static long pair(int left, int right) {
    return ((long) left << 32) | right;
  }
}
