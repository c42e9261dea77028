/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.kernel.Compute;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DFlashSessionTest {
  private static final int WIDTH = 2 * DraftPackage.HIDDEN;

  @TempDir Path folder;
  private Compute compute;

  @BeforeEach
  void open() {
    compute = Compute.host(1);
  }

  @AfterEach
  void close() {
    compute.close();
  }

  private DraftModel model(int generation) {
    return Drafts.open(
        DraftPackage.random(generation, 60).write(folder.resolve("g" + generation)), compute);
  }

  private static Draft bind(DraftModel model) {
    ArrayTarget target = ArrayTarget.random(97, DraftPackage.HIDDEN, 61);
    return model.bind(target, target, 4, 97);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void proposingLeavesNoTraceAndSessionsShareNothing(int generation) {
    // B155, B170: what a session proposes depends on its rows only.
    long seed = 62;
    Random random = new Random(seed);
    try (DraftModel model = model(generation)) {
      Draft draft = bind(model);
      float[] taps = ArrayTarget.taps(60, WIDTH, 63);
      DraftSession used = draft.newSession(60);
      DraftSession other = draft.newSession(60);
      int rows = 0;
      while (rows < 50) {
        int piece = 1 + random.nextInt(4);
        used.append(taps, rows, piece);
        other.append(taps, random.nextInt(40), 1);
        rows += piece;
        int[] first = new int[3];
        int[] again = new int[5];
        int[] fresh = new int[3];
        used.propose(rows, 3, first, 0);
        other.propose(3, 1 + random.nextInt(3), new int[3], 0);
        used.propose(rows, 3, again, 2);
        DraftSession one = draft.newSession(60);
        one.append(taps, 0, rows);
        one.propose(rows, 3, fresh, 0);
        assertThat(first).as("seed %d, %d rows", seed, rows).isEqualTo(fresh);
        assertThat(again).isEqualTo(new int[] {0, 0, first[0], first[1], first[2]});
        assertThat(used.length()).isEqualTo(rows);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aSessionTruncatedToNothingIsLikeANewOne(int generation) {
    try (DraftModel model = model(generation)) {
      DraftSession session = bind(model).newSession(20);
      DraftSession fresh = bind(model).newSession(20);
      session.append(ArrayTarget.taps(20, WIDTH, 64), 0, 20);
      session.propose(1, 3, new int[3], 0);
      session.truncate(0);
      float[] taps = ArrayTarget.taps(7, WIDTH, 65);
      session.append(taps, 0, 7);
      fresh.append(taps, 0, 7);
      int[] expected = new int[3];
      int[] found = new int[3];
      fresh.propose(2, 3, expected, 0);
      session.propose(2, 3, found, 0);
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void aShorterBlockIsTheBlockCutAtItsEnd() {
    try (DraftModel model = model(2)) {
      Draft draft = bind(model);
      float[] taps = ArrayTarget.taps(6, WIDTH, 66);
      for (int count = 1; count <= 3; count++) {
        DFlashSession session = (DFlashSession) draft.newSession(6);
        session.append(taps, 0, 6);
        int[] out = new int[count];
        session.propose(4, count, out, 0);
        float[] hidden = new float[(count + 1) * DraftPackage.HIDDEN];
        float[] embedded =
            ArrayTarget.random(97, DraftPackage.HIDDEN, 61).embedded(4, 96, count + 1);
        model.newForward().blockUncached(taps, 6, 0, embedded, count + 1, hidden);
        PlainDraft plain =
            new PlainDraft(DraftPackage.random(2, 60), new int[] {4, 0}, new boolean[2]);
        ArrayTarget target = ArrayTarget.random(97, DraftPackage.HIDDEN, 61);
        assertThat(out).isEqualTo(plain.propose(hidden, target, 4));
      }
    }
  }

  @Test
  void theSelectorDecidesAndNotTheLogitsAlone() {
    // B013: with empty codebooks the same draft proposes the plain argmax, and that differs.
    DraftPackage with = DraftPackage.random(2, 60);
    DraftPackage without = DraftPackage.random(2, 60);
    java.util.Arrays.fill(without.values("candidate_selector.predecessor_codebook"), 0f);
    float[] taps = ArrayTarget.taps(30, WIDTH, 67);
    int differing = 0;
    try (DraftModel a = Drafts.open(with.write(folder.resolve("a")), compute);
        DraftModel b = Drafts.open(without.write(folder.resolve("b")), compute)) {
      DFlashSession one = (DFlashSession) bind(a).newSession(30);
      DFlashSession two = (DFlashSession) bind(b).newSession(30);
      for (int p = 0; p < 30; p++) {
        one.append(taps, p, 1);
        two.append(taps, p, 1);
        int[] chosen = new int[3];
        int[] plain = new int[3];
        one.propose(p, 3, chosen, 0);
        two.propose(p, 3, plain, 0);
        for (int r = 0; r < 3; r++) {
          assertThat(plain[r]).isEqualTo(two.candidates().id(r, 0));
          differing += chosen[r] == plain[r] ? 0 : 1;
        }
      }
    }
    assertThat(differing).isBetween(10, 89);
  }

  @Test
  void whatCannotBeProposedIsRefused() {
    try (DraftModel model = model(2)) {
      DraftSession session = bind(model).newSession(4);
      session.append(ArrayTarget.taps(4, WIDTH, 68), 0, 4);
      int[] out = new int[3];
      for (int count : new int[] {0, 4, -1}) {
        assertThatThrownBy(() -> session.propose(1, count, out, 0))
            .isInstanceOf(IllegalArgumentException.class);
      }
      for (int anchor : new int[] {-1, 97}) {
        assertThatThrownBy(() -> session.propose(anchor, 3, out, 0))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("anchor");
      }
      assertThatThrownBy(() -> session.propose(1, 3, out, 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> session.append(new float[WIDTH], 0, 1))
          .isInstanceOf(IllegalArgumentException.class);
      session.propose(1, 3, out, 0);
    }
  }

  @Test
  void aClosedDraftSaysSo() {
    DraftModel model = model(2);
    DraftSession session = bind(model).newSession(4);
    session.append(ArrayTarget.taps(1, WIDTH, 69), 0, 1);
    model.close();
    model.close();
    assertThatThrownBy(() -> session.propose(1, 3, new int[3], 0))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> session.append(ArrayTarget.taps(1, WIDTH, 69), 0, 1))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void bytesAreThoseOfTheArrays(int generation) {
    try (DraftModel model = model(generation)) {
      DraftConfig c = model.config();
      DFlashSession session = (DFlashSession) bind(model).newSession(10);
      ForwardBuffers b = new ForwardBuffers(c);
      long floats =
          (long) b.taps.length
              + b.fused.length
              + b.cos.length
              + b.sin.length
              + b.residual.length
              + b.normed.length
              + b.convolved.length
              + b.dynamic.length
              + b.q.length
              + b.attended.length
              + b.y.length
              + b.gate.length
              + b.up.length
              + 2L * c.layers() * b.keys[0].length;
      assertThat(model.summary().bufferBytes())
          .isEqualTo(floats * 4 + 4L * (b.from.length + b.to.length))
          .isEqualTo(session.forward().bytes());
      int chosen = generation == 1 ? 1 : 4;
      long largest = 3 * (4 + 1 + 4) + 3 * chosen * (4 + 4);
      long selecting = generation == 1 ? 0 : 4L * (3 * 8 + 8 + 4 * 8 + 3 * 3 * 4) + 4 * (8 + 4);
      long rows = 4L * DraftPackage.HIDDEN * (1 + 4 + 4);
      assertThat(session.bytes())
          .isEqualTo(
              session.context().bytes() + session.forward().bytes() + rows + largest + selecting);
    }
  }
}
