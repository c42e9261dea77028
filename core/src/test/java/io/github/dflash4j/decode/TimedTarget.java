/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.target.StateRows;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetState;
import java.util.concurrent.atomic.AtomicLong;

/** A target whose passes move a simulated clock, so that the policy decides the same every time. */
final class TimedTarget extends ForwardingTarget {
  private final AtomicLong clock;
  private final long firstRow;
  private final long furtherRow;

  /**
   * @param clock moved by every forward
   * @param firstRow nanoseconds of a pass of one row
   * @param furtherRow what each further row adds
   */
  TimedTarget(Target inner, AtomicLong clock, long firstRow, long furtherRow) {
    super(inner);
    this.clock = clock;
    this.firstRow = firstRow;
    this.furtherRow = furtherRow;
  }

  @Override
  public void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    inner.forward(state, tokens, offset, rows, logitRows);
    clock.addAndGet(firstRow + furtherRow * (rows - 1));
  }

  @Override
  public void read(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    inner.read(state, tokens, offset, rows, logitRows);
    clock.addAndGet(firstRow + furtherRow * (rows - 1));
  }

  @Override
  public TargetState newState(int capacity, StateRows rows, int... taps) {
    return inner.newState(capacity, rows, taps);
  }
}
