/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;

/** A draft as its package holds it, not bound to a target yet. */
public interface DraftModel extends AutoCloseable {

  /**
   * Binds the draft to a target, whose embedding and head it borrows.
   *
   * @param embedding the target's embedding
   * @param head the target's output head
   * @param targetLayers number of layers of the target
   * @param vocabulary ids with a token, 1 to the rows of the embedding; ids above are padding and
   *     never proposed
   * @return the draft, valid as long as both models are open
   * @throws io.github.dflash4j.weights.ModelFileException if the pair does not fit: hidden size,
   *     vocabulary, taps beyond the target's layers, mask token without a row
   */
  Draft bind(TokenEmbedding embedding, OutputHead head, int targetLayers, int vocabulary);

  @Override
  void close();
}
