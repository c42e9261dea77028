/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

/**
 * Something that proposes tokens from tapped target states, bound to a target. The weights are
 * immutable and shared; what changes is in a {@link DraftSession}.
 */
public interface Draft {

  /**
   * What the draft is, in a few words.
   *
   * @return for example {@code DFlash 2, block 8}
   */
  String describe();

  /**
   * Zero-based target layers whose output the draft reads, in the order in which they are joined.
   *
   * @return a copy
   */
  int[] taps();

  /**
   * The most tokens one block can propose.
   *
   * @return block size - 1
   */
  int maxProposed();

  /**
   * Whether one pass proposes a block, whose tokens all depend on how long the block is; otherwise
   * tokens are proposed one after the other, and fewer of them take less time.
   *
   * @return true for block drafts
   */
  default boolean proposesBlocks() {
    return true;
  }

  /**
   * How many tokens one slot of a block may be drawn from when the temperature is above 0.
   *
   * @return 0 if this draft proposes the token it finds most likely at every temperature
   */
  default int candidates() {
    return 0;
  }

  /**
   * A fresh session with all its memory.
   *
   * @param capacity committed tokens it can hold
   * @return an empty session, owned by the caller and used by one thread at a time
   */
  DraftSession newSession(int capacity);

  /**
   * A session that can go back to any length, which takes more memory where layers slide.
   *
   * @param capacity committed tokens it can hold
   * @return as {@link #newSession}
   */
  default DraftSession newRewindableSession(int capacity) {
    return newSession(capacity);
  }
}
