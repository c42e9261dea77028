/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.LargestOutputs;
import java.util.Objects;
import java.util.random.RandomGenerator;

/** Context and buffers of one sequence. */
final class DFlashSession implements DraftSession {
  private final DFlashDraft draft;
  private final DraftConfig config;
  private final DraftContext context;
  private final DraftForward forward;
  private final CandidateSelector selector;
  private final Candidates candidates;
  private final float[] maskRow;
  private final float[] embedded;
  private final float[] hidden;

  /** The first choice of each row, where there is no selector. */
  private final LargestOutputs largest = new LargestOutputs();

  private final float[] g;

  DFlashSession(DFlashDraft draft, int capacity) {
    this(draft, capacity, false);
  }

  DFlashSession(DFlashDraft draft, int capacity, boolean rewindable) {
    this.draft = draft;
    this.config = draft.model().config();
    this.context = new DraftContext(config, 0, capacity, rewindable);
    this.forward = draft.model().newForward();
    forward.reserve(capacity + config.blockSize());
    this.selector = draft.model().newSelector().orElse(null);
    int predicting = config.blockSize() - 1;
    this.candidates =
        config.selector().map(s -> new Candidates(predicting, s.candidates())).orElse(null);
    this.g = new float[config.selector().map(s -> predicting * s.rank()).orElse(0)];
    this.maskRow = new float[config.hidden()];
    draft.embedding().row(config.maskToken(), maskRow, 0);
    this.embedded = new float[config.blockSize() * config.hidden()];
    this.hidden = new float[config.blockSize() * config.hidden()];
    if (selector == null) {
      largest.clear(predicting, 1);
    }
  }

  @Override
  public int length() {
    return context.length();
  }

  @Override
  public void append(float[] taps, int rowOffset, int rows) {
    forward.append(context, taps, rowOffset, rows);
  }

  @Override
  public void propose(int anchor, int count, int[] out, int offset) {
    check(anchor, count);
    Objects.checkFromIndexSize(offset, count, out.length);
    predict(anchor, count);
    if (selector == null) {
      for (int r = 0; r < count; r++) {
        out[offset + r] = largest.output(r, 0);
      }
    } else {
      selector.walk(anchor, g, count, candidates, out, offset);
    }
  }

  @Override
  public void draw(
      int anchor, int count, double temperature, RandomGenerator random, Proposal out) {
    if (selector == null) {
      DraftSession.super.draw(anchor, count, temperature, random, out);
    } else {
      check(anchor, count);
      predict(anchor, count);
      selector.draw(anchor, g, count, candidates, temperature, random, out);
    }
  }

  private void check(int anchor, int count) {
    if (count < 1 || count >= config.blockSize()) {
      throw new IllegalArgumentException(
          "a block of " + config.blockSize() + " rows does not propose " + count + " tokens");
    }
    if (anchor < 0 || anchor >= draft.vocabulary()) {
      throw new IllegalArgumentException(
          "anchor " + anchor + " is out of range 0.." + (draft.vocabulary() - 1));
    }
  }

  /** Hidden rows of the predicting rows and their first choices, or candidates and g. */
  private void predict(int anchor, int count) {
    int width = config.hidden();
    draft.embedding().row(anchor, embedded, 0);
    for (int r = 1; r <= count; r++) {
      System.arraycopy(maskRow, 0, embedded, r * width, width);
    }
    forward.block(context, embedded, count + 1, hidden);
    // Row 0 predicts nothing: the others move to the front.
    System.arraycopy(hidden, width, hidden, 0, count * width);
    if (selector == null) {
      draft.head().mostLikely(hidden, count, draft.vocabulary(), 1, largest);
    } else {
      selector.collect(
          draft.head(), hidden, count, draft.vocabulary(), config.logits(), candidates);
      selector.project(hidden, count, g);
    }
  }

  @Override
  public void truncate(int length) {
    context.truncate(length);
  }

  @Override
  public int rewind(int length) {
    context.truncate(context.canTruncate(length) ? length : 0);
    return context.length();
  }

  @Override
  public long bytes() {
    long floats = (long) maskRow.length + embedded.length + hidden.length + g.length;
    long selecting = selector == null ? 0 : selector.bytes() + candidates.bytes();
    return context.bytes() + forward.bytes() + floats * Float.BYTES + largest.bytes() + selecting;
  }

  DraftForward forward() {
    return forward;
  }

  DraftContext context() {
    return context;
  }

  Candidates candidates() {
    return candidates;
  }

  float[] g() {
    return g;
  }
}
