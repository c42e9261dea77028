/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;
import java.util.Optional;

/**
 * What a draft has of its own in place of what it would borrow.
 *
 * @param embedding its embedding, or null
 * @param head its head over target ids, or null
 * @param description for people; empty if it borrows both
 */
record OwnVocabulary(TokenEmbedding embedding, OutputHead head, String description) {

  static final OwnVocabulary NONE = new OwnVocabulary(null, null, "");

  TokenEmbedding embeddingOr(TokenEmbedding target) {
    return embedding == null ? target : embedding;
  }

  OutputHead headOr(OutputHead target) {
    return head == null ? target : head;
  }

  Optional<ReducedHead> reduced() {
    return head instanceof ReducedHead h ? Optional.of(h) : Optional.empty();
  }
}
