/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.kernel.ProjectionBackend;
import io.github.dflash4j.kernel.WeightMatrix;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever way tokens take into a hybrid target, logits, taps and every float of its state have the
 * bits of single steps (target-models 4.3).
 */
class HybridBitsTest {
  private static final long SEED = 20261129;
  private static final int WIDEST = 9;

  static Stream<Path> models() {
    return Stream.of(
        GoldenCase.root().resolve("targets/qwen35_tiny"),
        GoldenCase.root().resolve("targets/qwen35_tiny_tied"),
        GoldenCase.root().resolve("gguf/qwen35_tiny/qwen35_tiny-F32.gguf"));
  }

  @ParameterizedTest
  @MethodSource("models")
  void aBlockOfAnyWidthRollsBackToAnyRow(Path model) {
    // B056, B061, B062
    int[] tokens = tokens(new Random(SEED), 11 + WIDEST + 1);
    int prompt = tokens.length - WIDEST - 1;
    try (Compute compute = Compute.host(2);
        Target target = open(model, compute)) {
      SingleSteps steps = SingleSteps.of(target, tokens);
      for (int rows = 1; rows <= WIDEST; rows++) {
        for (int keep = 0; keep <= rows; keep++) {
          String what = "keep " + keep + " of " + rows;
          TargetState state = target.newState(tokens.length, prompt, SingleSteps.allTaps(target));
          target.forward(state, tokens, 0, prompt, 1);
          state.commit(prompt);
          target.forward(state, tokens, prompt, rows, rows);
          steps.sameRows(target, state, prompt, rows, what);
          StateBits.of(state).same(steps.states().get(prompt), what + ", before the commit");
          state.commit(keep);
          StateBits.of(state).same(steps.states().get(prompt + keep), what);
          target.forward(state, tokens, prompt + keep, 1, 1);
          steps.sameRows(target, state, prompt + keep, 1, what + ", next step");
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void aLongRunOfBlocksHalfOfThemRejectedEndsWhereStepsEnd(Path model) {
    Random random = new Random(SEED + 1);
    int[] tokens = tokens(random, 200);
    try (Compute compute = Compute.host(2);
        Target target = open(model, compute)) {
      SingleSteps steps = SingleSteps.of(target, tokens);
      TargetState state =
          target.newState(tokens.length + WIDEST, WIDEST, SingleSteps.allTaps(target));
      while (state.length() < tokens.length) {
        int at = state.length();
        int right = random.nextInt(Math.min(WIDEST, tokens.length - at) + 1);
        int[] block = tokens(random, Math.max(right, 1 + random.nextInt(WIDEST)));
        System.arraycopy(tokens, at, block, 0, right);
        target.forward(state, block, 0, block.length, block.length);
        String what = "seed " + (SEED + 1) + " at " + at;
        steps.sameRows(target, state, at, right, what);
        // Now and then rows are left pending: the next forward forgets them.
        if (random.nextInt(4) > 0) {
          state.commit(right);
          StateBits.of(state).same(steps.states().get(at + right), what);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void theChunksOfAPromptTheThreadsAndTheKernelsChangeNoBit(Path model) {
    int[] tokens = tokens(new Random(SEED + 2), 37);
    SingleSteps steps;
    try (Compute compute = Compute.with(KernelSelection.named("scalar"), 1);
        Target target = open(model, compute)) {
      steps = SingleSteps.of(target, tokens);
    }
    for (int threads : new int[] {1, 2, 7}) {
      try (Compute compute = Compute.host(threads);
          Target target = open(model, compute)) {
        for (int[] chunks : new int[][] {{37}, {16, 20, 1}, {1, 36}, {5, 5, 5, 5, 5, 5, 5, 2}}) {
          String what = threads + " threads, chunks " + Arrays.toString(chunks);
          TargetState state = target.newState(37, 37, SingleSteps.allTaps(target));
          for (int rows : chunks) {
            int at = state.length();
            target.forward(state, tokens, at, rows, rows);
            steps.sameRows(target, state, at, rows, what);
            state.commit(rows);
          }
          StateBits.of(state).same(steps.states().getLast(), what);
        }
      }
    }
  }

  // B070: rows that go right into the state leave what single steps leave, whatever the tape holds.
  @ParameterizedTest
  @MethodSource("models")
  void rowsThatAreReadLeaveTheStateOfSingleSteps(Path model) {
    Random random = new Random(SEED + 5);
    int[] tokens = tokens(random, 80);
    try (Compute compute = Compute.host(2);
        Target target = open(model, compute)) {
      SingleSteps steps = SingleSteps.of(target, tokens);
      for (int tape : new int[] {1, 2, 5, 8, 64}) {
        TargetState state =
            target.newState(80, new StateRows(64, tape), SingleSteps.allTaps(target));
        while (state.length() < 80) {
          int at = state.length();
          String what = "tape of " + tape + " at " + at + ", seed " + (SEED + 5);
          int most = 80 - at;
          if (random.nextBoolean()) {
            int rows = 1 + random.nextInt(Math.min(64, most));
            target.read(state, tokens, at, rows, rows);
            steps.sameRows(target, state, at, rows, what);
            assertThat(state.pendingRows()).isZero();
          } else {
            int rows = 1 + random.nextInt(Math.min(tape, most));
            target.forward(state, tokens, at, rows, rows);
            steps.sameRows(target, state, at, rows, what);
            state.commit(random.nextInt(rows + 1));
          }
          StateBits.of(state).same(steps.states().get(state.length()), what);
        }
      }
    }
  }

  @Test
  void theTapeIsSizedForRowsThatMayBeTakenBack() {
    try (Compute compute = Compute.host(1);
        Target target = open(models().findFirst().orElseThrow(), compute)) {
      long tape = target.spec().tapeBytesPerRow();
      long whole = target.newState(80, 64).bytes();
      assertThat(whole - target.newState(80, new StateRows(64, 8)).bytes()).isEqualTo(56 * tape);
      TargetState state = target.newState(80, new StateRows(64, 8));
      assertThat(state.maxRows()).isEqualTo(64);
      assertThatThrownBy(() -> target.forward(state, new int[9], 0, 9, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("9 rows are more than the 8");
      assertThatThrownBy(() -> target.read(state, new int[65], 0, 65, 1))
          .isInstanceOf(IllegalArgumentException.class);
      target.read(state, new int[64], 0, 64, 1);
      assertThat(state.length()).isEqualTo(64);
    }
  }

  // A backend that fails in the middle of a chunk leaves layers at different rows.
  @Test
  void aReadingThatFailsHalfWayHasToBeTakenBack() {
    int[] tokens = tokens(new Random(SEED + 6), 30);
    FailingBackend failing = new FailingBackend();
    try (Compute host = Compute.host(1)) {
      failing.inner = host.projections();
      try (Target target = open(models().findFirst().orElseThrow(), host.projectingOn(failing))) {
        SingleSteps steps = SingleSteps.of(target, tokens);
        TargetState state = target.newState(30, new StateRows(20, 4), SingleSteps.allTaps(target));
        target.read(state, tokens, 0, 10, 0);
        state.checkpoint();
        target.read(state, tokens, 10, 5, 0);
        failing.after = 30;
        assertThatThrownBy(() -> target.read(state, tokens, 15, 5, 0))
            .isInstanceOf(IllegalStateException.class);
        failing.after = Integer.MAX_VALUE;
        for (Runnable use :
            List.<Runnable>of(
                () -> target.forward(state, tokens, 15, 1, 0),
                () -> target.read(state, tokens, 15, 1, 0),
                () -> state.commit(0),
                state::checkpoint)) {
          assertThatThrownBy(use::run)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("half-way");
        }
        assertThat(state.rewind(state.length())).isEqualTo(10);
        target.read(state, tokens, 10, 20, 0);
        StateBits.of(state).same(steps.states().get(30), "after a failure");
        // A block that fails is simply not committed.
        state.truncate(0);
        target.read(state, tokens, 0, 10, 0);
        failing.after = 30;
        assertThatThrownBy(() -> target.forward(state, tokens, 10, 4, 0))
            .isInstanceOf(IllegalStateException.class);
        failing.after = Integer.MAX_VALUE;
        StateBits.of(state).same(steps.states().get(10), "after a failed block");
      }
    }
  }

  /** Projects as another backend does until it has done so often enough. */
  private static final class FailingBackend implements ProjectionBackend {
    private ProjectionBackend inner;
    private int after = Integer.MAX_VALUE;

    @Override
    public String name() {
      return "failing";
    }

    @Override
    public boolean rowsIndependent() {
      return true;
    }

    @Override
    public void project(WeightMatrix weights, float[] x, int rows, float[] y) {
      if (after-- <= 0) {
        throw new IllegalArgumentException("as asked for");
      }
      inner.project(weights, x, rows, y);
    }
  }

  @Test
  void theReferenceReplaysItsOwnBitsToo() {
    int[] tokens = tokens(new Random(SEED + 3), 12);
    try (Compute compute = Compute.reference();
        Target target = open(models().findFirst().orElseThrow(), compute)) {
      SingleSteps steps = SingleSteps.of(target, tokens);
      TargetState state = target.newState(12, 12, SingleSteps.allTaps(target));
      target.forward(state, tokens, 0, 12, 12);
      steps.sameRows(target, state, 0, 12, "reference");
      state.commit(7);
      StateBits.of(state).same(steps.states().get(7), "reference");
    }
  }

  @Test
  void aStateGoesBackToItsStartAndNowhereElse() {
    int[] tokens = tokens(new Random(SEED + 4), 12);
    try (Compute compute = Compute.host(1);
        Target target = open(models().findFirst().orElseThrow(), compute)) {
      SingleSteps steps = SingleSteps.of(target, tokens);
      TargetState state = target.newState(12, 12, SingleSteps.allTaps(target));
      target.forward(state, tokens, 0, 8, 1);
      state.commit(5);
      assertThatThrownBy(() -> state.truncate(6)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> state.truncate(4))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("recurrent");
      assertThat(state.length()).isEqualTo(5);
      target.forward(state, tokens, 5, 3, 1);
      state.truncate(5);
      assertThat(state.pendingRows()).isZero();
      StateBits.of(state).same(steps.states().get(5), "truncated to its length");
      state.truncate(0);
      StateBits.of(state).same(steps.states().get(0), "truncated to the start");
      target.forward(state, tokens, 0, 12, 12);
      steps.sameRows(target, state, 0, 12, "again");
    }
  }

  @Test
  void aStateSaysWhatItTakes() {
    try (Compute compute = Compute.host(1);
        Target target = open(models().findFirst().orElseThrow(), compute)) {
      TargetSpec spec = target.spec();
      // 6 recurrent layers with 6 heads of 8 x 8 and a window of 3 rows of 80.
      assertThat(spec.recurrentStateBytes()).isEqualTo(6L * 4 * (6 * 8 * 8 + 3 * 80));
      assertThat(spec.tapeBytesPerRow()).isEqualTo(6L * 4 * (16 + 48 + 6 + 80));
      assertThat(spec.keyValueBytesPerToken()).isEqualTo(2L * 2 * 2 * 32 * 4);
      long small = target.newState(10, 1).bytes();
      long large = target.newState(10, 11).bytes();
      assertThat(large - small).isGreaterThan(10 * spec.tapeBytesPerRow());
      assertThat(small).isGreaterThan(spec.recurrentStateBytes());
    }
  }

  private static int[] tokens(Random random, int count) {
    return random.ints(count, 0, 272).toArray();
  }

  private static Target open(Path model, Compute compute) {
    return Targets.open(model, TargetOptions.asStated(), compute);
  }
}
