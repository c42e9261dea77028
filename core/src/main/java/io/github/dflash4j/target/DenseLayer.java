/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.model.SwigluMlp;

/**
 * Weights of one layer of a Llama or Qwen3 target. Norm weights are final multipliers.
 *
 * @param attentionNorm norm before attention
 * @param q {@code [heads x headDim, hidden]}
 * @param k {@code [keyValueHeads x headDim, hidden]}
 * @param v {@code [keyValueHeads x headDim, hidden]}
 * @param o {@code [hidden, heads x headDim]}
 * @param qNorm per-head norm of queries, or null where the family has none
 * @param kNorm per-head norm of keys, or null where the family has none
 * @param mlpNorm norm before the MLP
 * @param mlp the MLP
 */
record DenseLayer(
    float[] attentionNorm,
    WeightMatrix q,
    WeightMatrix k,
    WeightMatrix v,
    WeightMatrix o,
    float[] qNorm,
    float[] kNorm,
    float[] mlpNorm,
    SwigluMlp mlp) {}
