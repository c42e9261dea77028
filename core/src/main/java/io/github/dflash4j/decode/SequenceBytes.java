/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.target.StateRows;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import java.util.Optional;

/** What a {@link Sequence} that is kept comes to at most, without making one of its length. */
final class SequenceBytes {
  /** From so many tokens on every further one takes the same memory of a draft. */
  private static final int SHORT = 64;

  private SequenceBytes() {}

  /**
   * The most memory of a sequence.
   *
   * @param tokens room in it
   * @param maxRows rows of the largest pass
   */
  static long most(Target target, Optional<Draft> draft, int tokens, int maxRows) {
    TargetSpec spec = target.spec();
    int block = 1 + draft.map(Draft::maxProposed).orElse(0);
    int[] taps = draft.map(Draft::taps).orElse(new int[0]);
    TargetState shortest = target.newState(1, new StateRows(maxRows, block), taps);
    // Row buffers, tape and recurrent state do not depend on the length.
    long state = shortest.bytes() + (tokens - 1L) * spec.keyValueBytesPerToken();
    long checkpoints = TargetState.DEFAULT_CHECKPOINTS * spec.recurrentStateBytes();
    long logits = (long) maxRows * spec.vocabulary() * Float.BYTES;
    long waiting = new PendingTaps(taps.length * spec.hidden(), block).mostBytes(tokens);
    long context = draft.map(d -> session(d, tokens)).orElse(0L);
    return state + checkpoints + logits + waiting + context + (long) tokens * Integer.BYTES;
  }

  private static long session(Draft draft, int tokens) {
    if (tokens <= SHORT) {
      return draft.newRewindableSession(tokens).bytes();
    }
    DraftSession first = draft.newRewindableSession(SHORT);
    long perToken = draft.newRewindableSession(SHORT + 1).bytes() - first.bytes();
    return first.bytes() + (tokens - SHORT) * perToken;
  }
}
