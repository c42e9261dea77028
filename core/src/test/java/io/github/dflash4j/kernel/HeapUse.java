/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;

/** Whether code comes to leave nothing on the heap, which vector code does once it is compiled. */
final class HeapUse {
  private static final int CALLS = 100;
  private static final int CLEAN_WINDOWS = 3;
  private static final long MOST_NANOS = 30_000_000_000L;

  private final AllocationCounter counter = new AllocationCounter(new LoneWorker());

  /** Repeats the code until it allocates nothing; fails if it never comes to that. */
  void requireNone(String what, Runnable code) {
    assertThat(counter.isCounting()).isTrue();
    long end = System.nanoTime() + MOST_NANOS;
    long bytes = -1;
    for (int clean = 0; clean < CLEAN_WINDOWS && System.nanoTime() < end; ) {
      bytes = window(code);
      clean = bytes == 0 ? clean + 1 : 0;
    }
    assertThat(bytes).as("bytes that %d calls of %s leave on the heap", CALLS, what).isZero();
  }

  private long window(Runnable code) {
    long before = counter.bytes();
    for (int i = 0; i < CALLS; i++) {
      code.run();
    }
    return counter.bytes() - before;
  }
}
