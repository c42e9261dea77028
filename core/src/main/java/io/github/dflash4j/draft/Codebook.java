/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.RowDecoder;
import io.github.dflash4j.weights.Tensor;
import java.util.concurrent.atomic.LongAdder;

/**
 * A codebook of the selector, {@code [vocabulary, rank]}. Stays in its file; read a row at a time.
 */
final class Codebook {
  private final Tensor tensor;
  private final int rows;
  private final int rank;
  private final RowDecoder decoder;
  private final long rowBytes;
  private final LongAdder rowsRead;

  Codebook(Tensor tensor, LongAdder rowsRead) {
    this.tensor = tensor;
    this.rowsRead = rowsRead;
    this.rows = Math.toIntExact(tensor.rows());
    this.rank = Math.toIntExact(tensor.columns());
    this.decoder = RowDecoder.of(tensor.type());
    this.rowBytes = tensor.type().rowBytes(rank);
  }

  int rows() {
    return rows;
  }

  int rank() {
    return rank;
  }

  void row(int token, float[] out, int offset) {
    if (token < 0 || token >= rows) {
      throw new IndexOutOfBoundsException(
          "token " + token + " has no row in " + tensor.name() + ", which has " + rows);
    }
    rowsRead.increment();
    decoder.decode(tensor.data(), token * rowBytes, rank, out, offset);
  }
}
