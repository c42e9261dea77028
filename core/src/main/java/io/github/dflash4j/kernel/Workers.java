/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * Threads that share the items of one operation. Items are split, sums never are, so the number of
 * threads changes no bit. Safe to call from several threads; a caller that finds the team busy
 * works alone.
 */
public interface Workers extends AutoCloseable {

  /** A part of an operation. */
  @FunctionalInterface
  interface Part {
    /**
     * Computes items {@code from..to-1}.
     *
     * @param from first item
     * @param to one past the last item
     */
    void run(int from, int to);
  }

  /**
   * A grain for items between projections: below 2^14 numbers another thread does not pay.
   *
   * @param work numbers that one item goes through
   * @return at least 1
   */
  static int grain(long work) {
    return (int) Math.max(1, (1 << 14) / Math.max(1, work));
  }

  /**
   * The number of threads, the caller's included.
   *
   * @return at least 1
   */
  int count();

  /**
   * Runs an operation and returns when all parts are done.
   *
   * @param items how many items
   * @param grain parts begin at multiples of this, at least 1
   * @param part computes a range of items
   * @throws RuntimeException what a part threw, after all parts have ended
   */
  void run(int items, int grain, Part part);

  /**
   * The threads besides the caller.
   *
   * @return their ids, as {@link Thread#threadId} has them
   */
  default long[] threadIds() {
    return new long[0];
  }

  /** Ends the threads; later calls run in the caller alone. Calling it again does nothing. */
  @Override
  void close();
}
