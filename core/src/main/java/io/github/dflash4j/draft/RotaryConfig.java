/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.model.Rope;
import java.util.Optional;

/**
 * Rotary positions of a draft, which are its own and not those of its target (dflash-algorithm
 * 3.4).
 *
 * @param base rotary base, theta
 * @param neighbours whether component 2i pairs with 2i + 1 instead of i with i + d/2
 * @param yarn scaling of the frequencies, if there is any
 */
public record RotaryConfig(double base, boolean neighbours, Optional<Yarn> yarn) {

  /**
   * YaRN scaling.
   *
   * @param factor interpolation factor
   * @param original context length of the original model
   * @param betaFast rotations above which frequencies stay
   * @param betaSlow rotations below which they are interpolated
   * @param attentionFactor multiplies cosine and sine
   */
  public record Yarn(
      double factor, double original, double betaFast, double betaSlow, double attentionFactor) {}

  /**
   * The usual form: halves, no scaling.
   *
   * @param base rotary base
   * @return the configuration
   */
  public static RotaryConfig standard(double base) {
    return new RotaryConfig(base, false, Optional.empty());
  }

  /**
   * The angles of a head.
   *
   * @param headDim size of a head; all of it rotates
   * @return the rotary positions
   */
  public Rope rope(int headDim) {
    Rope rope =
        yarn.map(y ->
                Rope.yarn(
                    headDim,
                    base,
                    y.factor(),
                    y.original(),
                    y.betaFast(),
                    y.betaSlow(),
                    y.attentionFactor()))
            .orElseGet(() -> Rope.standard(headDim, base));
    return neighbours ? rope.ofNeighbours() : rope;
  }
}
