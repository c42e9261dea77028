/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Logits, taps and state after each token of a sequence fed one by one. */
record SingleSteps(List<int[]> logits, List<int[]> taps, List<StateBits> states) {
  static SingleSteps of(Target target, int[] tokens) {
    SingleSteps steps = new SingleSteps(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    TargetState state = target.newState(tokens.length, 1, allTaps(target));
    steps.states.add(StateBits.of(state));
    for (int i = 0; i < tokens.length; i++) {
      target.forward(state, tokens, i, 1, 1);
      state.commit(1);
      steps.logits.add(StateBits.bits(Arrays.copyOf(state.logits(), target.spec().vocabulary())));
      steps.taps.add(StateBits.bits(state.taps()));
      steps.states.add(StateBits.of(state));
    }
    return steps;
  }

  void sameRows(Target target, TargetState state, int first, int rows, String what) {
    int vocabulary = target.spec().vocabulary();
    int tapped = allTaps(target).length * target.spec().hidden();
    for (int r = 0; r < rows; r++) {
      assertThat(StateBits.row(state.logits(), r, vocabulary))
          .as("%s, logits of row %d", what, r)
          .isEqualTo(logits.get(first + r));
      assertThat(StateBits.row(state.taps(), r, tapped))
          .as("%s, taps of row %d", what, r)
          .isEqualTo(taps.get(first + r));
    }
  }

  static int[] allTaps(Target target) {
    return IntStream.range(0, target.spec().layers()).toArray();
  }
}
