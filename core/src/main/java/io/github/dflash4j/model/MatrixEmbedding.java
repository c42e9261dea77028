/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.RowDecoder;
import io.github.dflash4j.kernel.WeightMatrix;
import java.util.Objects;

/**
 * An embedding read from a stored matrix, a row at a time.
 *
 * @param matrix {@code [vocabulary, hidden]}
 */
public record MatrixEmbedding(WeightMatrix matrix) implements TokenEmbedding {

  @Override
  public int vocabulary() {
    return matrix.out();
  }

  @Override
  public int hidden() {
    return matrix.in();
  }

  @Override
  public void row(int token, float[] out, int offset) {
    Objects.checkIndex(token, matrix.out());
    RowDecoder.of(matrix.type())
        .decode(
            matrix.tensor().data(),
            token * matrix.type().rowBytes(matrix.in()),
            matrix.in(),
            out,
            offset);
  }
}
