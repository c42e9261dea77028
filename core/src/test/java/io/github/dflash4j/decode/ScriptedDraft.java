/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * A draft for a {@link TableTarget} that is right or wrong where a script says so. It knows the
 * text from the taps alone and fails the test when they have a hole, a row too many or another
 * token.
 */
final class ScriptedDraft implements Draft {

  /** Says whether the draft errs. */
  @FunctionalInterface
  interface Script {

    /**
     * @param position position of the drafted token
     * @param slot its slot, from 1
     */
    boolean wrong(int position, int slot);
  }

  final List<Integer> proposedCounts = Collections.synchronizedList(new ArrayList<>());
  private final TableTarget target;
  private final int block;
  private final Script script;
  private OptionalInt error = OptionalInt.empty();
  private final AtomicInteger sessions = new AtomicInteger();

  private ScriptedDraft(TableTarget target, int block, Script script) {
    this.target = target;
    this.block = block;
    this.script = script;
  }

  /** Drafts what the target will write. */
  static ScriptedDraft perfect(TableTarget target, int block) {
    return new ScriptedDraft(target, block, (position, slot) -> false);
  }

  /** Never drafts what the target will write. */
  static ScriptedDraft alwaysWrong(TableTarget target, int block) {
    return new ScriptedDraft(target, block, (position, slot) -> true);
  }

  /** Errs in some slots of every block. */
  static ScriptedDraft wrongInSlots(TableTarget target, int block, IntPredicate slots) {
    return new ScriptedDraft(target, block, (position, slot) -> slots.test(slot));
  }

  /** Errs where the script says so. */
  static ScriptedDraft of(TableTarget target, int block, Script script) {
    return new ScriptedDraft(target, block, script);
  }

  /** Drafts this id where the script errs, whatever would be right. */
  ScriptedDraft erringBy(int id) {
    error = OptionalInt.of(id);
    return this;
  }

  /** How many sessions were made so far. */
  int sessions() {
    return sessions.get();
  }

  @Override
  public String describe() {
    return "scripted, block " + block;
  }

  @Override
  public int[] taps() {
    return new int[] {0, 2};
  }

  @Override
  public int maxProposed() {
    return block - 1;
  }

  @Override
  public DraftSession newSession(int capacity) {
    sessions.incrementAndGet();
    return new Session(capacity);
  }

  private final class Session implements DraftSession {
    private final int[] tokens;
    private int length;

    Session(int capacity) {
      tokens = new int[capacity + block];
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public void append(float[] taps, int rowOffset, int rows) {
      int width = taps().length * TableTarget.HIDDEN;
      for (int row = rowOffset; row < rowOffset + rows; row++) {
        float[] tapped = Arrays.copyOfRange(taps, row * width, (row + 1) * width);
        int token = (int) tapped[1];
        assertThat(tapped)
            .as("taps of row %d", length)
            .containsExactly(length, token, length, token);
        tokens[length++] = token;
      }
    }

    @Override
    public void propose(int anchor, int count, int[] out, int offset) {
      assertThat(count).isBetween(1, maxProposed());
      assertThat(anchor)
          .as("anchor at position %d", length)
          .isEqualTo(target.continuation().next(tokens, length));
      proposedCounts.add(count);
      tokens[length] = anchor;
      for (int slot = 1; slot <= count; slot++) {
        int right = target.continuation().next(tokens, length + slot);
        boolean wrong = script.wrong(length + slot, slot);
        out[offset + slot - 1] = wrong ? error.orElse((right + 1) % target.tokens()) : right;
        tokens[length + slot] = out[offset + slot - 1];
      }
    }

    @Override
    public void truncate(int length) {
      assertThat(length).isBetween(0, this.length);
      this.length = length;
    }

    @Override
    public long bytes() {
      return 4L * tokens.length;
    }
  }
}
