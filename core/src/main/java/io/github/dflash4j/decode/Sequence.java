/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetState;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One sequence in the target and in the draft, kept in step: every row the target commits, prompt,
 * plain step or block, has its taps in the draft's context too. A hole there would not show in the
 * text, only in the acceptance (dflash-algorithm 6.6).
 */
final class Sequence {
  private static final int[] NO_TAPS = {};

  private final Target target;
  private final TargetState state;
  private final Optional<DraftSession> session;

  /** Tokens of the last pass, of which some become committed rows. */
  private int[] passIds = {};

  private int passOffset;

  Sequence(Target target, Optional<Draft> draft, int capacity, int maxRows) {
    this.target = target;
    state = target.newState(capacity, maxRows, draft.map(Draft::taps).orElse(NO_TAPS));
    session = draft.map(d -> d.newSession(capacity));
  }

  /** Committed rows; the anchor has this position. */
  int length() {
    return state.length();
  }

  /**
   * Reads a part of the prompt.
   *
   * @return logits of the last {@code logitRows} rows
   */
  float[] read(int[] ids, int offset, int rows, int logitRows) {
    forward(ids, offset, rows, logitRows);
    commit(rows);
    extendDraft(rows);
    return state.logits();
  }

  /** Drafts {@code count} tokens behind the anchor, which is {@code block[0]}. */
  void propose(int[] block, int count) {
    session.orElseThrow().propose(block[0], count, block, 1);
  }

  /** Draws {@code count} tokens behind the anchor, which is {@code block[0]}. */
  void draw(int[] block, int count, double temperature, RandomGenerator random, Proposal proposal) {
    session.orElseThrow().draw(block[0], count, temperature, random, proposal);
    proposal.ids(count, block, 1);
  }

  /** Runs the target over the block; what becomes of its rows is up to {@link #commit}. */
  float[] verify(int[] block, int rows) {
    forward(block, 0, rows, rows);
    return state.logits();
  }

  private void forward(int[] ids, int offset, int rows, int logitRows) {
    target.forward(state, ids, offset, rows, logitRows);
    passIds = ids;
    passOffset = offset;
  }

  /** Keeps the first rows of the last pass in the target and forgets the others. */
  void commit(int keep) {
    state.commit(keep);
  }

  /** Gives the draft the taps of the rows committed last: the anchor and the accepted tokens. */
  void extendDraft(int rows) {
    session.ifPresent(s -> s.append(passIds, passOffset, state.taps(), 0, rows));
  }
}
