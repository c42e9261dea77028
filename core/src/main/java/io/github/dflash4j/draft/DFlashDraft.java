/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;

/**
 * A draft with embedding and head, its own or those of its target.
 *
 * @param model the draft
 * @param embedding what embeds the tokens of a block
 * @param head from hidden rows to logits of target ids
 * @param vocabulary ids with a token
 */
record DFlashDraft(DFlashModel model, TokenEmbedding embedding, OutputHead head, int vocabulary)
    implements Draft {

  @Override
  public String describe() {
    DraftConfig c = model.config();
    return "DFlash " + c.generation() + ", block " + c.blockSize();
  }

  @Override
  public int[] taps() {
    return model.config().taps().stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public int maxProposed() {
    return model.config().blockSize() - 1;
  }

  @Override
  public int candidates() {
    return model.config().selector().map(SelectorShape::candidates).orElse(0);
  }

  @Override
  public DraftSession newSession(int capacity) {
    return new DFlashSession(this, capacity);
  }

  @Override
  public DraftSession newRewindableSession(int capacity) {
    return new DFlashSession(this, capacity, true);
  }
}
