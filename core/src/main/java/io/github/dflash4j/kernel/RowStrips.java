/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/** Types whose rows lie in one piece: a strip is a row. */
record RowStrips(RowDecoder decoder) implements StripDecoder {

  @Override
  public int rows() {
    return 1;
  }

  @Override
  public void decode(WeightMatrix weights, int firstRow, float[] out) {
    int in = weights.in();
    decoder.decode(weights.tensor().data(), firstRow * decoder.type().rowBytes(in), in, out, 0);
  }
}
