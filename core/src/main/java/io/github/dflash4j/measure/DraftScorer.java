/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.decode.Generator;
import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scores a draft on given texts, for those who train one. The target reads the text once, with
 * taps. At every position from the second on, or every stride positions, the text's token is taken
 * for the anchor, the draft proposes a block from the context before it, and each slot is held
 * against what the target would choose and against what the text says. Only tokens of the text are
 * ever in front of a block (teacher forcing).
 *
 * <p>On a text that the target itself wrote greedily, the block at an anchor is the one that the
 * decode loop drafts and accepts there.
 *
 * <p>Immutable and thread-safe; the generator's models belong to the caller.
 */
public final class DraftScorer {
  /** Rows of a pass: logits are computed for all of them, so that more would take much memory. */
  private static final int CHUNK = 16;

  /** A text needs a token in front of the anchor, the anchor, and a token behind it. */
  public static final int LEAST_TOKENS = 3;

  private final Target target;
  private final Draft draft;
  private final int vocabulary;
  private final int stride;

  private DraftScorer(Target target, Draft draft, int vocabulary, int stride) {
    this.target = target;
    this.draft = draft;
    this.vocabulary = vocabulary;
    this.stride = stride;
  }

  /**
   * A scorer that proposes at every position.
   *
   * @param generator a generator with a draft
   * @return the scorer
   * @throws IllegalArgumentException if there is no draft
   */
  public static DraftScorer of(Generator generator) {
    Draft draft =
        generator
            .draft()
            .orElseThrow(() -> new IllegalArgumentException("there is no draft to score"));
    return new DraftScorer(generator.target(), draft, generator.vocabulary(), 1);
  }

  /**
   * Sets how far apart the anchors are.
   *
   * @param positions at least 1
   * @return a changed copy
   * @throws IllegalArgumentException if it is less than 1
   */
  public DraftScorer withStride(int positions) {
    if (positions < 1) {
      throw new IllegalArgumentException("the stride is at least 1, not " + positions);
    }
    return new DraftScorer(target, draft, vocabulary, positions);
  }

  /**
   * Checks a text as {@link #score} does before any work.
   *
   * @param text token ids
   * @throws IllegalArgumentException if it has fewer than {@link #LEAST_TOKENS} tokens, more than
   *     the context of the target, or an id that is no row of the target
   */
  public void check(int... text) {
    int context = target.spec().contextLength();
    if (text.length < LEAST_TOKENS) {
      throw new IllegalArgumentException(
          "the text has " + text.length + " tokens, at least " + LEAST_TOKENS + " are needed");
    }
    if (text.length > context) {
      throw new IllegalArgumentException(
          "the text has " + text.length + " tokens, the context of the target " + context);
    }
    int ids = target.spec().vocabulary();
    for (int i = 0; i < text.length; i++) {
      if (text[i] < 0 || text[i] >= ids) {
        throw new IllegalArgumentException(
            "token "
                + i
                + " of the text is id "
                + text[i]
                + ", the target has ids 0 to "
                + (ids - 1));
      }
    }
  }

  /**
   * Scores the draft on a text.
   *
   * @param text token ids, one that begins a text included where the target wants one
   * @return the score
   * @throws IllegalArgumentException as {@link #check}
   * @throws ArithmeticException if the target's logits are not numbers
   */
  public TextScore score(int... text) {
    check(text);
    int[] choices = new int[text.length];
    List<List<Integer>> blocks = new ArrayList<>();
    TargetState state = target.newState(text.length, Math.min(CHUNK, text.length), draft.taps());
    DraftSession session = draft.newSession(text.length);
    for (int start = 0; start < text.length; start += CHUNK) {
      int rows = Math.min(CHUNK, text.length - start);
      target.forward(state, text, start, rows, rows);
      for (int row = 0; row < rows; row++) {
        int offset = row * target.spec().vocabulary();
        choices[start + row] = TopTwo.of(state.logits(), offset, vocabulary, start + row).id();
      }
      state.commit(rows);
      propose(text, state.taps(), rows, session, blocks);
    }
    List<ScoredStart> starts = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      starts.add(ScoredStart.judge(1 + i * stride, blocks.get(i), text, choices));
    }
    return new TextScore(text.length, starts);
  }

  /** Gives the draft the rows of a pass, and stops for a block wherever an anchor comes. */
  private void propose(
      int[] text, float[] taps, int rows, DraftSession session, List<List<Integer>> blocks) {
    for (int row = 0; row < rows; ) {
      long next = 1 + (long) blocks.size() * stride;
      if (next > text.length - 2) {
        return;
      }
      int anchor = (int) next;
      int upTo = Math.min(rows - row, anchor - session.length());
      session.append(text, session.length(), taps, row, upTo);
      row += upTo;
      if (session.length() == anchor) {
        int[] block = new int[Math.min(draft.maxProposed(), text.length - 1 - anchor)];
        session.propose(text[anchor], block.length, block, 0);
        blocks.add(Arrays.stream(block).boxed().toList());
      }
    }
  }
}
