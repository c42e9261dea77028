/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.model.GatedDeltaNet;
import io.github.dflash4j.model.Rope;
import java.util.List;
import java.util.Optional;

/**
 * A target as all readers deliver it, whatever the packaging (target-models 2.3).
 *
 * @param spec sizes and settings
 * @param embedding {@code [vocabulary, hidden]}
 * @param head {@code [vocabulary, hidden]}, the embedding where tied
 * @param finalNorm norm before the head
 * @param layers all layers
 * @param rope rotary positions, in the pairing of the stored q and k rows
 * @param prediction the head for multi-token prediction, if it was asked for
 */
record StackWeights(
    TargetSpec spec,
    WeightMatrix embedding,
    WeightMatrix head,
    float[] finalNorm,
    List<StackLayer> layers,
    Rope rope,
    Optional<PredictionWeights> prediction) {

  /** The same with a head for multi-token prediction. */
  StackWeights with(PredictionWeights head) {
    return new StackWeights(spec, embedding, this.head, finalNorm, layers, rope, Optional.of(head));
  }

  /** The recurrent layers in order; none in a dense target. */
  List<GatedDeltaNet> recurrent() {
    return layers.stream()
        .map(StackLayer::mixer)
        .filter(Mixer.Recurrent.class::isInstance)
        .map(mixer -> ((Mixer.Recurrent) mixer).net())
        .toList();
  }
}
