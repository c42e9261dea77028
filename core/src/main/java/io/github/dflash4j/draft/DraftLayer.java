/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.model.SwigluMlp;

/**
 * Weights of one draft layer (dflash-algorithm 2.1). Norms multiply by the stored weight, whatever
 * family the target is of.
 *
 * @param attentionNorm norm before attention
 * @param q {@code [heads x headDim, hidden]}
 * @param k {@code [keyValueHeads x headDim, hidden]}, for context rows and block rows
 * @param v {@code [keyValueHeads x headDim, hidden]}, for context rows and block rows
 * @param o {@code [hidden, heads x headDim]}
 * @param qNorm per-head norm of queries
 * @param kNorm per-head norm of keys
 * @param attentionConvolution convolution around attention, or null in generation 1
 * @param mlpNorm norm before the MLP
 * @param mlp the MLP
 * @param mlpConvolution convolution around the MLP, or null in generation 1
 */
record DraftLayer(
    float[] attentionNorm,
    WeightMatrix q,
    WeightMatrix k,
    WeightMatrix v,
    WeightMatrix o,
    float[] qNorm,
    float[] kNorm,
    GroupedConvolution attentionConvolution,
    float[] mlpNorm,
    SwigluMlp mlp,
    GroupedConvolution mlpConvolution) {}
