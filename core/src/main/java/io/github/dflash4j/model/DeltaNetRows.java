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
  private final DeltaNetShape shape;

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
    this.shape = shape;
    int channels = DeltaNetState.size(maxRows, shape.channels());
    int values = DeltaNetState.size(maxRows, shape.valueWidth());
    this.mixed = new float[channels];
    this.gates = new float[values];
    this.answers = new float[values];
    this.alphas = new float[maxRows * shape.valueHeads()];
    this.betas = new float[maxRows * shape.valueHeads()];
  }

  /**
   * Takes projected rows out of buffers that several sequences share, to the front of these.
   *
   * @param shared buffers of the same shape
   * @param first the first row there
   * @param rows how many
   */
  public void takeProjected(DeltaNetRows shared, int first, int rows) {
    copy(shared.mixed, first, mixed, 0, rows, shape.channels());
    copy(shared.gates, first, gates, 0, rows, shape.valueWidth());
    copy(shared.alphas, first, alphas, 0, rows, shape.valueHeads());
    copy(shared.betas, first, betas, 0, rows, shape.valueHeads());
  }

  /**
   * Puts mixed rows from the front of these buffers into shared ones.
   *
   * @param shared buffers of the same shape
   * @param first the first row there
   * @param rows how many
   */
  public void giveMixed(DeltaNetRows shared, int first, int rows) {
    copy(gates, 0, shared.gates, first, rows, shape.valueWidth());
  }

  private static void copy(float[] source, int from, float[] target, int to, int rows, int width) {
    System.arraycopy(source, from * width, target, to * width, rows * width);
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
