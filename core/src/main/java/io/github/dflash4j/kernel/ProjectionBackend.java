/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * Where projections run: {@code y[r] = W x[r]} for every row r. The host kernels are the default;
 * another implementation may use an accelerator or a library, or record what passes through.
 * Belongs to one model, never to the process. Must be safe to call from several threads at once.
 */
public interface ProjectionBackend {

  /**
   * What computes, for people to read.
   *
   * @return a short name
   */
  String name();

  /**
   * Projects rows.
   *
   * @param weights the matrix {@code [out, in]}
   * @param x rows of {@code in} numbers, one after the other from index 0
   * @param rows how many
   * @param y receives rows of {@code out} numbers, one after the other from index 0
   * @throws IllegalStateException if the model is closed or the backend failed; the model stays
   *     usable
   */
  void project(WeightMatrix weights, float[] x, int rows, float[] y);

  /**
   * Projects the same rows through several matrices; the results are those of {@link #project}.
   *
   * @param weights matrices of the same number of inputs
   * @param x input rows
   * @param rows how many
   * @param y for each matrix, what receives its output rows
   * @throws IllegalStateException if the model is closed or the backend failed
   */
  default void projectAll(WeightMatrix[] weights, float[] x, int rows, float[][] y) {
    for (int i = 0; i < weights.length; i++) {
      project(weights[i], x, rows, y[i]);
    }
  }

  /**
   * Whether a row of the result depends on its own input only, bit for bit, whatever the number of
   * rows in the call. Verification relies on it: without it a target calls row by row.
   *
   * @return true if rows are independent
   */
  boolean rowsIndependent();
}
