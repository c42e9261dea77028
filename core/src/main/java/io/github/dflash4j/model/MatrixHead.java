/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.LargestOutputs;
import io.github.dflash4j.kernel.WeightMatrix;

/**
 * An output head that is one projection.
 *
 * @param compute what computes it
 * @param matrix {@code [vocabulary, hidden]}
 */
public record MatrixHead(Compute compute, WeightMatrix matrix) implements OutputHead {

  @Override
  public int vocabulary() {
    return matrix.out();
  }

  @Override
  public int hidden() {
    return matrix.in();
  }

  @Override
  public void logits(float[] hiddenRows, int rows, float[] logits) {
    compute.project(matrix, hiddenRows, rows, logits);
  }

  @Override
  public void mostLikely(float[] hiddenRows, int rows, int tokens, int most, LargestOutputs found) {
    compute.largest(matrix, hiddenRows, rows, tokens, most, found);
  }
}
