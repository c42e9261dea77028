/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetBatch;
import io.github.dflash4j.target.TargetState;
import java.util.concurrent.locks.Condition;

/**
 * The place of one state in a {@link PassQueue}: the call that waits or rides there, and what was
 * seen of the time between two calls. Kept for as long as the state, to which it holds on only
 * during a call. Guarded by the lock of the queue, except that the leader fills and runs a batch
 * without it.
 */
final class Seat {
  private static final long NEVER = -1;

  /** What a call is at. */
  private enum Place {
    AWAY,
    WAITING,
    RIDING,
    ARRIVED
  }

  final Condition turn;
  private Place place = Place.AWAY;
  private TargetState state;
  private int[] tokens;
  private int offset;
  private int rows;
  private int logitRows;
  private Throwable failure;

  /** When the last pass ended; {@link #NEVER} if what follows is not to be timed. */
  private long left = NEVER;

  /** What usually lies between the end of a pass and the next call; 0 until it is known. */
  private long gap;

  Seat(Condition turn) {
    this.turn = turn;
  }

  /** Begins to wait. */
  void take(TargetState of, int[] someTokens, int from, int someRows, int someLogitRows, long now) {
    if (place != Place.AWAY) {
      throw new IllegalStateException("the state is in a pass of another thread");
    }
    place = Place.WAITING;
    state = of;
    tokens = someTokens;
    offset = from;
    rows = someRows;
    logitRows = someLogitRows;
    failure = null;
    if (left != NEVER) {
      long seen = Math.max(0, now - left);
      gap = gap == 0 ? seen : (gap + seen) / 2;
      left = NEVER;
    }
  }

  boolean hasArrived() {
    return place == Place.ARRIVED;
  }

  /** Rows of the call; a number that makes no sense is refused later and counts as one row. */
  int rows() {
    return Math.max(1, rows);
  }

  boolean usuallyReturnsWithin(long nanos) {
    return gap <= nanos;
  }

  void ride() {
    place = Place.RIDING;
  }

  /** The pass alone. */
  void run(Target target) {
    target.forward(state, tokens, offset, rows, logitRows);
  }

  /** Adds the rows to a batch; what is refused is the failure of this call only. */
  boolean addTo(TargetBatch batch) {
    try {
      batch.add(state, tokens, offset, rows, logitRows);
      return true;
    } catch (RuntimeException e) {
      failure = e;
      return false;
    }
  }

  /**
   * The pass is over.
   *
   * @param thrown what it threw, or null; all calls of a pass get the same object
   */
  void arrive(Throwable thrown, long now) {
    place = Place.ARRIVED;
    left = now;
    if (failure == null) {
      failure = thrown;
    }
    turn.signal();
  }

  /** Forgets when the last pass ended: what comes next says nothing about steps. */
  void rest() {
    left = NEVER;
  }

  /** The call returns, whatever became of it. */
  void leave() {
    place = Place.AWAY;
    state = null;
    tokens = null;
  }

  void requireSuccess() {
    Throwable thrown = failure;
    failure = null;
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    if (thrown instanceof Error e) {
      throw e;
    }
  }
}
