/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.kernel.ProjectionBackend;
import io.github.dflash4j.kernel.WeightMatrix;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The context against the rows handed in, never against itself. */
class DraftContextTest {
  private static final int WIDTH = 2 * DraftPackage.HIDDEN;

  @TempDir Path folder;
  private Compute compute;

  @BeforeEach
  void open() {
    compute = Compute.with(KernelSelection.chosen(), 1);
  }

  @AfterEach
  void close() {
    compute.close();
  }

  private DraftModel sliding(int generation) {
    DraftPackage p =
        DraftPackage.random(generation, 20).layers("sliding_attention", "sliding_attention");
    return Drafts.open(p.write(folder.resolve("sliding" + generation)), compute);
  }

  private DraftModel mixed(int generation) {
    return Drafts.open(
        DraftPackage.random(generation, 21).write(folder.resolve("mixed" + generation)), compute);
  }

  private static float[] embedded(int anchor) {
    return ArrayTarget.random(97, DraftPackage.HIDDEN, 3).embedded(anchor, 96, 4);
  }

  private static float[] hidden(DraftForward forward, DraftContext context, int anchor) {
    float[] hidden = new float[4 * DraftPackage.HIDDEN];
    forward.block(context, embedded(anchor), 4, hidden);
    return hidden;
  }

  private static float[] uncached(DraftModel model, float[] taps, int rows, int anchor) {
    float[] hidden = new float[4 * DraftPackage.HIDDEN];
    model.newForward().blockUncached(taps, rows, 0, embedded(anchor), 4, hidden);
    return hidden;
  }

  @Test
  void grownInPiecesWithBlocksBetweenItHasTheBitsOfTheUncachedForm() {
    for (int generation : new int[] {1, 2}) {
      try (DraftModel model = mixed(generation)) {
        float[] taps = ArrayTarget.taps(5, WIDTH, 9);
        DraftContext context = model.newContext(0, 5);
        DraftForward forward = model.newForward();
        int handedIn = 0;
        for (int piece : new int[] {2, 1, 2}) {
          forward.append(context, taps, handedIn, piece);
          handedIn += piece;
          assertThat(context.length()).isEqualTo(handedIn);
          assertThat(hidden(forward, context, 40 + handedIn))
              .isEqualTo(uncached(model, taps, handedIn, 40 + handedIn));
        }
        assertThat(context.length()).isEqualTo(5);
        float[] fused = new float[5 * DraftPackage.HIDDEN];
        forward.fuse(taps, 0, 5, fused, 0);
        float[] overFused = new float[4 * DraftPackage.HIDDEN];
        forward.blockOverFused(fused, 5, 0, embedded(45), 4, overFused);
        assertThat(overFused).isEqualTo(uncached(model, taps, 5, 45));
      }
    }
  }

  @Test
  void aHundredStepsWithRandomPiecesNeverDrift() {
    // B164: rings run round many times, blocks of all widths are drafted and thrown away.
    long seed = 99;
    Random random = new Random(seed);
    for (int generation : new int[] {1, 2}) {
      for (DraftModel model : new DraftModel[] {mixed(generation), sliding(generation)}) {
        float[] taps = ArrayTarget.taps(500, WIDTH, 10);
        DraftContext context = model.newContext(0, 500);
        DraftForward forward = model.newForward();
        int rows = 0;
        for (int step = 0; step < 100; step++) {
          int piece = 1 + random.nextInt(4);
          forward.append(context, taps, rows, piece);
          rows += piece;
          int width = 1 + random.nextInt(4);
          forward.block(context, embedded(step % 97), width, new float[4 * DraftPackage.HIDDEN]);
          if (step % 10 == 0) {
            assertThat(hidden(forward, context, 5))
                .as("seed %d, step %d", seed, step)
                .isEqualTo(uncached(model, taps, rows, 5));
          }
        }
        assertThat(context.length()).isEqualTo(rows);
        model.close();
      }
    }
  }

  @Test
  void promptsLongerThanAChunkAndAWindowAreAppendedAtOnce() {
    // B163: lengths around the ring and the chunk of rows computed together.
    try (DraftModel model = sliding(2)) {
      for (int rows : new int[] {31, 32, 33, 64, 65, 70}) {
        float[] taps = ArrayTarget.taps(rows, WIDTH, 11);
        DraftContext atOnce = model.newContext(0, rows);
        DraftForward forward = model.newForward();
        forward.append(atOnce, taps, 0, rows);
        DraftContext oneByOne = model.newContext(0, rows);
        for (int r = 0; r < rows; r++) {
          forward.append(oneByOne, taps, r, 1);
        }
        assertThat(atOnce.length()).isEqualTo(rows);
        assertThat(hidden(forward, atOnce, 7)).isEqualTo(hidden(forward, oneByOne, 7));
      }
    }
  }

  @Test
  void theNewestRowsOfAWindowAreEnoughAndOneLessIsNot() {
    try (DraftModel model = sliding(2)) {
      float[] taps = ArrayTarget.taps(12, WIDTH, 12);
      float[] all = uncached(model, taps, 12, 7);
      for (int kept : new int[] {3, 2}) {
        DraftContext context = model.newContext(12 - kept, kept);
        DraftForward forward = model.newForward();
        forward.append(context, taps, 12 - kept, kept);
        assertThat(context.nextPosition()).isEqualTo(12);
        if (kept == 3) {
          assertThat(hidden(forward, context, 7)).isEqualTo(all);
        } else {
          assertThat(hidden(forward, context, 7)).isNotEqualTo(all);
        }
      }
    }
  }

  @Test
  void slidingLayersTakeWindowAndBlockHoweverLongTheContext() {
    // B166: two layers, keys and values of 2 x 8 numbers, window 4 - 1 and block 4.
    try (DraftModel model = sliding(2)) {
      assertThat(model.newContext(0, 8192).bytes()).isEqualTo(2L * 2 * 16 * 4 * (3 + 4));
      assertThat(model.summary().ringBytes()).isEqualTo(2L * 2 * 16 * 4 * (3 + 4));
      assertThat(model.summary().contextBytesPerToken()).isZero();
    }
    try (DraftModel model = mixed(2)) {
      assertThat(model.newContext(0, 8192).bytes())
          .isEqualTo(2L * 16 * 4 * (3 + 4) + 2L * 16 * 4 * (8192 + 4));
      assertThat(model.summary().contextBytesPerToken()).isEqualTo(2L * 16 * 4);
    }
  }

  @Test
  void goingBackForgetsRowsForGood() {
    // B157, B158, B161
    try (DraftModel model =
        Drafts.open(
            DraftPackage.random(2, 23)
                .layers("full_attention", "full_attention")
                .write(folder.resolve("full")),
            compute)) {
      float[] taps = ArrayTarget.taps(9, WIDTH, 13);
      float[] other = ArrayTarget.taps(9, WIDTH, 14);
      DraftContext context = model.newContext(0, 9);
      DraftForward forward = model.newForward();
      forward.append(context, taps, 0, 5);
      forward.append(context, other, 0, 4);
      hidden(forward, context, 1);
      assertThat(context.canTruncate(5)).isTrue();
      context.truncate(5);
      assertThat(context.length()).isEqualTo(5);
      assertThat(hidden(forward, context, 7)).isEqualTo(uncached(model, taps, 5, 7));
      forward.append(context, taps, 5, 4);
      assertThat(hidden(forward, context, 7)).isEqualTo(uncached(model, taps, 9, 7));
      assertThatThrownBy(() -> context.truncate(10)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> context.truncate(-1)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aRingGoesBackOnlyToWhatItStillHolds() {
    try (DraftModel model = sliding(2)) {
      float[] taps = ArrayTarget.taps(9, WIDTH, 15);
      DraftContext context = model.newContext(0, 9);
      DraftForward forward = model.newForward();
      forward.append(context, taps, 0, 3);
      assertThat(context.canTruncate(2)).isTrue();
      context.truncate(2);
      forward.append(context, taps, 2, 1);
      assertThat(hidden(forward, context, 7)).isEqualTo(uncached(model, taps, 3, 7));
      forward.append(context, taps, 3, 6);
      assertThat(context.rowsHeld(0)).isEqualTo(3);
      assertThat(context.canTruncate(9)).isTrue();
      context.truncate(9);
      assertThat(context.canTruncate(8)).isFalse();
      assertThat(context.canTruncate(0)).isTrue();
      assertThatThrownBy(() -> context.truncate(8))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("slides");
      assertThat(context.length()).isEqualTo(9);
      context.truncate(0);
      assertThat(context.length()).isZero();
      forward.append(context, taps, 0, 6);
      assertThat(hidden(forward, context, 7)).isEqualTo(uncached(model, taps, 6, 7));
    }
  }

  @Test
  void rowsThatWereGivenUpCannotBeRead() {
    try (DraftModel model = sliding(1)) {
      DraftContext context = model.newContext(0, 9);
      model.newForward().append(context, ArrayTarget.taps(9, WIDTH, 16), 0, 9);
      float[] row = new float[16];
      context.key(1, 8, row, 0);
      context.value(1, 6, row, 0);
      for (int position : new int[] {5, 9, -1}) {
        assertThatThrownBy(() -> context.key(0, position, row, 0))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  @Test
  void whatDoesNotFitIsRefusedAndLeavesTheContextAsItWas() {
    try (DraftModel model = mixed(2);
        DraftModel other = sliding(2)) {
      float[] taps = ArrayTarget.taps(6, WIDTH, 17);
      DraftContext context = model.newContext(0, 5);
      DraftForward forward = model.newForward();
      forward.append(context, taps, 0, 4);
      assertThatThrownBy(() -> forward.append(context, taps, 4, 2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("4 + 2 rows");
      assertThatThrownBy(() -> forward.append(context, taps, 6, 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> forward.append(context, taps, -1, 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> forward.append(other.newContext(0, 5), taps, 0, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another draft");
      float[] out = new float[5 * DraftPackage.HIDDEN];
      for (int rows : new int[] {0, 5}) {
        assertThatThrownBy(() -> forward.block(context, out, rows, out))
            .isInstanceOf(IllegalArgumentException.class);
      }
      for (int[] size : new int[][] {{-1, 5}, {0, 0}, {0, 1 << 30}, {1 << 30, 1}}) {
        assertThatThrownBy(() -> model.newContext(size[0], size[1]))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(context.length()).isEqualTo(4);
      assertThat(hidden(forward, context, 7)).isEqualTo(uncached(model, taps, 4, 7));
      forward.append(context, taps, 4, 0);
      assertThat(context.length()).isEqualTo(4);
    }
  }

  @Test
  void aFailingProjectionLeavesTheRowsThatAreCounted() {
    Path written = DraftPackage.random(2, 24).write(folder.resolve("failing"));
    FailingBackend backend = new FailingBackend(compute.projections());
    try (DraftModel model = Drafts.open(written, compute.projectingOn(backend))) {
      float[] taps = ArrayTarget.taps(9, WIDTH, 18);
      DraftContext context = model.newContext(0, 9);
      DraftForward forward = model.newForward();
      forward.append(context, taps, 0, 6);
      float[] before = hidden(forward, context, 7);
      int calls = backend.calls;
      float[] unused = new float[4 * DraftPackage.HIDDEN];
      // An append is 1 + 2 x 2 projections, a block many more: fail at each of the first.
      for (int failing = 1; failing <= 5; failing++) {
        backend.failAt(failing);
        assertThatThrownBy(() -> forward.append(context, taps, 6, 3))
            .isInstanceOf(IllegalStateException.class);
        backend.failAt(failing);
        assertThatThrownBy(() -> forward.block(context, embedded(3), 4, unused))
            .isInstanceOf(IllegalStateException.class);
        assertThat(context.length()).isEqualTo(6);
        assertThat(hidden(forward, context, 7)).isEqualTo(before);
      }
      assertThat(backend.calls).isGreaterThan(calls);
      forward.append(context, taps, 6, 3);
      assertThat(hidden(forward, context, 7)).isEqualTo(uncached(model, taps, 9, 7));
    }
  }

  private static final class FailingBackend implements ProjectionBackend {
    private final ProjectionBackend backend;
    private int calls;
    private int failAt;

    FailingBackend(ProjectionBackend backend) {
      this.backend = backend;
    }

    void failAt(int call) {
      failAt = calls + call;
    }

    @Override
    public String name() {
      return "failing";
    }

    @Override
    public void project(WeightMatrix weights, float[] x, int rows, float[] y) {
      calls++;
      if (calls == failAt) {
        Arrays.fill(y, Float.NaN);
        throw new IllegalStateException("the accelerator is gone");
      }
      backend.project(weights, x, rows, y);
    }

    @Override
    public boolean rowsIndependent() {
      return backend.rowsIndependent();
    }
  }
}
