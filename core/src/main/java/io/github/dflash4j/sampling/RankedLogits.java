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
  private final long[] keys;

  private int count;
  private int ranked;

  RankedLogits(int capacity) {
    keys = new long[capacity];
  }

  /** Takes a row without NaN. */
  void load(float[] logits, int offset, int length) {
    for (int id = 0; id < length; id++) {
      keys[id] = key(logits[offset + id], id);
    }
    count = length;
    ranked = 0;
  }

  private static long key(float logit, int id) {
    // Adding 0 makes -0 and 0 equal.
    int bits = Float.floatToRawIntBits(logit + 0f);
    int ascending = bits ^ (bits >> 31 & Integer.MAX_VALUE);
    return ((long) ~ascending << 32) | id;
  }

  int count() {
    return count;
  }

  /** The id of a rank, 0 for the largest logit. */
  int id(int rank) {
    if (rank >= ranked) {
      rankUntil(rank + 1);
    }
    return (int) keys[rank];
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
