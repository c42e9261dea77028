/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.target.Target;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sequences that were written and are kept, so that the next prompt with the same beginning need
 * not be read again. What is kept is keys, values and recurrent states of the target and the
 * context of the draft together: the text, and what is accepted at every step, are those of a run
 * without a cache.
 *
 * <p>Memory is bounded: a number of sequences, each with room for a number of tokens from its start
 * on; {@link #bytes()} says what they hold, {@link Generator#mostBytesKept} what one comes to. A
 * sequence is in use by one generation at a time; one that no sequence is free or large enough for
 * runs without the cache. Thread-safe; a lock is held only to take a sequence and to give it back.
 */
public final class PromptCache {
  private final int sequences;
  private final int tokens;

  /** Sequences not in use, the one used last in front. */
  private final Deque<Sequence> idle = new ArrayDeque<>();

  /** Memory of every sequence, those in use included; it grows with checkpoints. */
  private final Map<Sequence, Long> bytes = new IdentityHashMap<>();

  /** Sequences there are or will be in a moment. */
  private int made;

  private long tokensReused;

  /**
   * An empty cache; memory is taken when sequences are first needed.
   *
   * @param sequences how many to keep, at least 1
   * @param tokens room in each, prompt and text together; longer requests run without the cache
   * @throws IllegalArgumentException if a number is less than 1
   */
  public PromptCache(int sequences, int tokens) {
    if (sequences < 1 || tokens < 1) {
      throw new IllegalArgumentException(
          "a cache of " + sequences + " sequences of " + tokens + " tokens keeps nothing");
    }
    this.sequences = sequences;
    this.tokens = tokens;
  }

  /**
   * Memory of all sequences of this cache, those in use included. That of a hybrid target grows
   * with its checkpoints, a few at most.
   *
   * @return bytes of target states and draft sessions
   */
  public synchronized long bytes() {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Prompt tokens that did not have to be read again so far.
   *
   * @return their number over all generations
   */
  public synchronized long tokensReused() {
    return tokensReused;
  }

  /**
   * Takes a sequence for a prompt: the one with the longest common beginning if at least half of it
   * is of use, because the rest is lost to whoever comes back for it; else a new one while there is
   * room, else the one unused for longest.
   *
   * @return a sequence that goes back to {@link #give} or {@link #forget}; or empty if there is
   *     none
   */
  Optional<Sequence> take(
      Target target, Optional<Draft> draft, int[] prompt, int capacity, int maxRows) {
    int room = Math.min(tokens, target.spec().contextLength());
    if (capacity > room) {
      return Optional.empty();
    }
    Sequence taken;
    synchronized (this) {
      taken = choose(target, draft, prompt, maxRows);
      if (taken == null && made == sequences) {
        return Optional.empty();
      }
      if (taken == null) {
        made++;
      }
    }
    return Optional.of(taken == null ? make(target, draft, room, maxRows) : taken);
  }

  private Sequence choose(Target target, Optional<Draft> draft, int[] prompt, int maxRows) {
    Sequence best = null;
    Sequence oldest = null;
    for (Sequence sequence : idle) {
      if (!sequence.isOf(target, draft) || !sequence.holds(1, maxRows)) {
        continue;
      }
      oldest = sequence;
      if (best == null || sequence.common(prompt) > best.common(prompt)) {
        best = sequence;
      }
    }
    boolean worthIt = best != null && 2L * best.common(prompt) >= best.length();
    Sequence chosen = worthIt ? best : made < sequences ? null : oldest;
    if (chosen == null && made == sequences) {
      forgetOldest();
    }
    idle.remove(chosen);
    return chosen;
  }

  /** Other models were used before; their sequences make room. */
  private void forgetOldest() {
    Sequence oldest = idle.pollLast();
    if (oldest != null) {
      forget(oldest);
    }
  }

  private Sequence make(Target target, Optional<Draft> draft, int room, int maxRows) {
    boolean done = false;
    try {
      Sequence sequence = new Sequence(target, draft, room, maxRows, true);
      synchronized (this) {
        bytes.put(sequence, sequence.bytes());
      }
      done = true;
      return sequence;
    } finally {
      if (!done) {
        synchronized (this) {
          made--;
        }
      }
    }
  }

  /**
   * Keeps a sequence whose generation ended, cancelled or not.
   *
   * @param reused prompt tokens it did not read again
   */
  synchronized void give(Sequence sequence, int reused) {
    tokensReused += reused;
    bytes.put(sequence, sequence.bytes());
    idle.addFirst(sequence);
  }

  /** Drops a sequence whose generation failed: what is in it is not certain. */
  synchronized void forget(Sequence sequence) {
    made--;
    bytes.remove(sequence);
  }
}
