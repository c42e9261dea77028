/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.WeightMatrix;

/**
 * Makes the context vector of a committed row from its tapped states (dflash-algorithm 3.2): {@code
 * c = RMSNorm(s fc^T; hidden_norm)}. It is the same vector for every draft layer. Immutable and
 * safe to share between threads.
 */
public final class TapFusion {
  private final Compute compute;
  private final WeightMatrix fusion;
  private final float[] norm;
  private final float eps;

  /**
   * A fusion.
   *
   * @param compute what computes it
   * @param fusion {@code [hidden, taps x hidden]}
   * @param norm weights of the norm behind it, kept and not copied
   * @param eps epsilon of that norm
   * @throws IllegalArgumentException if the norm does not fit the matrix
   */
  public TapFusion(Compute compute, WeightMatrix fusion, float[] norm, float eps) {
    if (norm.length != fusion.out()) {
      throw new IllegalArgumentException(
          norm.length + " norm weights for " + fusion.out() + " hidden numbers");
    }
    this.compute = compute;
    this.fusion = fusion;
    this.norm = norm;
    this.eps = eps;
  }

  /**
   * Numbers in a row of joined taps.
   *
   * @return taps times hidden size
   */
  public int tapWidth() {
    return fusion.in();
  }

  /**
   * Numbers in a context vector.
   *
   * @return the hidden size
   */
  public int hidden() {
    return fusion.out();
  }

  /**
   * Fuses rows, each from its own taps only.
   *
   * @param taps rows of {@link #tapWidth()} numbers from index 0
   * @param rows how many
   * @param fused receives rows of {@link #hidden()} numbers from index 0
   */
  public void fuse(float[] taps, int rows, float[] fused) {
    compute.project(fusion, taps, rows, fused);
    int hidden = hidden();
    for (int r = 0; r < rows; r++) {
      compute.kernels().rmsNorm(fused, r * hidden, norm, eps, hidden, fused, r * hidden);
    }
  }
}
