/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

/**
 * Names of a head for multi-token prediction in one packaging (target-models 2.1, 2.2).
 *
 * @param fusion the projection of embedding and hidden state
 * @param embeddingNorm norm of the embedding
 * @param hiddenNorm norm of the hidden state
 * @param norm norm behind the layer
 * @param normOptional whether that norm may be absent, which means the target's final norm
 * @param layer prefix of its layer, whose parts are named as in the stack
 * @param embedding an own embedding, which may be absent; null where the packaging has no such name
 * @param head an own head, which may be absent; null where the packaging has no such name
 */
record PredictionNames(
    String fusion,
    String embeddingNorm,
    String hiddenNorm,
    String norm,
    boolean normOptional,
    String layer,
    String embedding,
    String head) {

  /** The head of a Hugging Face folder. */
  static PredictionNames ofFolder(String prefix) {
    return new PredictionNames(
        prefix + "fc.weight",
        prefix + "pre_fc_norm_embedding.weight",
        prefix + "pre_fc_norm_hidden.weight",
        prefix + "norm.weight",
        false,
        prefix + "layers.0.",
        null,
        null);
  }

  /** The head of a GGUF file: one more block, with parts of its own. */
  static PredictionNames ofBlock(int block) {
    String prefix = "blk." + block + ".";
    return new PredictionNames(
        prefix + "nextn.eh_proj.weight",
        prefix + "nextn.enorm.weight",
        prefix + "nextn.hnorm.weight",
        prefix + "nextn.shared_head_norm.weight",
        true,
        prefix,
        prefix + "nextn.embed_tokens.weight",
        prefix + "nextn.shared_head_head.weight");
  }
}
