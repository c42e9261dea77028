/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.weights.TensorStore;
import java.util.ArrayList;
import java.util.List;

/** A real target that records the rows of every forward. */
final class CountingTarget implements Target {
  final List<Integer> forwards = new ArrayList<>();
  private final Target counted;

  CountingTarget(Target counted) {
    this.counted = counted;
  }

  @Override
  public void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    forwards.add(rows);
    counted.forward(state, tokens, offset, rows, logitRows);
  }

  @Override
  public TargetSpec spec() {
    return counted.spec();
  }

  @Override
  public TokenEmbedding embedding() {
    return counted.embedding();
  }

  @Override
  public OutputHead head() {
    return counted.head();
  }

  @Override
  public TensorStore weights() {
    return counted.weights();
  }

  @Override
  public Compute compute() {
    return counted.compute();
  }

  @Override
  public TargetState newState(int capacity, int maxRows, int... taps) {
    return counted.newState(capacity, maxRows, taps);
  }

  @Override
  public void close() {
    counted.close();
  }
}
