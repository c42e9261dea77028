/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where requests wait for their turn: so many run at the same time, so many wait, first come first
 * served. Generations run on threads of their own, because they compute without a pause and would
 * hold up the virtual threads of the connections. Thread-safe.
 */
final class GenerationQueue implements AutoCloseable {
  /** A pass of a large target over a piece of a prompt takes its time. */
  private static final Duration LAST_STEP = Duration.ofSeconds(30);

  private final ThreadPoolExecutor running;
  private final ScheduledThreadPoolExecutor timer;
  private final int queued;
  private final Set<GenerationJob> jobs = ConcurrentHashMap.newKeySet();
  private final AtomicLong usualNanos = new AtomicLong(Duration.ofSeconds(1).toNanos());
  private volatile boolean ending;

  GenerationQueue(ServerOptions.Limits limits) {
    queued = limits.queued();
    running =
        new ThreadPoolExecutor(
            limits.running(),
            limits.running(),
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(limits.queued()),
            Thread.ofPlatform().daemon().name("dflash4j-generation-", 1).factory());
    timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("dflash4j-deadlines").factory());
    timer.setRemoveOnCancelPolicy(true);
  }

  /** A job that has its place; to be closed once nobody waits for it any more. */
  final class Place implements AutoCloseable {
    private final GenerationJob job;
    private final ScheduledFuture<?> deadline;
    private final long since = System.nanoTime();

    private Place(GenerationJob job) {
      this.job = job;
      deadline =
          timer.schedule(
              () -> cancel(job, EndCause.DEADLINE),
              job.request().deadline().toMillis(),
              TimeUnit.MILLISECONDS);
    }

    /** Ends the job, whether it waits or runs. */
    void end(EndCause cause) {
      cancel(job, cause);
    }

    @Override
    public void close() {
      deadline.cancel(false);
      if (!job.isEnded()) {
        cancel(job, EndCause.CLIENT_GONE);
      }
      jobs.remove(job);
      // The last requests count most.
      usualNanos.accumulateAndGet(System.nanoTime() - since, (old, now) -> (3 * old + now) / 4);
    }
  }

  /**
   * Takes a place for a job.
   *
   * @return the place, to be closed
   * @throws ApiError if there is none, or the server ends
   */
  Place enter(GenerationJob job) {
    if (ending) {
      throw ApiError.endingSoon();
    }
    jobs.add(job);
    try {
      running.execute(job);
    } catch (RejectedExecutionException e) {
      jobs.remove(job);
      if (ending) {
        throw ApiError.endingSoon();
      }
      throw ApiError.queueFull(
          Duration.ofNanos(usualNanos.get()),
          "too many requests: " + running() + " are running and " + queued + " are waiting");
    }
    return new Place(job);
  }

  private void cancel(GenerationJob job, EndCause cause) {
    job.cancel(cause);
    if (running.remove(job)) {
      job.skip();
    }
  }

  int running() {
    return running.getActiveCount();
  }

  int waiting() {
    return running.getQueue().size();
  }

  /** Whether new requests are refused. */
  boolean isEnding() {
    return ending;
  }

  /**
   * Refuses new requests, sends those that wait away, and lets those that run finish.
   *
   * @param most how long; then they are cancelled, and get as long as a step takes
   */
  void drain(Duration most) {
    ending = true;
    for (Runnable waiting : running.getQueue().toArray(new Runnable[0])) {
      cancel((GenerationJob) waiting, EndCause.SHUTDOWN);
    }
    if (!awaitNone(most)) {
      jobs.forEach(job -> cancel(job, EndCause.SHUTDOWN));
      awaitNone(LAST_STEP);
    }
  }

  /** Waits until the answers of all jobs were delivered. */
  private boolean awaitNone(Duration most) {
    long end = System.nanoTime() + most.toNanos();
    while (!jobs.isEmpty() && System.nanoTime() < end) {
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return jobs.isEmpty();
  }

  @Override
  public void close() {
    ending = true;
    running.shutdownNow();
    timer.shutdownNow();
  }
}
