/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.Arrays;

/**
 * Merges the symbols of one piece, the pair with the lowest rank first and the leftmost on ties,
 * until no pair merges (target-models 7.1.3). Symbols form a linked list and candidate pairs a
 * heap, so n symbols take O(n log n) steps even in one piece. Reusable, not thread-safe.
 */
final class PieceMerger {
  private final MergeTable table;
  private int[] ids = new int[64];
  private int[] next = new int[64];
  private int[] previous = new int[64];
  private long[] heap = new long[64];
  private int heapSize;
  private long steps;

  PieceMerger(MergeTable table) {
    this.table = table;
  }

  /** Makes room for a piece and returns the array its symbols are to be put into. */
  int[] symbols(int count) {
    if (ids.length < count) {
      int capacity = Math.max(count, 2 * ids.length);
      ids = new int[capacity];
      next = new int[capacity];
      previous = new int[capacity];
    }
    return ids;
  }

  /** Merges the first {@code count} symbols; the rest are read with {@link #next} from symbol 0. */
  void merge(int count) {
    heapSize = 0;
    for (int i = 0; i < count; i++) {
      next[i] = i + 1 < count ? i + 1 : -1;
      previous[i] = i - 1;
    }
    for (int i = 0; i + 1 < count; i++) {
      offer(i);
    }
    while (heapSize > 0) {
      long candidate = poll();
      join((int) candidate, (int) (candidate >>> 32));
    }
  }

  /** The symbol behind a symbol, or -1. */
  int next(int symbol) {
    return next[symbol];
  }

  /** The id of a symbol. */
  int id(int symbol) {
    return ids[symbol];
  }

  /** Heap moves so far, which is what bounds the work. */
  long steps() {
    return steps;
  }

  /** Joins a symbol with the one behind it, unless the pair has changed since it was offered. */
  private void join(int left, int rank) {
    int right = ids[left] < 0 ? -1 : next[left];
    if (right < 0) {
      return;
    }
    int place = table.find(ids[left], ids[right]);
    if (place == MergeTable.NONE || table.rank(place) != rank) {
      return;
    }
    ids[left] = table.merged(place);
    ids[right] = -1;
    next[left] = next[right];
    if (next[left] >= 0) {
      previous[next[left]] = left;
      offer(left);
    }
    if (previous[left] >= 0) {
      offer(previous[left]);
    }
  }

  private void offer(int left) {
    int place = table.find(ids[left], ids[next[left]]);
    if (place != MergeTable.NONE) {
      push(((long) table.rank(place) << 32) | left);
    }
  }

  private void push(long candidate) {
    if (heapSize == heap.length) {
      heap = Arrays.copyOf(heap, 2 * heapSize);
    }
    int at = heapSize++;
    while (at > 0 && heap[(at - 1) / 2] > candidate) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
      steps++;
    }
    heap[at] = candidate;
    steps++;
  }

  private long poll() {
    long first = heap[0];
    long last = heap[--heapSize];
    int at = 0;
    for (int child = 1; child < heapSize; child = 2 * at + 1) {
      if (child + 1 < heapSize && heap[child + 1] < heap[child]) {
        child++;
      }
      if (last <= heap[child]) {
        break;
      }
      heap[at] = heap[child];
      at = child;
      steps++;
    }
    heap[at] = last;
    steps++;
    return first;
  }
}
