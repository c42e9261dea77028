/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.Rope;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorStore;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Both generations; they differ in what their layers have. */
final class DFlashModel implements DraftModel {
  private static final System.Logger LOG = System.getLogger(DFlashModel.class.getName());

  private final DraftConfig config;
  private final List<String> notes;
  private final TensorStore store;
  private final Compute compute;
  private final DraftWeights weights;
  private final Rope rope;
  private final Collection<Tensor> tensors;
  private final long heapBytes;
  private final LongAdder codebookRowsRead = new LongAdder();

  /** The store is the model's from now on, unless this fails. */
  DFlashModel(
      DraftConfig config,
      List<String> notes,
      TensorStore store,
      Compute compute,
      TensorLayout layout) {
    this.config = config;
    this.notes = List.copyOf(notes);
    this.store = store;
    this.compute = compute;
    DraftBuilder builder = new DraftBuilder(config, layout, store, compute);
    this.weights = builder.build();
    this.rope = config.rotary().rope(config.headDim());
    this.tensors = builder.tensors();
    this.heapBytes = builder.heapBytes();
  }

  @Override
  public DraftConfig config() {
    return config;
  }

  @Override
  public DraftSummary summary() {
    return DraftSummary.of(
            config, tensors, store.bytesMapped(), heapBytes, codebookRowsRead.sum(), notes)
        .withOwn(weights.own().description());
  }

  @Override
  public List<String> inspectData() {
    return store.inspectData();
  }

  @Override
  public Draft bind(TokenEmbedding embedding, OutputHead head, int targetLayers, int vocabulary) {
    OwnVocabulary own = weights.own();
    checkPair(embedding, head, targetLayers, vocabulary)
        .forEach(note -> LOG.log(Level.WARNING, store.location() + ": " + note));
    return new DFlashDraft(this, own.embeddingOr(embedding), own.headOr(head), vocabulary);
  }

  @Override
  public List<String> checkPair(
      TokenEmbedding embedding, OutputHead head, int targetLayers, int vocabulary) {
    return new PairCheck(config, weights.own(), embedding, head, targetLayers, vocabulary)
        .check(store.location());
  }

  @Override
  public DraftContext newContext(int firstPosition, int capacity) {
    return new DraftContext(config, firstPosition, capacity);
  }

  @Override
  public DraftForward newForward() {
    return new DraftForward(config, weights, compute, rope);
  }

  @Override
  public Optional<CandidateSelector> newSelector() {
    return config
        .selector()
        .map(shape ->
            new CandidateSelector(
                compute,
                weights.selector().projection(),
                weights.selector().predecessors(),
                weights.selector().successors(),
                shape.candidates(),
                codebookRowsRead));
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public String toString() {
    return summary().line();
  }
}
