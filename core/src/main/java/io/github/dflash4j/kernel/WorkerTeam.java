/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A fixed team of daemon threads. A dispatch is one volatile write; idle workers spin for a bounded
 * time and then park (kernels 5: a park costs 7 us, a spin 0.5 us, and more spinners than cores
 * cost milliseconds, so a team larger than the machine parks at once).
 */
final class WorkerTeam implements Workers {
  private static final long SPIN_NANOS = 50_000;
  private static final int SPINS_PER_CLOCK_READ = 64;

  private final Seat[] seats;
  private final boolean maySpin;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final AtomicInteger remaining = new AtomicInteger();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean closed;
  private volatile Thread waiter;

  // Written by the caller before the epoch, read by workers after it.
  private int items;
  private int grain;
  private Part part;
  private volatile long epoch;

  WorkerTeam(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, not " + threads);
    }
    maySpin = threads <= Runtime.getRuntime().availableProcessors();
    seats = new Seat[threads - 1];
    try {
      for (int i = 0; i < seats.length; i++) {
        seats[i] = new Seat(i + 1);
        seats[i].thread.start();
      }
    } catch (RuntimeException | Error e) {
      // No memory for a further thread: those already there must not stay parked for good.
      close();
      throw e;
    }
  }

  @Override
  public int count() {
    return seats.length + 1;
  }

  @Override
  public long[] threadIds() {
    return Arrays.stream(seats).mapToLong(seat -> seat.thread.threadId()).toArray();
  }

  @Override
  public void run(int items, int grain, Part part) {
    if (items <= 0) {
      return;
    }
    if (items <= grain || seats.length == 0 || closed || !busy.compareAndSet(false, true)) {
      part.run(0, items);
      return;
    }
    try {
      if (!closed) {
        dispatch(items, grain, part);
        return;
      }
    } finally {
      this.part = null;
      busy.set(false);
    }
    part.run(0, items);
  }

  private void dispatch(int items, int grain, Part part) {
    this.items = items;
    this.grain = grain;
    this.part = part;
    failure.set(null);
    remaining.set(seats.length);
    epoch++;
    for (Seat seat : seats) {
      if (seat.parked) {
        LockSupport.unpark(seat.thread);
      }
    }
    runShare(0);
    awaitOthers();
    Throwable thrown = failure.get();
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    if (thrown instanceof Error e) {
      throw e;
    }
  }

  private void awaitOthers() {
    long deadline = maySpin ? System.nanoTime() + SPIN_NANOS : 0;
    while (remaining.get() > 0) {
      if (maySpin && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      } else {
        waiter = Thread.currentThread();
        if (remaining.get() > 0) {
          LockSupport.parkNanos(SPIN_NANOS);
        }
      }
    }
    waiter = null;
  }

  private void runShare(int seat) {
    try {
      int units = Math.ceilDiv(items, grain);
      int from = Math.toIntExact((long) units * seat / count()) * grain;
      int to = Math.min(items, Math.toIntExact((long) units * (seat + 1) / count()) * grain);
      if (from < to) {
        part.run(from, to);
      }
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  // Waits for a running operation: its workers must not leave before their shares are done.
  @Override
  public void close() {
    while (!busy.compareAndSet(false, true)) {
      Thread.onSpinWait();
    }
    closed = true;
    busy.set(false);
    for (Seat seat : seats) {
      if (seat != null) {
        LockSupport.unpark(seat.thread);
      }
    }
  }

  /** One worker and its place. */
  private final class Seat implements Runnable {
    final int number;
    final Thread thread;
    volatile boolean parked;

    Seat(int number) {
      this.number = number;
      this.thread = Thread.ofPlatform().daemon().name("dflash4j-" + number).unstarted(this);
    }

    @Override
    public void run() {
      long seen = 0;
      while (awaitEpochAfter(seen)) {
        seen = epoch;
        runShare(number);
        if (remaining.decrementAndGet() == 0) {
          Thread caller = waiter;
          if (caller != null) {
            LockSupport.unpark(caller);
          }
        }
      }
    }

    private boolean awaitEpochAfter(long seen) {
      long deadline = System.nanoTime() + SPIN_NANOS;
      int spins = 0;
      while (epoch == seen) {
        if (closed) {
          return false;
        }
        if (maySpin && (++spins % SPINS_PER_CLOCK_READ != 0 || System.nanoTime() < deadline)) {
          Thread.onSpinWait();
        } else {
          parked = true;
          if (epoch == seen && !closed) {
            LockSupport.park(WorkerTeam.this);
          }
          parked = false;
        }
      }
      return true;
    }
  }
}
