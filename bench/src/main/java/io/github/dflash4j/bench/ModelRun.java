/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetState;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Times whole passes of a target: prompts in chunks, single rows one after the other, and blocks
 * that are verified and rolled back. Rows of different blocks take turns, so that what disturbs the
 * machine disturbs all of them.
 */
final class ModelRun {
  private static final int CHUNK = 64;

  private final Target target;
  private final int vocabulary;
  private int next;

  ModelRun(Target target) {
    this.target = target;
    vocabulary = target.spec().vocabulary();
  }

  /** Nanoseconds of a pass by its number of rows, of every round. */
  Map<Integer, long[]> blocks(int[] rows, int depth, int rounds) {
    int most = Arrays.stream(rows).max().orElse(1);
    TargetState state = target.newState(depth + most, Math.max(most, CHUNK));
    read(state, depth);
    Map<Integer, long[]> times = new LinkedHashMap<>();
    Arrays.stream(rows).forEach(n -> times.put(n, new long[rounds]));
    for (int round = 0; round < rounds; round++) {
      for (int n : rows) {
        int[] block = tokens(n);
        long start = System.nanoTime();
        target.forward(state, block, 0, n, n);
        state.commit(0);
        times.get(n)[round] = System.nanoTime() - start;
      }
    }
    return times;
  }

  /** Nanoseconds for a prompt of this length, its last logits included. */
  long prompt(int length) {
    TargetState state = target.newState(length, CHUNK);
    long start = System.nanoTime();
    read(state, length);
    return System.nanoTime() - start;
  }

  /** Nanoseconds of every one of so many single rows behind a prompt. */
  long[] generation(int depth, int count) {
    TargetState state = target.newState(depth + count, CHUNK);
    read(state, depth);
    long[] times = new long[count];
    for (int i = 0; i < count; i++) {
      int[] token = tokens(1);
      long start = System.nanoTime();
      target.forward(state, token, 0, 1, 1);
      state.commit(1);
      times[i] = System.nanoTime() - start;
    }
    return times;
  }

  private void read(TargetState state, int length) {
    for (int row = 0; row < length; row += CHUNK) {
      int rows = Math.min(CHUNK, length - row);
      target.forward(state, tokens(rows), 0, rows, row + rows == length ? 1 : 0);
      state.commit(rows);
    }
  }

  /** Any tokens, not the same ones again. */
  private int[] tokens(int count) {
    int[] ids = new int[count];
    for (int i = 0; i < count; i++) {
      next = (next * 1103 + 12345) % vocabulary;
      ids[i] = next;
    }
    return ids;
  }

  /** The value in the middle. */
  static long median(long[] times) {
    long[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
