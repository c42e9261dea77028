/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.kernel.LargestOutputs;
import io.github.dflash4j.target.StateRows;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetState;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One sequence in the target and in the draft, kept in step: every row the target commits, prompt,
 * plain step or block, has its taps in the draft's context too before anything is drafted. A hole
 * there would not show in the text, only in the acceptance (dflash-algorithm 6.6).
 */
final class Sequence {
  private static final int[] NO_TAPS = {};

  private final Target target;
  private final TargetState state;
  private final Optional<Draft> draft;
  private final boolean rewindable;
  private final Optional<DraftSession> session;
  private final PendingTaps pending;

  /** Whether rows were lost to the draft, so that it has to go back before it drafts again. */
  private boolean draftGivenUp;

  private final int[] ids;

  /**
   * @param capacity rows of the whole sequence
   * @param maxRows rows of the largest pass
   * @param rewindable whether it will be used again from some length on
   */
  Sequence(Target target, Optional<Draft> draft, int capacity, int maxRows, boolean rewindable) {
    this.target = target;
    this.draft = draft;
    this.rewindable = rewindable;
    int[] taps = draft.map(Draft::taps).orElse(NO_TAPS);
    state = target.newState(capacity, new StateRows(maxRows, block()), taps);
    session =
        draft.map(d -> rewindable ? d.newRewindableSession(capacity) : d.newSession(capacity));
    ids = new int[capacity];
    pending = new PendingTaps(taps.length * target.spec().hidden(), block());
  }

  /** Whether this sequence is one of these models. */
  boolean isOf(Target otherTarget, Optional<Draft> otherDraft) {
    return target == otherTarget && draft.equals(otherDraft);
  }

  /** Whether it has room for so much. */
  boolean holds(int capacity, int maxRows) {
    return state.capacity() >= capacity && state.maxRows() >= maxRows;
  }

  /** How many of the first committed rows are those of a prompt; its last row never counts. */
  int common(int[] prompt) {
    int most = Math.min(length(), prompt.length - 1);
    int mismatch = Arrays.mismatch(ids, 0, most, prompt, 0, most);
    return mismatch < 0 ? most : mismatch;
  }

  /**
   * Goes back to rows that a prompt begins with: target and draft to the same length, or the draft
   * would have a hole.
   *
   * @param most how many of them there are
   * @return how many are left
   */
  int rewind(int most) {
    int reached = state.rewind(Math.min(most, length()));
    session.ifPresent(drafting -> settle(drafting, reached));
    return settled(reached);
  }

  /** Rows that still wait and stay go to the draft; behind rows that were lost there are none. */
  private void settle(DraftSession drafting, int length) {
    pending.keepFirst(Math.max(0, length - drafting.length()));
    pending.moveTo(drafting, ids);
    draftGivenUp = false;
  }

  private int settled(int length) {
    int reached = length;
    while (session.isPresent() && session.get().length() != reached) {
      DraftSession drafting = session.get();
      reached = state.rewind(drafting.rewind(Math.min(reached, drafting.length())));
    }
    return reached;
  }

  /** Whether this sequence will go back and can do so only to checkpoints. */
  boolean needsCheckpoints() {
    return rewindable && state.needsCheckpoints();
  }

  /** Makes it possible to come back to exactly here. */
  void checkpoint() {
    state.checkpoint();
  }

  /** Memory of target state and draft session. */
  long bytes() {
    return state.bytes()
        + pending.bytes()
        + session.map(DraftSession::bytes).orElse(0L)
        + (long) ids.length * Integer.BYTES;
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
  float[] read(int[] prompt, int offset, int rows, int logitRows) {
    target.read(state, prompt, offset, rows, logitRows);
    System.arraycopy(prompt, offset, ids, length() - rows, rows);
    session.ifPresent(drafting -> drafting.append(ids, length() - rows, state.taps(), 0, rows));
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
    target.forward(state, block, 0, rows, rows);
    return state.logits();
  }

  /** See {@link TargetState#chooseAmong}. */
  boolean chooseAmong(int tokens, int most) {
    return state.chooseAmong(tokens, most);
  }

  /** The most likely tokens of the rows asked for last. */
  LargestOutputs mostLikely() {
    return state.mostLikely();
  }

  /** Keeps the first rows of the last pass, which ran these tokens, and forgets the others. */
  void commit(int[] tokens, int offset, int keep) {
    System.arraycopy(tokens, offset, ids, length(), keep);
    state.commit(keep);
  }

  /** Keeps the taps of the rows committed last, the anchor and accepted tokens, for the draft. */
  void keepTaps(int rows) {
    if (session.isPresent() && !draftGivenUp) {
      pending.add(state.taps(), rows);
    }
  }

  /** Whether the taps of a whole block more can wait. */
  boolean hasRoomForABlock() {
    return session.isEmpty() || draftGivenUp || pending.hasRoomFor(block());
  }

  private int block() {
    return 1 + draft.map(Draft::maxProposed).orElse(0);
  }

  /** Rows whose taps wait for the draft. */
  int waiting() {
    return pending.rows();
  }

  /**
   * Gives the draft all taps that wait.
   *
   * @return how many rows there were
   */
  int catchUp() {
    return pending.moveTo(session.orElseThrow(), ids);
  }

  /** Nothing is written here for a while. */
  void rest() {
    target.rest(state);
  }

  /** Goes on without the draft, whose context ends here until this sequence goes back. */
  void giveUpDraft() {
    draftGivenUp = true;
    pending.drop();
  }
}
