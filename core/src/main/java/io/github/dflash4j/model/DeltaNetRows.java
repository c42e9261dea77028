/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

/**
 * Buffers of a forward through Gated DeltaNet layers, shared by all layers of one sequence. Used by
 * one thread at a time.
 */
public final class DeltaNetRows {
  /** Raw rows, then the convolved rows: queries, keys, values. */
  final float[] mixed;

  final float[] gates;
  final float[] answers;
  final float[] alphas;
  final float[] betas;

  /**
   * Buffers of a size.
   *
   * @param shape sizes of the layers
   * @param maxRows rows of the largest forward
   * @throws IllegalArgumentException if a buffer does not fit an array; says so before allocating
   */
  public DeltaNetRows(DeltaNetShape shape, int maxRows) {
    int channels = DeltaNetState.size(maxRows, shape.channels());
    int values = DeltaNetState.size(maxRows, shape.valueWidth());
    this.mixed = new float[channels];
    this.gates = new float[values];
    this.answers = new float[values];
    this.alphas = new float[maxRows * shape.valueHeads()];
    this.betas = new float[maxRows * shape.valueHeads()];
  }

  /**
   * Memory held.
   *
   * @return bytes
   */
  public long bytes() {
    return (long) Float.BYTES
        * ((long) mixed.length + gates.length + answers.length + alphas.length + betas.length);
  }
}
