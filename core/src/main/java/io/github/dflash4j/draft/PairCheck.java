/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Whether a draft and a target fit (dflash-algorithm 1.2, validation). */
final class PairCheck {
  private PairCheck() {}

  /**
   * Checks a pair.
   *
   * @return what is odd but no reason to refuse it
   * @throws ModelFileException if it does not fit; all reasons are in the message
   */
  static List<String> check(
      DraftConfig c,
      Path draft,
      TokenEmbedding embedding,
      OutputHead head,
      int targetLayers,
      int vocabulary) {
    List<String> reasons = new ArrayList<>();
    checkHidden(c, embedding.hidden(), head.hidden(), reasons);
    checkVocabulary(c, embedding, head, vocabulary, reasons);
    checkTaps(c, targetLayers, reasons);
    if (!reasons.isEmpty()) {
      throw new ModelFileException(
          draft, "the draft does not fit the target: " + String.join("; ", reasons));
    }
    List<String> notes = new ArrayList<>();
    noteOtherDepth(c, targetLayers, notes);
    noteZeroMaskRow(c, embedding, notes);
    return notes;
  }

  private static void checkHidden(
      DraftConfig c, int embeddingHidden, int headHidden, List<String> reasons) {
    if (embeddingHidden != c.hidden() || headHidden != c.hidden()) {
      reasons.add(
          "its fc.weight takes "
              + c.tapWidth()
              + " numbers, "
              + c.taps().size()
              + " taps of hidden size "
              + c.hidden()
              + ", and the target's hidden size is "
              + (embeddingHidden != c.hidden() ? embeddingHidden : headHidden));
    }
  }

  private static void checkTaps(DraftConfig c, int targetLayers, List<String> reasons) {
    for (int tap : c.taps()) {
      if (tap >= targetLayers) {
        reasons.add("tap " + tap + " is no layer of a target with " + targetLayers + " layers");
        return;
      }
    }
  }

  private static void noteOtherDepth(DraftConfig c, int targetLayers, List<String> notes) {
    if (c.targetLayers().isPresent() && c.targetLayers().getAsInt() != targetLayers) {
      notes.add(
          "made for a target with "
              + c.targetLayers().getAsInt()
              + " layers, used with one that has "
              + targetLayers);
    }
  }

  // Sizes are rounded up to different multiples on both sides, so only the ids that are used must
  // exist everywhere: the target's tokens in the draft, the draft's rows in the target.
  private static void checkVocabulary(
      DraftConfig c,
      TokenEmbedding embedding,
      OutputHead head,
      int vocabulary,
      List<String> reasons) {
    int rows = embedding.vocabulary();
    if (vocabulary < 1 || vocabulary > rows || vocabulary > head.vocabulary()) {
      throw new IllegalArgumentException(
          vocabulary
              + " tokens, but the embedding has "
              + rows
              + " rows and the head "
              + head.vocabulary());
    }
    if (c.maskToken() >= rows) {
      reasons.add(
          "mask token "
              + c.maskToken()
              + " has no row in the target's embedding, which has "
              + rows);
    }
    int known = c.selector().map(SelectorShape::vocabulary).orElse(c.vocabulary());
    if (vocabulary > known || c.vocabulary() > rows) {
      reasons.add(
          "its vocabulary is "
              + c.vocabulary()
              + (known < c.vocabulary() ? " with " + known + " codebook rows" : "")
              + ", the target has "
              + vocabulary
              + " tokens in "
              + rows
              + " rows");
    }
    if ((long) head.vocabulary() * (c.blockSize() - 1) > Integer.MAX_VALUE - 8) {
      reasons.add("logits of a block of " + c.blockSize() + " rows do not fit an array");
    }
  }

  private static void noteZeroMaskRow(DraftConfig c, TokenEmbedding embedding, List<String> notes) {
    float[] row = new float[c.hidden()];
    embedding.row(c.maskToken(), row, 0);
    for (float x : row) {
      if (x != 0) {
        return;
      }
    }
    notes.add(
        "the row of mask token "
            + c.maskToken()
            + " in the target's embedding is all zero; proposals may be poor");
  }
}
