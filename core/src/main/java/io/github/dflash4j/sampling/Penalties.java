/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.sampling;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Bias and penalties of one generation, with the tokens they count. The history goes forward token
 * by token, also inside a verified block, so that every row is judged with all tokens before it.
 * Used by one thread at a time.
 */
public final class Penalties {
  private final Sampling sampling;
  private final int vocabulary;
  private final boolean counting;
  private final int[] biasedIds;
  private final BitSet known = new BitSet();
  private final int[] timesWritten;
  private final float[] changed;
  private int[] distinct = new int[64];
  private int distinctCount;

  /**
   * Penalties with nothing counted yet.
   *
   * @param sampling what to apply
   * @param vocabulary ids with a token
   * @throws IllegalArgumentException if an id with a bias has no token
   */
  public Penalties(Sampling sampling, int vocabulary) {
    this.sampling = sampling;
    this.vocabulary = vocabulary;
    counting =
        sampling.repetitionPenalty() != 1
            || sampling.presencePenalty() != 0
            || sampling.frequencyPenalty() != 0;
    biasedIds =
        sampling.logitBias().keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
    if (biasedIds.length > 0 && biasedIds[biasedIds.length - 1] >= vocabulary) {
      throw new IllegalArgumentException(
          "id "
              + biasedIds[biasedIds.length - 1]
              + " has a logit bias, the vocabulary has ids 0 to "
              + (vocabulary - 1));
    }
    timesWritten = new int[counting ? vocabulary : 0];
    changed = new float[sampling.changesLogits() ? vocabulary : 0];
  }

  /**
   * Whether {@link #apply} leaves every row as it is.
   *
   * @return true if there is neither a bias nor a penalty
   */
  public boolean changeNothing() {
    return !sampling.changesLogits();
  }

  /**
   * Counts a token of the prompt. Ids without a token are ignored: their logits are never read.
   *
   * @param id the token
   */
  public void read(int id) {
    if (counting && id < vocabulary) {
      know(id);
    }
  }

  /**
   * Counts a token of the text.
   *
   * @param id the token
   */
  public void write(int id) {
    if (counting) {
      know(id);
      timesWritten[id]++;
    }
  }

  private void know(int id) {
    if (!known.get(id)) {
      known.set(id);
      if (distinctCount == distinct.length) {
        distinct = Arrays.copyOf(distinct, 2 * distinctCount);
      }
      distinct[distinctCount++] = id;
    }
  }

  /**
   * Applies bias and penalties to one row.
   *
   * @param logits one row per judged position, not changed
   * @param offset where the row starts
   * @return the row that counts: {@code logits} itself if nothing is to be done, else a buffer of
   *     this object that starts at index 0 and is overwritten by the next call; see {@link #offset}
   */
  public float[] apply(float[] logits, int offset) {
    if (!sampling.changesLogits()) {
      return logits;
    }
    System.arraycopy(logits, offset, changed, 0, vocabulary);
    for (int id : biasedIds) {
      changed[id] += sampling.logitBias().get(id);
    }
    for (int i = 0; i < distinctCount; i++) {
      int id = distinct[i];
      changed[id] = penalised(changed[id], timesWritten[id]);
    }
    return changed;
  }

  /** In double precision, where extreme penalties overflow to infinities and never to NaN. */
  private float penalised(double logit, int times) {
    double repetition = sampling.repetitionPenalty();
    double penalised = logit > 0 ? logit / repetition : logit * repetition;
    if (times > 0) {
      penalised -= sampling.presencePenalty() + times * sampling.frequencyPenalty();
    }
    return (float) penalised;
  }

  /**
   * Where the row that {@link #apply} returned starts.
   *
   * @param offset where the row given to it starts
   * @return the same, or 0 if it is a buffer
   */
  public int offset(int offset) {
    return sampling.changesLogits() ? 0 : offset;
  }
}
