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

/** A target in front of another: passes are left to who extends it, and what a target may add. */
abstract class ForwardingTarget implements Target {
  final Target inner;

  ForwardingTarget(Target inner) {
    this.inner = inner;
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
  public void close() {
    inner.close();
  }
}
