/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Events on their way from a generation to its connection. What a client is behind is counted;
 * adding more than may wait takes patience, of which there is so much for all of a text, so that a
 * client that reads slowly holds nobody up. Thread-safe.
 */
final class ReplyQueue {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

  private final Deque<ReplyEvent> events = new ArrayDeque<>();
  private final int limit;
  private long waiting;
  private long patience = PATIENCE;

  /**
   * @param limit bytes that may wait
   */
  ReplyQueue(int limit) {
    this.limit = limit;
  }

  /**
   * Adds an event.
   *
   * @return false if more is waiting than may, and no patience is left
   */
  synchronized boolean add(ReplyEvent event) {
    events.add(event);
    waiting += event.weight();
    notifyAll();
    while (waiting > limit && patience > 0) {
      long since = System.nanoTime();
      try {
        TimeUnit.NANOSECONDS.timedWait(this, patience);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        patience = 0;
      }
      patience -= System.nanoTime() - since;
    }
    return waiting <= limit;
  }

  /** Adds the last event, which nothing holds up. */
  synchronized void end(ReplyEvent last) {
    events.add(last);
    waiting += last.weight();
    notifyAll();
  }

  /** The next event, or null if none comes in time. */
  synchronized ReplyEvent poll(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = end - System.nanoTime(); events.isEmpty() && left > 0; ) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = end - System.nanoTime();
    }
    ReplyEvent event = events.poll();
    if (event != null) {
      waiting -= event.weight();
      notifyAll();
    }
    return event;
  }
}
