/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.model.SwigluMlp;

/**
 * Weights of one layer. Norm weights are final multipliers.
 *
 * @param mixerNorm norm before the mixer
 * @param mixer attention, or a recurrent layer
 * @param mlpNorm norm before the MLP
 * @param mlp the MLP
 */
record StackLayer(float[] mixerNorm, Mixer mixer, float[] mlpNorm, SwigluMlp mlp) {}
