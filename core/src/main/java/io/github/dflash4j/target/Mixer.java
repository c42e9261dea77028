/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.model.GatedDeltaNet;

/** The part of a layer that looks at other rows. */
sealed interface Mixer {

  /**
   * Full causal attention. Norm weights are final multipliers.
   *
   * @param index which attention layer this is, among those only
   * @param q {@code [heads x headDim, hidden]}; gated: twice as many rows
   * @param k {@code [keyValueHeads x headDim, hidden]}
   * @param v {@code [keyValueHeads x headDim, hidden]}
   * @param o {@code [hidden, heads x headDim]}
   * @param qNorm per-head norm of queries, or null where the family has none
   * @param kNorm per-head norm of keys, or null where the family has none
   * @param gating where the gates are through which goes what a head attended to
   */
  record FullAttention(
      int index,
      WeightMatrix q,
      WeightMatrix k,
      WeightMatrix v,
      WeightMatrix o,
      float[] qNorm,
      float[] kNorm,
      Gating gating)
      implements Mixer {

    boolean gated() {
      return gating != Gating.NONE;
    }
  }

  /**
   * A recurrent layer.
   *
   * @param index which recurrent layer this is, among those only
   * @param net the layer
   */
  record Recurrent(int index, GatedDeltaNet net) implements Mixer {}
}
