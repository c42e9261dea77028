/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a pass of a target takes by its number of rows, and what a block of the draft takes:
 * drafting pays where more tokens come out of a step than these two cost in plain passes.
 *
 * @param passes for each number of rows, ascending
 * @param proposed tokens of the draft's block, 0 without a draft
 * @param draftNanos median of the draft's blocks in nanoseconds; empty without a draft
 * @param rounds how often each was measured
 */
public record BlockCosts(List<Pass> passes, int proposed, OptionalDouble draftNanos, int rounds) {
  /** Numbers of rows that are measured, as far as the context has room for them. */
  private static final int[] ROWS = {1, 2, 4, 8, 16};

  /** Committed rows in front of the measured ones. */
  private static final int CONTEXT = 16;

  private static final int MOST_ROUNDS = 21;

  /**
   * One number of rows.
   *
   * @param rows how many
   * @param nanos median in nanoseconds
   * @param ofOneRow the same in passes of one row
   */
  public record Pass(int rows, double nanos, double ofOneRow) {}

  /**
   * Runs every number of rows in turn, so that whatever else the machine does meets all of them,
   * behind a context of at most 16 tokens. The models should be warm.
   *
   * @param target the target
   * @param draft its draft, bound to it
   * @param most when to end at the latest; two rounds run in any case, of which the first does not
   *     count
   * @return medians
   */
  public static BlockCosts measure(Target target, Optional<Draft> draft, Duration most) {
    return new Course(target, draft).measure(most);
  }

  private static final class Course {
    private final Target target;
    private final TargetState state;
    private final Optional<DraftSession> session;
    private final int[] widths;
    private final int[] tokens;
    private final int[] proposal;

    Course(Target target, Optional<Draft> draft) {
      this.target = target;
      int room = target.spec().contextLength();
      int before = Math.min(CONTEXT, Math.max(0, room - ROWS[ROWS.length - 1]));
      int most = Math.min(ROWS[ROWS.length - 1], room - before);
      this.widths = Arrays.stream(ROWS).filter(rows -> rows <= most).toArray();
      this.state =
          target.newState(
              before + most, Math.max(before, most), draft.map(Draft::taps).orElse(new int[0]));
      this.session = draft.map(d -> d.newSession(before + most));
      this.proposal = new int[draft.map(Draft::maxProposed).orElse(0)];
      this.tokens = new int[Math.max(before, most)];
      for (int i = 0; i < tokens.length; i++) {
        tokens[i] = i % target.spec().vocabulary();
      }
      if (before > 0) {
        target.forward(state, tokens, 0, before, 0);
        state.commit(before);
        session.ifPresent(s -> s.append(tokens, 0, state.taps(), 0, before));
      }
    }

    BlockCosts measure(Duration most) {
      long end = System.nanoTime() + most.toNanos();
      long[][] passes = new long[widths.length][MOST_ROUNDS];
      long[] blocks = new long[MOST_ROUNDS];
      round(passes, blocks, 0);
      int rounds = 0;
      do {
        round(passes, blocks, rounds++);
      } while (rounds < MOST_ROUNDS && System.nanoTime() - end < 0);
      double one = WeightSpeed.median(passes[0], rounds);
      List<Pass> medians = new ArrayList<>();
      for (int i = 0; i < widths.length; i++) {
        double nanos = WeightSpeed.median(passes[i], rounds);
        medians.add(new Pass(widths[i], nanos, nanos / one));
      }
      return new BlockCosts(
          List.copyOf(medians),
          proposal.length,
          session.isPresent()
              ? OptionalDouble.of(WeightSpeed.median(blocks, rounds))
              : OptionalDouble.empty(),
          rounds);
    }

    private void round(long[][] passes, long[] blocks, int round) {
      for (int i = 0; i < widths.length; i++) {
        long start = System.nanoTime();
        target.forward(state, tokens, 0, widths[i], widths[i]);
        passes[i][round] = System.nanoTime() - start;
        state.commit(0);
      }
      if (session.isPresent() && session.get().length() > 0) {
        long start = System.nanoTime();
        session.get().propose(tokens[0], proposal.length, proposal, 0);
        blocks[round] = System.nanoTime() - start;
      }
    }
  }
}
