/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.Random;

/** The one token that follows a text: the law a {@link TableTarget} writes by. */
@FunctionalInterface
interface Continuation {

  /** The token behind the first {@code length} tokens, of which there is at least one. */
  int next(int[] tokens, int length);

  /** A successor table: only the last token counts, so the right text is known by hand. */
  static Continuation bigram(int... successors) {
    return (tokens, length) -> successors[tokens[length - 1]];
  }

  /** One cycle through all ids in a seeded order: no token repeats before all were written. */
  static Continuation cycle(int vocabulary, long seed) {
    int[] order = new int[vocabulary];
    Random random = new Random(seed);
    for (int i = 0; i < vocabulary; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    int[] successors = new int[vocabulary];
    for (int i = 0; i < vocabulary; i++) {
      successors[order[i]] = order[(i + 1) % vocabulary];
    }
    return bigram(successors);
  }

  /**
   * Every token of the history counts: one row lost, doubled or left over changes all that follows.
   */
  static Continuation ofWholeHistory(int vocabulary, long seed) {
    return (tokens, length) -> {
      long hash = seed;
      for (int i = 0; i < length; i++) {
        hash = (hash ^ tokens[i]) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
      }
      return (int) Long.remainderUnsigned(hash, vocabulary);
    };
  }
}
