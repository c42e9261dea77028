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
  private final DraftConfig c;
  private final OwnVocabulary own;
  private final TokenEmbedding embedding;
  private final OutputHead head;
  private final int targetLayers;
  private final int vocabulary;
  private final List<String> reasons = new ArrayList<>();

  /**
   * A pair.
   *
   * @param c the draft
   * @param own what the draft does not borrow
   * @param embedding the target's embedding
   * @param head the target's head
   * @param targetLayers layers of the target
   * @param vocabulary ids of the target with a token
   */
  PairCheck(
      DraftConfig c,
      OwnVocabulary own,
      TokenEmbedding embedding,
      OutputHead head,
      int targetLayers,
      int vocabulary) {
    this.c = c;
    this.own = own;
    this.embedding = embedding;
    this.head = head;
    this.targetLayers = targetLayers;
    this.vocabulary = vocabulary;
  }

  /**
   * Checks the pair.
   *
   * @param draft where the draft lies, for messages
   * @return what is odd but no reason to refuse it
   * @throws ModelFileException if it does not fit; all reasons are in the message
   */
  List<String> check(Path draft) {
    checkHidden();
    checkVocabulary();
    checkOwnHead();
    checkTaps();
    if (!reasons.isEmpty()) {
      throw new ModelFileException(
          draft, "the draft does not fit the target: " + String.join("; ", reasons));
    }
    List<String> notes = new ArrayList<>();
    noteOtherDepth(notes);
    noteZeroMaskRow(notes);
    return notes;
  }

  private void checkHidden() {
    int embeddingHidden = embedding.hidden();
    int headHidden = head.hidden();
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

  private void checkTaps() {
    for (int tap : c.taps()) {
      if (tap >= targetLayers) {
        reasons.add("tap " + tap + " is no layer of a target with " + targetLayers + " layers");
        return;
      }
    }
  }

  private void noteOtherDepth(List<String> notes) {
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
  private void checkVocabulary() {
    int rows = embedding.vocabulary();
    if (vocabulary < 1 || vocabulary > rows || vocabulary > head.vocabulary()) {
      throw new IllegalArgumentException(
          vocabulary
              + " tokens, but the embedding has "
              + rows
              + " rows and the head "
              + head.vocabulary());
    }
    if (own.embedding() == null && c.maskToken() >= rows) {
      reasons.add(
          "mask token "
              + c.maskToken()
              + " has no row in the target's embedding, which has "
              + rows);
    }
    boolean stated = c.vocabulary() != DraftConfig.UNSTATED;
    int known = c.selector().map(SelectorShape::vocabulary).orElse(c.vocabulary());
    if (stated && (vocabulary > known || c.vocabulary() > rows)) {
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
    if ((long) own.headOr(head).vocabulary() * (c.blockSize() - 1) > Integer.MAX_VALUE - 8) {
      reasons.add("logits of a block of " + c.blockSize() + " rows do not fit an array");
    }
  }

  // Where every row of the head stands for padding there would be nothing to propose, and where
  // candidates run out ids without a row would become some.
  private void checkOwnHead() {
    int wanted = c.selector().map(SelectorShape::candidates).orElse(1);
    own.reduced()
        .ifPresent(reduced -> {
          int rows = reduced.rowsBelow(vocabulary);
          if (rows < wanted) {
            reasons.add(
                rows + " rows of its head stand for tokens of the target, and it needs " + wanted);
          }
        });
  }

  private void noteZeroMaskRow(List<String> notes) {
    float[] row = new float[c.hidden()];
    own.embeddingOr(embedding).row(c.maskToken(), row, 0);
    for (float x : row) {
      if (x != 0) {
        return;
      }
    }
    notes.add(
        "the row of mask token "
            + c.maskToken()
            + (own.embedding() == null ? " in the target's embedding" : " in its own embedding")
            + " is all zero; proposals may be poor");
  }
}
