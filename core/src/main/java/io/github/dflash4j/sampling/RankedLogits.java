/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.sampling;

import java.util.Arrays;

/**
 * The ids of a row by logit descending, then by id ascending, found as far as they are asked for: a
 * vocabulary is large and a filter keeps few of it. Used by one thread at a time.
 */
final class RankedLogits {
  /** Rank as one number: the smaller, the further in front. */
  private long[] keys = {};

  private int count;
  private int ranked;

  /** Takes a row without NaN. */
  void load(float[] logits, int offset, int length) {
    reserve(length);
    for (int id = 0; id < length; id++) {
      keys[id] = key(logits[offset + id], id);
    }
    count = length;
    ranked = 0;
  }

  /** Takes ids that are ranked already. */
  void loadRanked(int[] ids, float[] logits) {
    reserve(ids.length);
    for (int rank = 0; rank < ids.length; rank++) {
      keys[rank] = key(logits[rank], ids[rank]);
    }
    count = ids.length;
    ranked = ids.length;
  }

  private void reserve(int length) {
    if (keys.length < length) {
      keys = new long[length];
    }
  }

  private static long key(float logit, int id) {
    // Adding 0 makes -0 and 0 equal.
    int bits = Float.floatToRawIntBits(logit + 0f);
    return ((long) ~ascending(bits) << 32) | id;
  }

  /** From the bits of a float to a number of the same order, and back. */
  private static int ascending(int bits) {
    return bits ^ (bits >> 31 & Integer.MAX_VALUE);
  }

  /** The id of a rank, 0 for the largest logit. */
  int id(int rank) {
    return (int) ranked(rank);
  }

  /** The logit of a rank; 0 for -0. */
  float logit(int rank) {
    return Float.intBitsToFloat(ascending(~(int) (ranked(rank) >> 32)));
  }

  private long ranked(int rank) {
    if (rank >= ranked) {
      rankUntil(rank + 1);
    }
    return keys[rank];
  }

  /** Ranks at least so many; more at a time than asked for, so that ranks cost little in a row. */
  private void rankUntil(int wanted) {
    int goal = Math.min(count, Math.max(wanted, Math.max(64, 4 * ranked)));
    if (goal < count) {
      partition(ranked, count, goal);
    }
    Arrays.sort(keys, ranked, goal);
    ranked = goal;
  }

  /** Brings the smallest keys of a range, as many as lie before {@code goal}, to its front. */
  private void partition(int from, int to, int goal) {
    int low = from;
    int high = to - 1;
    while (low < high) {
      long pivot = median(keys[low], keys[low + high >>> 1], keys[high]);
      int left = low;
      int right = high;
      while (left <= right) {
        while (keys[left] < pivot) {
          left++;
        }
        while (keys[right] > pivot) {
          right--;
        }
        if (left <= right) {
          long key = keys[left];
          keys[left++] = keys[right];
          keys[right--] = key;
        }
      }
      if (goal <= right) {
        high = right;
      } else if (goal > left) {
        low = left;
      } else {
        return;
      }
    }
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
