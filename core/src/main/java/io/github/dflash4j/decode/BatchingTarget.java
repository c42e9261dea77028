/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.PredictionHead;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.target.StateRows;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetBatch;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.weights.TensorStore;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * A target whose callers share passes: forwards that several threads ask for at about the same time
 * run as one pass, which reads the weights once. Every state has the bits it has alone. This is
 * what is called continuous batching: generations come and go between any two passes.
 *
 * <p>There is one pass at a time. A call that finds one under way waits; who begins the next takes
 * the calls in the order of their arrival up to a number of rows, unless all recent passes of so
 * many rows took longer than the calls one after the other. Before it begins it may wait for states
 * that usually come back in a moment, for at most a quarter of what a pass takes of late and 50 ms;
 * {@link #rest} says which are not coming. A forward of more rows than are shared runs as a pass of
 * its own in its turn. {@link #read} runs at once beside all of this.
 *
 * <p>Thread-safe as every target; threads may be virtual ones. If a pass fails, everyone whose rows
 * were in it gets the exception, and nobody else; arguments that are refused concern their caller
 * only. This object owns its buffers and nothing else: closing it ends sharing and leaves the
 * target open.
 */
public final class BatchingTarget implements Target {
  /** Rows to share unless there is a reason for another number. */
  public static final int DEFAULT_ROWS = 16;

  private static final long LONGEST_WAIT = 50_000_000;

  private final Target target;
  private final TargetBatch batch;
  private final PassQueue queue;

  private BatchingTarget(Target target, TargetBatch batch, PassQueue queue) {
    this.target = target;
    this.batch = batch;
    this.queue = queue;
  }

  /**
   * Shares the passes of a target.
   *
   * @param target the target; stays the caller's and has to be open for as long as this is used
   * @param rows rows of the largest shared pass, at least 1; with 1, calls just wait for each other
   * @return a target with the states of the other one
   * @throws IllegalArgumentException if there is no row, the buffers do not fit arrays, or the
   *     target cannot run several states in a pass
   */
  public static BatchingTarget of(Target target, int rows) {
    return of(target, rows, nanos -> Math.min(nanos / 4, LONGEST_WAIT), System::nanoTime);
  }

  /** For tests: with another rule of how long to wait, by what a pass takes, and another clock. */
  static BatchingTarget of(Target target, int rows, LongUnaryOperator patience, LongSupplier time) {
    if (rows < 1) {
      throw new IllegalArgumentException("a pass has at least one row, not " + rows);
    }
    TargetBatch batch =
        target
            .newBatch(rows)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the target cannot run several states in a pass: " + target));
    return new BatchingTarget(target, batch, new PassQueue(target, batch, patience, time));
  }

  /**
   * What has been run so far.
   *
   * @return passes, calls and rows of all threads
   */
  public BatchFigures figures() {
    return queue.figures();
  }

  /**
   * Rows of the largest shared pass.
   *
   * @return the number it was made with
   */
  public int sharedRows() {
    return batch.maxRows();
  }

  /**
   * Memory of the shared buffers; states have their own.
   *
   * @return bytes
   */
  public long bytes() {
    return batch.bytes();
  }

  /** The target without sharing. */
  Target alone() {
    return target;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The pass may have rows of other callers too, and another thread may run it.
   *
   * @throws CancellationException if this thread is interrupted while the call waits for others'
   *     passes; the state is as if it had not been made, and the thread stays interrupted
   * @throws IllegalStateException also if another thread has a forward of this state under way
   */
  @Override
  public void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    queue.forward(state, tokens, offset, rows, logitRows);
  }

  @Override
  public void read(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    queue.rest(state);
    target.read(state, tokens, offset, rows, logitRows);
  }

  @Override
  public void rest(TargetState state) {
    queue.rest(state);
    target.rest(state);
  }

  @Override
  public TargetSpec spec() {
    return target.spec();
  }

  @Override
  public TokenEmbedding embedding() {
    return target.embedding();
  }

  @Override
  public OutputHead head() {
    return target.head();
  }

  @Override
  public Optional<PredictionHead> predictionHead() {
    return target.predictionHead();
  }

  @Override
  public TensorStore weights() {
    return target.weights();
  }

  @Override
  public Compute compute() {
    return target.compute();
  }

  @Override
  public TargetState newState(int capacity, int maxRows, int... taps) {
    return target.newState(capacity, maxRows, taps);
  }

  @Override
  public TargetState newState(int capacity, StateRows rows, int... taps) {
    return target.newState(capacity, rows, taps);
  }

  @Override
  public Optional<TargetBatch> newBatch(int maxRows) {
    return target.newBatch(maxRows);
  }

  /** Refuses further forwards; those under way end as usual. The target stays open. */
  @Override
  public void close() {
    queue.close();
  }

  @Override
  public String toString() {
    return target + ", passes of up to " + batch.maxRows() + " rows shared";
  }
}
