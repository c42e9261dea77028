/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.target.StateRows;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.weights.TensorStore;
import java.util.concurrent.atomic.AtomicLong;

/** A target whose passes move a simulated clock, so that the policy decides the same every time. */
final class TimedTarget implements Target {
  private final Target inner;
  private final AtomicLong clock;
  private final long firstRow;
  private final long furtherRow;

  /**
   * @param clock moved by every forward
   * @param firstRow nanoseconds of a pass of one row
   * @param furtherRow what each further row adds
   */
  TimedTarget(Target inner, AtomicLong clock, long firstRow, long furtherRow) {
    this.inner = inner;
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
  public TargetSpec spec() {
    return inner.spec();
  }

  @Override
  public TokenEmbedding embedding() {
    return inner.embedding();
  }

  @Override
  public OutputHead head() {
    return inner.head();
  }

  @Override
  public TensorStore weights() {
    return inner.weights();
  }

  @Override
  public Compute compute() {
    return inner.compute();
  }

  @Override
  public TargetState newState(int capacity, int maxRows, int... taps) {
    return inner.newState(capacity, maxRows, taps);
  }

  @Override
  public TargetState newState(int capacity, StateRows rows, int... taps) {
    return inner.newState(capacity, rows, taps);
  }

  @Override
  public void close() {
    inner.close();
  }
}
