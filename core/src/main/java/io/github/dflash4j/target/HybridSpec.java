/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.model.DeltaNetShape;
import java.util.List;

/**
 * What a hybrid target has beyond a dense one: recurrent layers between those with attention, and
 * perhaps a head for multi-token prediction (target-models 1.1).
 *
 * @param recurrent sizes of the recurrent layers
 * @param attentionLayers zero-based layers with full attention, ascending; all others are recurrent
 * @param mtpTensors tensors of the multi-token prediction head in the files, 0 if there is none;
 *     they are loaded on request only
 */
public record HybridSpec(DeltaNetShape recurrent, List<Integer> attentionLayers, int mtpTensors) {

  /** Copies the list. */
  public HybridSpec {
    attentionLayers = List.copyOf(attentionLayers);
  }
}
