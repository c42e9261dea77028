/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetState;
import java.util.ArrayList;
import java.util.List;

/** A real target that records the rows of every forward. */
final class CountingTarget extends ForwardingTarget {
  final List<Integer> forwards = new ArrayList<>();

  CountingTarget(Target counted) {
    super(counted);
  }

  @Override
  public void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    forwards.add(rows);
    inner.forward(state, tokens, offset, rows, logitRows);
  }
}
