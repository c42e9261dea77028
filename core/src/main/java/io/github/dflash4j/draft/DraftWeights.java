/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.weights.Tensor;
import java.util.List;

/**
 * The weights of a draft, whatever packaging they came from.
 *
 * @param fusion makes context vectors
 * @param layers all layers
 * @param finalNorm norm behind the last layer
 * @param selector hidden projection and codebooks, or null in generation 1
 * @param own embedding and head of its own
 */
record DraftWeights(
    TapFusion fusion,
    List<DraftLayer> layers,
    float[] finalNorm,
    SelectorWeights selector,
    OwnVocabulary own) {

  /** Weights of the candidate selector; codebooks stay in their file. */
  record SelectorWeights(WeightMatrix projection, Tensor predecessors, Tensor successors) {}
}
