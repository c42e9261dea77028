/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.LargestOutputs;
import io.github.dflash4j.model.PredictionHead;
import io.github.dflash4j.model.PredictionRows;
import java.util.Objects;

/**
 * A multi-token prediction head over one sequence. Row p of the head needs the target's hidden row
 * of position p and the token of position p + 1, so the last committed row waits for its token:
 * that is the anchor. Rows that were run for proposals hold the head's own hidden rows and are run
 * again once the target's are there (target-models 5).
 */
final class MtpSession implements DraftSession {
  private static final int MOST_ROWS = 32;

  private final MtpDraft draft;
  private final PredictionHead head;
  private final PredictionRows rows;
  private final int capacity;

  /** Per committed row, the target's hidden row behind its final norm. */
  private final float[] hidden;

  /** Per committed row its token; behind them the anchor. */
  private final int[] ids;

  private final float[] last;
  private final LargestOutputs largest = new LargestOutputs(1, 1);
  private int length;

  /** Rows run with the target's hidden row and the committed token behind it. */
  private int filled;

  MtpSession(MtpDraft draft, int capacity) {
    this.draft = draft;
    this.head = draft.head();
    this.capacity = capacity;
    long size = (long) capacity * head.hidden();
    if (capacity < 1 || size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          capacity + " hidden rows of " + head.hidden() + " numbers do not fit");
    }
    this.hidden = new float[(int) size];
    this.ids = new int[capacity + 1];
    this.rows = head.newRows(capacity + draft.steps(), Math.min(MOST_ROWS, capacity));
    this.last = new float[head.hidden()];
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public void append(float[] taps, int rowOffset, int count) {
    throw new UnsupportedOperationException("a prediction head needs the tokens of its rows too");
  }

  @Override
  public void append(int[] tokens, int idOffset, float[] taps, int rowOffset, int count) {
    Objects.checkFromIndexSize(idOffset, count, tokens.length);
    Objects.checkFromIndexSize(rowOffset * head.hidden(), count * head.hidden(), taps.length);
    if (length + count > capacity) {
      throw new IllegalArgumentException(
          length + " + " + count + " rows do not fit a session of " + capacity);
    }
    for (int r = 0; r < count; r++) {
      ids[length + r] = tokens[idOffset + r];
      head.finalNorm(taps, rowOffset + r, hidden, length + r);
    }
    length += count;
    // The last row waits for its token, and a batch may wait for the next anchor.
    while (length - 1 - filled >= MOST_ROWS) {
      run(MOST_ROWS);
    }
  }

  /** Runs the next rows, all of which have the token behind them. */
  private void run(int count) {
    rows.forward(filled, ids, filled + 1, hidden, filled, count);
    filled += count;
  }

  @Override
  public void propose(int anchor, int count, int[] out, int offset) {
    if (count < 1 || count > draft.steps()) {
      throw new IllegalArgumentException(
          draft.steps() + " steps do not propose " + count + " tokens");
    }
    Objects.checkFromIndexSize(offset, count, out.length);
    if (anchor < 0 || anchor >= draft.vocabulary()) {
      throw new IllegalArgumentException(
          "anchor " + anchor + " is out of range 0.." + (draft.vocabulary() - 1));
    }
    if (length == 0) {
      throw new IllegalStateException("nothing is committed that could be continued");
    }
    ids[length] = anchor;
    int waiting = length - filled;
    run(waiting);
    // The anchor is not committed: another one may stand there when the row is run again.
    filled = length - 1;
    out[offset] = choose(waiting - 1);
    for (int step = 1; step < count; step++) {
      rows.forward(length - 1 + step, out, offset + step - 1, last, 0, 1);
      out[offset + step] = choose(0);
    }
  }

  /** The most likely token behind a row of the last pass, which becomes the last one. */
  private int choose(int row) {
    System.arraycopy(rows.hidden(), row * last.length, last, 0, last.length);
    head.head().mostLikely(last, 1, draft.vocabulary(), 1, largest);
    return largest.output(0, 0);
  }

  @Override
  public void truncate(int newLength) {
    if (newLength < 0 || newLength > length) {
      throw new IllegalArgumentException(
          "cannot go back to " + newLength + " of " + length + " rows");
    }
    length = newLength;
    // The last row that stays may be followed by another token now.
    filled = Math.min(filled, Math.max(0, length - 1));
  }

  @Override
  public long bytes() {
    long floats = (long) hidden.length + last.length;
    return rows.bytes()
        + floats * Float.BYTES
        + largest.bytes()
        + (long) ids.length * Integer.BYTES;
  }
}
