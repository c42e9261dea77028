/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetBatch;
import io.github.dflash4j.target.TargetState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;

/** A real target that calls somebody before each forward, who may wait or throw. */
final class GatedTarget extends ForwardingTarget {
  /** Rows of each pass. */
  final List<Integer> passes = new CopyOnWriteArrayList<>();

  /** All states made. */
  final List<TargetState> states = new CopyOnWriteArrayList<>();

  /** Gets the rows of the pass. */
  volatile IntConsumer gate = rows -> {};

  GatedTarget(Target inner) {
    super(inner);
  }

  @Override
  public void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    passes.add(rows);
    gate.accept(rows);
    inner.forward(state, tokens, offset, rows, logitRows);
  }

  @Override
  public void read(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    inner.read(state, tokens, offset, rows, logitRows);
  }

  @Override
  public Optional<TargetBatch> newBatch(int maxRows) {
    return inner.newBatch(maxRows).map(Gated::new);
  }

  /** A batch behind the gate. */
  private final class Gated implements TargetBatch {
    private final TargetBatch batch;

    Gated(TargetBatch batch) {
      this.batch = batch;
    }

    @Override
    public int maxRows() {
      return batch.maxRows();
    }

    @Override
    public int rows() {
      return batch.rows();
    }

    @Override
    public void add(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
      batch.add(state, tokens, offset, rows, logitRows);
    }

    @Override
    public void run() {
      passes.add(batch.rows());
      gate.accept(batch.rows());
      batch.run();
    }

    @Override
    public void clear() {
      batch.clear();
    }

    @Override
    public long bytes() {
      return batch.bytes();
    }
  }

  @Override
  public TargetState newState(int capacity, int maxRows, int... taps) {
    TargetState state = super.newState(capacity, maxRows, taps);
    states.add(state);
    return state;
  }
}
