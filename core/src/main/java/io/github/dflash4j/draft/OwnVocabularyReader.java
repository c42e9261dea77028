/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.model.MatrixEmbedding;
import io.github.dflash4j.model.MatrixHead;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.weights.IntegerTensor;
import io.github.dflash4j.weights.Tensor;
import io.github.dflash4j.weights.TensorClaims;
import io.github.dflash4j.weights.TensorStore;
import java.util.BitSet;

/**
 * Claims an own embedding, an own head and the id map of a reduced vocabulary (dflash-algorithm
 * 2.1, 2.2).
 *
 * <p>With a map {@code d2t} row {@code i} of the head stands for target id {@code i + d2t[i]} in
 * safetensors, the convention of speculators and vLLM ({@code targets = arange(draft_vocab_size) +
 * draft_id_to_target_id}), and for target id {@code d2t[i]} in GGUF, where llama.cpp scatters
 * logits to the rows the tensor names. A mask {@code t2d} beside it, one boolean per target id, has
 * to agree. Codebooks of a selector have a row per target id in any case.
 */
final class OwnVocabularyReader {
  private final DraftConfig config;
  private final TensorLayout layout;
  private final TensorStore store;
  private final TensorClaims claims;
  private Tensor embedding;
  private Tensor head;
  private IntegerTensor map;
  private int[] targetIds;

  OwnVocabularyReader(
      DraftConfig config, TensorLayout layout, TensorStore store, TensorClaims claims) {
    this.config = config;
    this.layout = layout;
    this.store = store;
    this.claims = claims;
  }

  private String name(String published) {
    return layout.names().apply(published);
  }

  /** Problems are noted in the claims; a draft without any of these tensors claims nothing. */
  void claim() {
    if (config.vocabulary() == DraftConfig.UNSTATED) {
      return;
    }
    long ids = config.vocabulary();
    long hidden = config.hidden();
    if (store.has(name("embed_tokens.weight"))) {
      embedding = claims.claimRows(name("embed_tokens.weight"), ids, hidden);
    }
    map = claims.claimIntegersIfPresent(name("d2t"));
    long rows = map == null ? ids : map.size();
    head = claims.claimIfPresent(name("lm_head.weight"), rows, hidden);
    checkStatements(rows);
    if (map != null) {
      readMap();
    }
    checkMask();
  }

  private void checkStatements(long rows) {
    boolean present = store.has(name("lm_head.weight"));
    if (layout.headStated() && !present) {
      claims.note(name("lm_head.weight") + ": missing, though has_own_lm_head is stated");
    }
    if (map != null && !present) {
      claims.note("d2t: no " + name("lm_head.weight") + " whose rows it could map");
    }
    if (layout.draftVocabulary().isPresent() && layout.draftVocabulary().getAsInt() != rows) {
      claims.note(
          "draft_vocab_size: "
              + layout.draftVocabulary().getAsInt()
              + " stated, "
              + (map == null ? "without a map d2t to " + rows + " ids" : rows + " entries in d2t"));
    }
  }

  private void readMap() {
    if (map.size() > config.vocabulary() || map.type() == IntegerTensor.Type.BOOL) {
      claims.note("d2t: expected at most " + config.vocabulary() + " ids, found " + map.describe());
      return;
    }
    int[] ids = new int[(int) map.size()];
    BitSet seen = new BitSet(config.vocabulary());
    for (int i = 0; i < ids.length; i++) {
      long entry = map.get(i);
      long id = layout.mapOfOffsets() ? i + entry : entry;
      if (id < 0 || id >= config.vocabulary() || seen.get((int) id)) {
        claims.note(
            "d2t: row "
                + i
                + " stands for target id "
                + id
                + (layout.mapOfOffsets() ? " (" + i + " + " + entry + ")" : "")
                + (id < 0 || id >= config.vocabulary()
                    ? ", out of range 0.." + (config.vocabulary() - 1)
                    : ", as a row before it does"));
        return;
      }
      seen.set((int) id);
      ids[i] = (int) id;
    }
    targetIds = ids;
  }

  private void checkMask() {
    if (map == null || !layout.mapOfOffsets()) {
      return; // without a map nobody knows a mask
    }
    IntegerTensor mask = claims.claimIntegersIfPresent(name("t2d"));
    if (mask == null || targetIds == null) {
      return;
    }
    if (mask.size() != config.vocabulary()) {
      claims.note("t2d: expected shape [" + config.vocabulary() + "], found " + mask.describe());
      return;
    }
    BitSet mapped = new BitSet(config.vocabulary());
    for (int id : targetIds) {
      mapped.set(id);
    }
    for (int id = 0; id < config.vocabulary(); id++) {
      if (mask.get(id) != (mapped.get(id) ? 1 : 0)) {
        claims.note(
            "t2d: "
                + (mapped.get(id) ? "leaves out" : "has")
                + " target id "
                + id
                + (mapped.get(id) ? ", which d2t maps to" : ", which d2t does not map to"));
        return;
      }
    }
  }

  /** What was claimed; after the claims are finished. */
  OwnVocabulary build(Compute compute) {
    if (embedding == null && head == null) {
      return OwnVocabulary.NONE;
    }
    boolean tied = head == null && layout.tied();
    Tensor rows = tied ? embedding : head;
    OutputHead own = rows == null ? null : new MatrixHead(compute, WeightMatrix.of(rows));
    if (own != null && targetIds != null) {
      own = new ReducedHead(own, targetIds, config.vocabulary());
    }
    return new OwnVocabulary(
        embedding == null ? null : new MatrixEmbedding(WeightMatrix.of(embedding)),
        own,
        description(tied));
  }

  private String description(boolean tied) {
    String reduced = map == null ? "" : " of " + map.size() + " rows mapped to target ids";
    if (embedding == null) {
      return "own head" + reduced;
    }
    return "own embedding"
        + (tied ? ", which is its head too" : head == null ? "" : ", own head" + reduced);
  }

  /** Memory of the map. */
  long heapBytes() {
    return targetIds == null ? 0 : (long) targetIds.length * Integer.BYTES;
  }
}
