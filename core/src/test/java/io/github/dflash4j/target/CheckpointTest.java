/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.Compute;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Going back to an earlier length and on again, as a prompt cache does. */
class CheckpointTest {
  private static final long SEED = 20261202;
  private static final Path HYBRID = GoldenCase.root().resolve("targets/qwen35_tiny");
  private static final Path DENSE = GoldenCase.root().resolve("targets/qwen3_tiny_tied");

  private static Target open(Path model, Compute compute) {
    return Targets.open(model, TargetOptions.asStated(), compute);
  }

  // B062, B160, B161: whatever was read behind a checkpoint, the state there has its bits again.
  @ParameterizedTest
  @MethodSource("io.github.dflash4j.target.HybridBitsTest#models")
  void aHybridGoesBackToItsNewestCheckpointAndOnWithTheSameBits(Path model) {
    Random random = new Random(SEED);
    int[] tokens = random.ints(60, 0, 272).toArray();
    try (Compute compute = Compute.host(2);
        Target target = open(model, compute)) {
      SingleSteps steps = SingleSteps.of(target, tokens);
      for (int run = 0; run < 30; run++) {
        TargetState state = target.newState(tokens.length, 9, SingleSteps.allTaps(target));
        TreeSet<Integer> expected = new TreeSet<>();
        state.limitCheckpoints(100);
        while (state.length() < tokens.length) {
          String what = "run " + run + " of seed " + SEED + " at " + state.length();
          int at = state.length();
          if (random.nextInt(4) == 0) {
            state.checkpoint();
            expected.add(at);
          }
          if (random.nextInt(5) == 0) {
            int wanted = random.nextInt(at + 1);
            Integer floor = expected.floor(wanted);
            int there = wanted == at ? at : floor == null ? 0 : floor;
            assertThat(state.rewind(wanted)).as(what).isEqualTo(there);
            assertThat(state.length()).as(what).isEqualTo(there);
            expected.tailSet(there, false).clear();
            StateBits.of(state).same(steps.states().get(there), what);
            continue;
          }
          int rows = Math.min(tokens.length - at, 1 + random.nextInt(9));
          target.forward(state, tokens, at, rows, rows);
          steps.sameRows(target, state, at, rows, what);
          int keep = random.nextInt(rows + 1);
          state.commit(keep);
          StateBits.of(state).same(steps.states().get(at + keep), what);
        }
      }
    }
  }

  @Test
  void aTargetWithKeysAndValuesOnlyGoesBackAnywhere() {
    int[] tokens = new Random(SEED + 1).ints(20, 0, 272).toArray();
    try (Compute compute = Compute.host(1);
        Target target = open(DENSE, compute)) {
      SingleSteps steps = SingleSteps.of(target, tokens);
      TargetState state = target.newState(20, 20, SingleSteps.allTaps(target));
      long bytes = state.bytes();
      target.forward(state, tokens, 0, 20, 0);
      state.commit(20);
      state.checkpoint();
      assertThat(state.bytes()).isEqualTo(bytes);
      assertThat(state.rewind(13)).isEqualTo(13);
      target.forward(state, tokens, 13, 7, 7);
      steps.sameRows(target, state, 13, 7, "after going back");
      assertThat(state.rewind(0)).isZero();
    }
  }

  @Test
  void rowsThatWerePendingAreGone() {
    try (Compute compute = Compute.host(1);
        Target target = open(HYBRID, compute)) {
      TargetState state = target.newState(20, 9);
      target.forward(state, new int[] {1, 2, 3}, 0, 3, 0);
      state.commit(2);
      state.checkpoint();
      target.forward(state, new int[] {4, 5}, 0, 2, 0);
      assertThat(state.rewind(2)).isEqualTo(2);
      assertThat(state.pendingRows()).isZero();
      target.forward(state, new int[] {4, 5}, 0, 2, 0);
      state.commit(1);
      assertThat(state.rewind(2)).isEqualTo(2);
      assertThat(state.pendingRows()).isZero();
      assertThat(state.rewind(1)).isZero();
    }
  }

  // B160: two prompts with a common beginning, the second from a checkpoint inside of it, and then
  // the first again: each has its own logits.
  @Test
  void promptsWithACommonBeginningDoNotMix() {
    int[] first = new Random(SEED + 5).ints(24, 0, 272).toArray();
    int[] second = first.clone();
    for (int i = 16; i < 24; i++) {
      second[i] = (first[i] + 7) % 272;
    }
    try (Compute compute = Compute.host(1);
        Target target = open(HYBRID, compute)) {
      SingleSteps one = SingleSteps.of(target, first);
      SingleSteps two = SingleSteps.of(target, second);
      TargetState state = target.newState(24, new StateRows(24, 4), SingleSteps.allTaps(target));
      target.read(state, first, 0, 16, 1);
      state.checkpoint();
      for (int run = 0; run < 3; run++) {
        boolean other = run == 1;
        target.read(state, other ? second : first, 16, 8, 8);
        (other ? two : one).sameRows(target, state, 16, 8, "run " + run);
        StateBits.of(state).same((other ? two : one).states().get(24), "run " + run);
        assertThat(state.rewind(16)).isEqualTo(16);
      }
    }
  }

  // The bound holds, memory is stated, and lengths far apart stay rather than lengths close
  // together.
  @Test
  void theNumberOfCheckpointsIsBounded() {
    int[] tokens = new Random(SEED + 2).ints(80, 0, 272).toArray();
    try (Compute compute = Compute.host(1);
        Target target = open(HYBRID, compute)) {
      TargetState state = target.newState(80, 9);
      long bytes = state.bytes();
      long each = target.spec().recurrentStateBytes();
      int[] marks = {10, 12, 30, 50, 70};
      for (int mark : marks) {
        read(target, state, tokens, mark);
        state.checkpoint();
        state.checkpoint();
      }
      assertThat(state.bytes()).isEqualTo(bytes + TargetState.DEFAULT_CHECKPOINTS * each);
      // 12 lay closest behind another one.
      assertThat(back(target, state, tokens, 69)).isEqualTo(50);
      assertThat(back(target, state, tokens, 29)).isEqualTo(10);
      assertThat(back(target, state, tokens, 9)).isZero();
      assertThat(state.bytes()).isEqualTo(bytes + TargetState.DEFAULT_CHECKPOINTS * each);
      state.limitCheckpoints(1);
      assertThat(state.bytes()).isEqualTo(bytes + each);
      state.checkpoint();
      state.limitCheckpoints(0);
      assertThat(state.bytes()).isEqualTo(bytes);
      state.checkpoint();
      assertThat(state.bytes()).isEqualTo(bytes);
      assertThat(state.rewind(state.length() - 1)).isZero();
      assertThatThrownBy(() -> state.limitCheckpoints(-1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void read(Target target, TargetState state, int[] tokens, int length) {
    while (state.length() < length) {
      int rows = Math.min(9, length - state.length());
      target.forward(state, tokens, state.length(), rows, 0);
      state.commit(rows);
    }
  }

  private static int back(Target target, TargetState state, int[] tokens, int length) {
    int there = state.rewind(length);
    read(target, state, tokens, there + 5);
    return there;
  }

  @Test
  void lengthsThatDoNotExistAreRefused() {
    try (Compute compute = Compute.host(1)) {
      for (Path model : List.of(HYBRID, DENSE)) {
        try (Target target = open(model, compute)) {
          TargetState state = target.newState(20, 9);
          target.forward(state, new int[] {1, 2, 3}, 0, 3, 0);
          state.commit(3);
          assertThatThrownBy(() -> state.rewind(4)).isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> state.rewind(-1)).isInstanceOf(IllegalArgumentException.class);
          assertThat(state.length()).isEqualTo(3);
        }
      }
    }
  }

  @Test
  void truncatingToTheStartGivesUpAllCheckpoints() {
    int[] tokens = new Random(SEED + 3).ints(20, 0, 272).toArray();
    int[] other = new Random(SEED + 4).ints(20, 0, 272).toArray();
    try (Compute compute = Compute.host(1);
        Target target = open(HYBRID, compute)) {
      TargetState state = target.newState(20, 9, SingleSteps.allTaps(target));
      read(target, state, tokens, 10);
      state.checkpoint();
      state.truncate(0);
      read(target, state, other, 15);
      assertThat(state.rewind(12)).isZero();
      SingleSteps steps = SingleSteps.of(target, other);
      read(target, state, other, 15);
      StateBits.of(state).same(steps.states().get(15), "after the start");
    }
  }
}
