/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.WeightMatrix;

/**
 * The MLP of all models here: {@code down(silu(gate x) * (up x))} (target-models 3.1). Immutable.
 *
 * @param gate {@code [intermediate, hidden]}
 * @param up {@code [intermediate, hidden]}
 * @param down {@code [hidden, intermediate]}
 */
public record SwigluMlp(WeightMatrix gate, WeightMatrix up, WeightMatrix down) {

  /**
   * Applies the MLP to rows.
   *
   * @param compute what to compute with
   * @param x input rows of {@code hidden} numbers from index 0
   * @param rows how many
   * @param gateRows scratch of {@code rows x intermediate} numbers
   * @param upRows scratch of {@code rows x intermediate} numbers
   * @param y receives rows of {@code hidden} numbers; may be {@code x}
   */
  public void apply(
      Compute compute, float[] x, int rows, float[] gateRows, float[] upRows, float[] y) {
    compute.project(x, rows, gate, gateRows, up, upRows);
    GateRegion.siluMultiply(compute, gateRows, upRows, rows * gate.out());
    compute.project(down, gateRows, rows, y);
  }
}
