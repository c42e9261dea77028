/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import java.util.ArrayList;
import java.util.List;

/** Threads that do nothing but keep processors busy, until this is closed. */
final class BusyThreads implements AutoCloseable {
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;
  private volatile long result;

  private BusyThreads() {}

  static BusyThreads start(int count) {
    BusyThreads busy = new BusyThreads();
    for (int i = 0; i < count; i++) {
      busy.threads.add(Thread.ofPlatform().daemon().name("busy-" + i).start(busy::work));
    }
    return busy;
  }

  private void work() {
    long x = 1;
    while (!over) {
      for (int i = 0; i < 1000; i++) {
        x = x * 6364136223846793005L + 1442695040888963407L;
      }
      result = x;
    }
  }

  /** A run beside threads that had ended would say nothing. */
  void requireAlive() {
    if (!threads.stream().allMatch(Thread::isAlive) || result == 1) {
      throw new IllegalStateException("a busy thread ended early");
    }
  }

  @Override
  public void close() {
    over = true;
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
