/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import java.util.random.RandomGenerator;

/**
 * What one sequence adds to a draft: the context of committed rows. Used by one thread at a time.
 */
public interface DraftSession {

  /**
   * Committed rows in the context; the anchor of the next block has this position.
   *
   * @return the number of rows appended
   */
  int length();

  /**
   * Appends committed rows at positions {@link #length()} and following.
   *
   * @param taps rows of {@code taps x hidden} numbers as {@code TargetState.taps()} lays them out
   * @param rowOffset first row used
   * @param rows how many rows
   * @throws IllegalArgumentException if they do not fit
   * @throws UnsupportedOperationException if this draft needs the tokens of the rows
   */
  void append(float[] taps, int rowOffset, int rows);

  /**
   * Appends committed rows with their tokens, for drafts of every kind: some need the tokens too.
   *
   * @param ids tokens, those of the rows among them
   * @param idOffset index of the token of the first row
   * @param taps as in {@link #append(float[], int, int)}
   * @param rowOffset first row used
   * @param rows how many rows
   * @throws IllegalArgumentException if they do not fit
   */
  default void append(int[] ids, int idOffset, float[] taps, int rowOffset, int rows) {
    append(taps, rowOffset, rows);
  }

  /**
   * Proposes the tokens that follow the anchor. The block leaves no trace in the context.
   *
   * @param anchor the last known token, at position {@link #length()}
   * @param count how many tokens to propose, 1 to {@link Draft#maxProposed()}; the block has one
   *     row more
   * @param out receives the proposed ids
   * @param offset where they go
   * @throws IllegalArgumentException if the anchor is no token or so many cannot be proposed
   */
  void propose(int anchor, int count, int[] out, int offset);

  /**
   * Proposes for sampling: a draft with {@link Draft#candidates()} draws every token of the block,
   * given those drawn before it; another one proposes what it finds most likely, which is accepted
   * more often than tokens drawn independently of each other (dflash-algorithm 5).
   *
   * @param anchor as in {@link #propose}
   * @param count as in {@link #propose}
   * @param temperature above 0
   * @param random for drawing, of nothing else's stream
   * @param out receives tokens and probabilities in its first {@code count} slots
   * @throws IllegalArgumentException as {@link #propose}
   */
  default void draw(
      int anchor, int count, double temperature, RandomGenerator random, Proposal out) {
    int[] ids = new int[count];
    propose(anchor, count, ids, 0);
    out.pointMasses(count, ids, 0);
  }

  /**
   * Forgets rows from a position on.
   *
   * @param length how many rows stay
   * @throws IllegalArgumentException if there are not so many rows, or a sliding layer has given up
   *     rows that would be seen again; 0 is always possible
   */
  void truncate(int length);

  /**
   * Goes back as far as needed so that what follows can be appended again.
   *
   * @param length how many rows should stay at most, 0 to {@link #length()}
   * @return how many stay: so many, or fewer if this session cannot go back to exactly there
   */
  default int rewind(int length) {
    truncate(length);
    return length;
  }

  /**
   * Memory held by this session.
   *
   * @return bytes of keys, values and buffers
   */
  long bytes();
}
