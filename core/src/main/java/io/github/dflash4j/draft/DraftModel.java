/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;
import java.util.List;
import java.util.Optional;

/**
 * A draft as its package holds it, not bound to a target yet. The weights are immutable and shared;
 * what changes is in sessions, contexts and forwards. Safe to share between threads. After {@link
 * #close()} everything made by it fails with {@link IllegalStateException}.
 */
public interface DraftModel extends AutoCloseable {

  /**
   * What the draft is.
   *
   * @return its configuration
   */
  DraftConfig config();

  /**
   * What the package holds and needs.
   *
   * @return figures for {@code inspect}
   */
  DraftSummary summary();

  /**
   * Reads all of the weights and looks for what no sound package of its format has. Loading looks
   * at samples only, since this takes as long as reading the file does.
   *
   * @return findings, one sentence each; empty if there are none, or if the format has nothing that
   *     could be told from the data alone
   * @throws IllegalStateException if the model is closed
   */
  List<String> inspectData();

  /**
   * Binds the draft to a target. It borrows the target's embedding and head unless its package has
   * its own, which {@link DraftSummary#line()} says. It proposes ids of the target in any case.
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

  /**
   * Checks what {@link #bind} checks, without binding.
   *
   * @param embedding the target's embedding
   * @param head the target's output head
   * @param targetLayers number of layers of the target
   * @param vocabulary ids with a token
   * @return what is odd about the pair but no reason to refuse it, one sentence each
   * @throws io.github.dflash4j.weights.ModelFileException if the pair does not fit
   */
  List<String> checkPair(
      TokenEmbedding embedding, OutputHead head, int targetLayers, int vocabulary);

  /**
   * An empty context, for use with {@link #newForward()}; a {@link DraftSession} has its own.
   *
   * @param firstPosition position of its first row, usually 0
   * @param capacity rows it can hold
   * @return the context with all its memory, owned by the caller and used by one thread at a time
   * @throws IllegalArgumentException if a size is out of range or the rows do not fit an array
   */
  DraftContext newContext(int firstPosition, int capacity);

  /**
   * The forward without embedding and head, for those who have block rows or context rows already.
   *
   * @return a forward with all its buffers, owned by the caller and used by one thread at a time
   */
  DraftForward newForward();

  /**
   * The candidate selector.
   *
   * @return a selector with all its buffers, owned by the caller and used by one thread at a time;
   *     empty for generation 1
   */
  Optional<CandidateSelector> newSelector();

  @Override
  void close();
}
