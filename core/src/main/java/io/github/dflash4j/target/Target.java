/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.PredictionHead;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.weights.TensorStore;
import java.util.Optional;

/**
 * A target model: one forward for prompt chunks and verify blocks. The weights are immutable and
 * shared; everything that changes is in a {@link TargetState}, so several threads may run different
 * states of one target at the same time. Closing unmaps the weights; states of it are useless then.
 */
public interface Target extends AutoCloseable {

  /**
   * What kind of model this is.
   *
   * @return sizes and settings
   */
  TargetSpec spec();

  /**
   * The embedding table.
   *
   * @return raw rows, to be borrowed by a draft
   */
  TokenEmbedding embedding();

  /**
   * The output head.
   *
   * @return to be borrowed by a draft
   */
  OutputHead head();

  /**
   * The head for multi-token prediction.
   *
   * @return the head, if it was asked for by {@link TargetOptions#withPredictionHead()}
   */
  default Optional<PredictionHead> predictionHead() {
    return Optional.empty();
  }

  /**
   * The tensors of the target.
   *
   * @return the mapped weights, owned by the target
   */
  TensorStore weights();

  /**
   * What the target computes with.
   *
   * @return kernels, projections and threads
   */
  Compute compute();

  /**
   * A fresh state with all its memory.
   *
   * @param capacity tokens it can hold, at most the context length of {@link #spec()}
   * @param maxRows rows of the largest forward
   * @param taps zero-based layers whose output is kept for a draft, in the order wanted; may be
   *     empty
   * @return an empty state, owned by the caller and used by one thread at a time
   * @throws IllegalArgumentException if a tap is no layer of this target or a size is out of range
   */
  TargetState newState(int capacity, int maxRows, int... taps);

  /**
   * A fresh state with memory for rows that stay in any case and for fewer rows that may not: what
   * a prompt needs, which is read in long chunks, and the blocks behind it.
   *
   * @param capacity as above
   * @param rows rows of the largest passes
   * @param taps as above
   * @return an empty state, owned by the caller and used by one thread at a time
   * @throws IllegalArgumentException if a tap is no layer of this target or a size is out of range
   */
  default TargetState newState(int capacity, StateRows rows, int... taps) {
    return newState(capacity, rows.most(), taps);
  }

  /**
   * Runs {@code rows} tokens at positions {@code state.length()} and following. Their effect is
   * pending until {@link TargetState#commit} says how many of them stay; a forward while rows are
   * pending forgets those rows first. Logits and taps of the state are those of this call.
   *
   * <p>Row t has the bits that feeding the tokens one by one would give it, whatever the number of
   * rows (target-models 4.3).
   *
   * @param state a state of this target
   * @param tokens token ids
   * @param offset index of the first token used
   * @param rows how many tokens, 1 to {@link TargetState#maxRows()}, or to {@link
   *     StateRows#pending()} of a state made with that
   * @param logitRows for how many of the last rows logits are computed, 0 to {@code rows}
   * @throws IllegalArgumentException if a token is out of range, or the rows do not fit the state
   * @throws IllegalStateException if the target is closed
   */
  void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows);

  /**
   * Runs {@code rows} tokens that stay, and commits them: the bits of {@link #forward} and a commit
   * of all rows, without the memory that taking them back would need. If this fails half-way, a
   * state of a target with recurrent layers is of use again only after {@link TargetState#rewind}
   * or {@code truncate(0)}; until then, everything else throws {@link IllegalStateException}.
   *
   * @param state a state of this target
   * @param tokens token ids
   * @param offset index of the first token used
   * @param rows how many tokens, 1 to {@link TargetState#maxRows()}
   * @param logitRows for how many of the last rows logits are computed, 0 to {@code rows}
   * @throws IllegalArgumentException if a token is out of range, or the rows do not fit the state
   * @throws IllegalStateException if the target is closed
   */
  default void read(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    forward(state, tokens, offset, rows, logitRows);
    state.commit(rows);
  }

  /**
   * Buffers in which rows of several states run in one pass, so that the weights are read once.
   *
   * @param maxRows rows of the largest pass, of all its states together
   * @return an empty batch, used by one thread at a time; none if this target runs every state by
   *     itself
   * @throws IllegalArgumentException if there is no row, or the buffers do not fit arrays
   */
  default Optional<TargetBatch> newBatch(int maxRows) {
    return Optional.empty();
  }

  /**
   * Says that a state will not be used for a while, because the text that was written in it has
   * ended or waits for something. Nothing has to be said, and a later pass of the state needs no
   * word before it: a target in which passes are shared just stops waiting for the rows of this
   * state.
   *
   * @param state a state of this target
   */
  default void rest(TargetState state) {}

  @Override
  void close();
}
