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
   * Whether a row of the result depends on its own input only, bit for bit, whatever the number of
   * rows in the call. Verification relies on it: without it a target calls row by row.
   *
   * @return true if rows are independent
   */
  boolean rowsIndependent();
}
