/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.WeightMatrix;

/**
 * A head for multi-token prediction (target-models 5). Norm weights are final multipliers.
 *
 * @param fusion {@code [hidden, 2 x hidden]}: embedding first, hidden state second
 * @param embeddingNorm norm of the embedding before the fusion
 * @param hiddenNorm norm of the hidden state before the fusion
 * @param layer the one layer, with attention
 * @param norm norm behind the layer
 * @param embedding the target's, unless the head has its own
 * @param head the target's, unless the head has its own
 */
record PredictionWeights(
    WeightMatrix fusion,
    float[] embeddingNorm,
    float[] hiddenNorm,
    StackLayer layer,
    float[] norm,
    WeightMatrix embedding,
    WeightMatrix head) {}
