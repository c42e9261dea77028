/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetBatch;
import io.github.dflash4j.target.TargetState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Forwards of several threads, one pass at a time. Who finds no pass under way leads one: takes the
 * calls in the order of their arrival, its own first, runs them together and wakes the others. The
 * first of those left leads next, so that no call waits for more than the passes before it.
 */
final class PassQueue {
  /** What a further row is taken to cost until two widths were measured, in first rows. */
  private static final double ROW_SHARE = 0.15;

  private final Target target;
  private final TargetBatch batch;
  private final LongUnaryOperator patience;
  private final LongSupplier time;
  private final CostCurve costs;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<TargetState, Seat> seats = new WeakHashMap<>();

  /** In the order of arrival; the first one leads once no pass is under way. */
  private final Deque<Seat> waiting = new ArrayDeque<>();

  /** States that came out of a pass and are expected to come back. */
  private final List<Seat> away = new ArrayList<>();

  private final List<Seat> riding;

  /** Rows of those who ride. */
  private int rows;

  private Seat leader;
  private boolean gathering;
  private boolean closed;

  /** What passes take of late, in nanoseconds. */
  private long passNanos;

  private long passes;
  private long shared;
  private long calls;
  private long allRows;

  /**
   * @param patience from what passes take of late to how long a pass may wait for calls, both in
   *     nanoseconds
   * @param time the clock, in nanoseconds
   */
  PassQueue(Target target, TargetBatch batch, LongUnaryOperator patience, LongSupplier time) {
    this.target = target;
    this.batch = batch;
    this.patience = patience;
    this.time = time;
    this.riding = new ArrayList<>(batch.maxRows());
    this.costs = new CostCurve(batch.maxRows(), ROW_SHARE);
  }

  /** See {@link Target#forward}. */
  void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the target is closed");
      }
      Seat seat = seats.computeIfAbsent(state, s -> new Seat(lock.newCondition()));
      seat.take(state, tokens, offset, rows, logitRows, time.getAsLong());
      try {
        enter(seat);
        awaitTurn(seat);
        if (seat == leader) {
          lead(seat);
        }
      } finally {
        seat.leave();
      }
      seat.requireSuccess();
    } finally {
      lock.unlock();
    }
  }

  private void enter(Seat seat) {
    away.remove(seat);
    waiting.addLast(seat);
    if (leader == null) {
      leader = seat;
    } else {
      wakeGatherer();
    }
  }

  /** Until the call was in a pass, or has to lead one. */
  private void awaitTurn(Seat seat) {
    boolean interrupted = false;
    while (seat != leader && !seat.hasArrived()) {
      try {
        seat.turn.await();
      } catch (InterruptedException e) {
        interrupted = true;
        if (seat != leader && waiting.remove(seat)) {
          Thread.currentThread().interrupt();
          throw new CancellationException("interrupted before the pass of this call");
        }
        // In a pass, or chosen to lead one: others depend on that.
        while (seat != leader && !seat.hasArrived()) {
          seat.turn.awaitUninterruptibly();
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whatever happens in here, everybody in the pass hears of it and the next one has a leader. */
  private void lead(Seat own) {
    Throwable thrown = null;
    boolean all = false;
    long start = 0;
    board(waiting.pollFirst());
    try {
      gather(own);
      while (!waiting.isEmpty() && joins(waiting.peekFirst().rows())) {
        board(waiting.pollFirst());
      }
      start = time.getAsLong();
      lock.unlock();
      try {
        all = run();
      } finally {
        lock.lock();
      }
    } catch (RuntimeException | Error e) {
      thrown = e;
    }
    end(thrown, all ? time.getAsLong() - start : 0);
  }

  private void board(Seat seat) {
    seat.ride();
    riding.add(seat);
    rows += seat.rows();
  }

  /** Waits a moment for states that usually come back in a moment. */
  private void gather(Seat own) {
    long bound = patience.applyAsLong(passNanos);
    long end = time.getAsLong() + bound;
    away.removeIf(seat -> !seat.usuallyReturnsWithin(bound));
    gathering = true;
    try {
      while (rows + waitingRows() < batch.maxRows() && !away.isEmpty()) {
        long rest = end - time.getAsLong();
        if (rest <= 0) {
          away.clear();
        } else {
          own.turn.awaitNanos(rest);
        }
      }
    } catch (InterruptedException e) {
      // Others depend on this pass, so it just begins at once.
      Thread.currentThread().interrupt();
    } finally {
      gathering = false;
    }
  }

  private long waitingRows() {
    long sum = 0;
    for (Seat seat : waiting) {
      sum += seat.rows();
    }
    return sum;
  }

  private void wakeGatherer() {
    if (gathering) {
      leader.turn.signal();
    }
  }

  /**
   * Whether so many more rows fit the pass, and did not always take longer in it than in one of
   * their own. The first passes of a width are slow because its code was not compiled yet; so one
   * fast pass of the last ones is enough.
   */
  private boolean joins(int more) {
    if (more > batch.maxRows() - rows) {
      return false;
    }
    CostSamples together = costs.measured(rows + more);
    if (!together.isFull() || !together.isFresh(passes)) {
      return true;
    }
    return !(together.least() > costs.nanos(rows, passes) + costs.nanos(more, passes));
  }

  /**
   * The pass of those who ride, without the lock.
   *
   * @return whether no call was refused
   */
  private boolean run() {
    if (riding.size() == 1) {
      riding.getFirst().run(target);
      return true;
    }
    boolean all = true;
    try {
      for (Seat seat : riding) {
        all &= seat.addTo(batch);
      }
      batch.run();
    } finally {
      batch.clear();
    }
    return all;
  }

  private void end(Throwable thrown, long nanos) {
    long now = time.getAsLong();
    for (Seat seat : riding) {
      seat.arrive(thrown, now);
    }
    leader = waiting.peekFirst();
    if (leader != null) {
      leader.turn.signal();
    }
    passes++;
    calls += riding.size();
    shared += riding.size() > 1 ? 1 : 0;
    allRows += rows;
    int ran = rows;
    rows = 0;
    away.addAll(riding);
    riding.clear();
    if (nanos > 0) {
      passNanos = passNanos == 0 ? nanos : (3 * passNanos + nanos) / 4;
      if (ran <= batch.maxRows()) {
        costs.add(ran, nanos, passes);
      }
    }
  }

  /** See {@link Target#rest}. */
  void rest(TargetState state) {
    lock.lock();
    try {
      Seat seat = seats.get(state);
      if (seat != null) {
        seat.rest();
        away.remove(seat);
        wakeGatherer();
      }
    } finally {
      lock.unlock();
    }
  }

  BatchFigures figures() {
    lock.lock();
    try {
      return new BatchFigures(passes, shared, calls, allRows);
    } finally {
      lock.unlock();
    }
  }

  /** Calls that wait already still run. */
  void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }
}
