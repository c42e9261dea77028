/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.target.StateRows;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetBatch;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.weights.TensorStore;
import java.util.Optional;

/** A target that calls somebody when a generation begins, who may wait for others to begin. */
final class MeetingTarget implements Target {
  private final Target inner;
  private volatile Runnable begin = () -> {};

  MeetingTarget(Target inner) {
    this.inner = inner;
  }

  void atBegin(Runnable hook) {
    begin = hook;
  }

  @Override
  public TargetState newState(int capacity, int maxRows, int... taps) {
    begin.run();
    return inner.newState(capacity, maxRows, taps);
  }

  @Override
  public TargetState newState(int capacity, StateRows rows, int... taps) {
    begin.run();
    return inner.newState(capacity, rows, taps);
  }

  @Override
  public void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    inner.forward(state, tokens, offset, rows, logitRows);
  }

  @Override
  public void read(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    inner.read(state, tokens, offset, rows, logitRows);
  }

  @Override
  public Optional<TargetBatch> newBatch(int maxRows) {
    return inner.newBatch(maxRows);
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
  public void close() {}
}
