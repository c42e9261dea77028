/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.LargestOutputs;

/**
 * What one sequence adds to a target: committed rows, and the rows of the last forward, pending
 * until {@link #commit}. Used by one thread at a time. After a failed or abandoned forward the
 * pending rows are simply not committed and the state goes on as if they had never been.
 */
public interface TargetState {
  /** Checkpoints that a new state keeps at most. */
  int DEFAULT_CHECKPOINTS = 4;

  /** Most likely tokens of a row that {@link #chooseAmong} gives at most. */
  int MOST_CHOSEN = 256;

  /**
   * Committed tokens; the next row gets this position.
   *
   * @return the number of committed rows
   */
  int length();

  /**
   * Rows of the last forward that are not committed yet.
   *
   * @return 0 when nothing is pending
   */
  int pendingRows();

  /**
   * Tokens the state can hold.
   *
   * @return the capacity it was made with
   */
  int capacity();

  /**
   * Rows of the largest forward.
   *
   * @return the number it was made with
   */
  int maxRows();

  /**
   * Keeps the first pending rows and forgets the others without trace.
   *
   * @param keep how many, 0 to {@link #pendingRows()}
   * @throws IllegalArgumentException if there are not so many pending rows
   */
  void commit(int keep);

  /**
   * Forgets committed rows from a position on, and all pending rows.
   *
   * @param length how many rows stay, 0 to {@link #length()}
   * @throws IllegalArgumentException if there are not so many rows
   * @throws UnsupportedOperationException if the target has recurrent layers and cannot go back
   *     there
   */
  void truncate(int length);

  /**
   * Whether {@link #rewind} reaches checkpoints only.
   *
   * @return true if the target has recurrent layers
   */
  default boolean needsCheckpoints() {
    return false;
  }

  /**
   * Remembers the committed rows, so that {@link #rewind} can come back to this length. Targets
   * with keys and values only can go back anywhere and need nothing for it. Others copy their
   * recurrent state, {@link TargetSpec#recurrentStateBytes()} each time, which {@link #bytes()}
   * counts; with {@link #limitCheckpoints} of them there already, the one that lies closest behind
   * another is given up.
   */
  default void checkpoint() {}

  /**
   * Sets how many checkpoints are kept at most; those above are given up. A new state keeps {@link
   * #DEFAULT_CHECKPOINTS}. Targets with keys and values only ignore it.
   *
   * @param most 0 or more; with 0, {@link #checkpoint()} does nothing
   * @throws IllegalArgumentException if it is negative
   */
  default void limitCheckpoints(int most) {
    if (most < 0) {
      throw new IllegalArgumentException("there are no " + most + " checkpoints");
    }
  }

  /**
   * Forgets committed rows from a position on, as far as that is possible, and all pending rows:
   * targets with keys and values only go back to exactly {@code length}, others to the newest
   * checkpoint at or before it, which may be the start. Feeding the rows between again gives the
   * bits that were there before. Checkpoints behind the new length are given up.
   *
   * @param length how many rows are to stay, 0 to {@link #length()}
   * @return how many rows there are now, at most {@code length}
   * @throws IllegalArgumentException if there are not so many rows
   */
  default int rewind(int length) {
    truncate(length);
    return length;
  }

  /**
   * Says what the rows asked for give from the next pass on: their logits, as in a new state, or
   * the most likely tokens only. Where the target can do that, no row as long as the vocabulary is
   * made then, and what {@link #logits()} holds means nothing.
   *
   * @param tokens how many of the first tokens take part
   * @param most how many are given of each row, at most {@link #MOST_CHOSEN}; 0 for logits
   * @return whether {@link #mostLikely()} is what passes give now; if not, they give logits
   * @throws IllegalArgumentException if there are not so many tokens, or too many are to be given
   */
  default boolean chooseAmong(int tokens, int most) {
    return false;
  }

  /**
   * The most likely tokens and their logits: the rows asked for in the last pass, from index 0.
   * Owned by the state and overwritten by the next pass.
   *
   * @return tokens; of no use unless {@link #chooseAmong} was asked for and true
   */
  default LargestOutputs mostLikely() {
    return new LargestOutputs();
  }

  /**
   * The buffer of logits: the rows asked for in the last forward, from index 0, each as long as the
   * vocabulary. Owned by the state and overwritten by the next forward.
   *
   * @return logits, row-major
   */
  float[] logits();

  /**
   * The buffer of taps: rows of the last forward from index 0, each {@code taps x hidden} numbers,
   * the tapped layers in the order given to {@link Target#newState}. Raw residual stream after the
   * layer. Owned by the state and overwritten by the next forward.
   *
   * @return taps, row-major; empty if there are none
   */
  float[] taps();

  /**
   * Final-normed hidden rows of the last forward, from index 0, for the rows with logits.
   *
   * @return rows as long as the hidden size
   */
  float[] finalHidden();

  /**
   * Memory held by this state.
   *
   * @return bytes of keys, values and buffers
   */
  long bytes();
}
