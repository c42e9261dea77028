/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

/**
 * One pass over rows of several states of a target. What {@link #run} leaves in each state has the
 * bits that {@link Target#forward} of that state alone leaves there, whichever states are beside
 * it; the weights are read once for all of them. Rows that are read for good, by {@link
 * Target#read}, run by themselves.
 *
 * <p>A batch belongs to its target and is used by one thread at a time. Between {@link #add} and
 * the end of {@link #run} nobody else may use the states that were added. Nothing has to be closed.
 */
public interface TargetBatch {

  /**
   * Rows of the largest pass.
   *
   * @return the number it was made with
   */
  int maxRows();

  /**
   * Rows added since the last pass.
   *
   * @return 0 to {@link #maxRows()}
   */
  int rows();

  /**
   * Adds the rows of a state to the next pass. All that {@link Target#forward} would refuse is
   * refused here, and leaves this batch as it was.
   *
   * @param state a state of the target that is not in this batch yet
   * @param tokens token ids; kept until the pass has run
   * @param offset index of the first token used
   * @param rows how many tokens, 1 to {@code maxRows() - rows()}, and as many as may be pending in
   *     the state
   * @param logitRows for how many of the last rows logits are computed, 0 to {@code rows}
   * @throws IllegalArgumentException as {@link Target#forward}; also if the rows do not fit this
   *     batch or the state is in it already
   * @throws IllegalStateException if the target is closed, or the state is of no use after a
   *     reading that failed half-way
   */
  void add(TargetState state, int[] tokens, int offset, int rows, int logitRows);

  /**
   * Runs what was added, and empties this batch. The rows of every state are pending afterwards. If
   * the pass fails, no state has pending rows, and all are of use again; the batch is empty then
   * too. Does nothing if nothing was added.
   *
   * @throws IllegalArgumentException if a state was changed since it was added, so that its rows do
   *     not fit any more; no state has been touched then
   * @throws IllegalStateException if the target is closed, or a projection failed
   */
  void run();

  /** Forgets what was added. */
  void clear();

  /**
   * Memory held, all of it since this batch was made.
   *
   * @return bytes of buffers
   */
  long bytes();
}
