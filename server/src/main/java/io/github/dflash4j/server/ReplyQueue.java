/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Events on their way from a generation to its connection. Adding never waits, so a client that
 * reads slowly holds nobody up; what it is behind is counted instead. Thread-safe.
 */
final class ReplyQueue {
  private final LinkedBlockingQueue<ReplyEvent> events = new LinkedBlockingQueue<>();
  private final AtomicLong waiting = new AtomicLong();
  private final int limit;

  /**
   * @param limit bytes that may wait
   */
  ReplyQueue(int limit) {
    this.limit = limit;
  }

  /**
   * Adds an event.
   *
   * @return false if more is waiting now than may
   */
  boolean add(ReplyEvent event) {
    long bytes = waiting.addAndGet(event.weight());
    events.add(event);
    return bytes <= limit;
  }

  /** The next event, or null if none comes in time. */
  ReplyEvent poll(long millis) throws InterruptedException {
    ReplyEvent event = events.poll(millis, TimeUnit.MILLISECONDS);
    if (event != null) {
      waiting.addAndGet(-event.weight());
    }
    return event;
  }
}
