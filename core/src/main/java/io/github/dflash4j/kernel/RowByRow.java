/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * Calls a backend with one row at a time, for backends whose rows depend on how many there are: a
 * verify block then has the bits of single steps, at the price of speed.
 */
public final class RowByRow implements ProjectionBackend {
  private final ProjectionBackend backend;

  private RowByRow(ProjectionBackend backend) {
    this.backend = backend;
  }

  /**
   * Makes the rows of a compute object independent.
   *
   * @param compute what a target computes with
   * @return the same object if its rows are independent, else one that projects row by row
   */
  public static Compute unlessIndependent(Compute compute) {
    ProjectionBackend backend = compute.projections();
    return backend.rowsIndependent() ? compute : compute.projectingOn(new RowByRow(backend));
  }

  @Override
  public String name() {
    return backend.name() + ", row by row";
  }

  @Override
  public void project(WeightMatrix weights, float[] x, int rows, float[] y) {
    if (rows == 1) {
      backend.project(weights, x, 1, y);
      return;
    }
    float[] in = new float[weights.in()];
    float[] out = new float[weights.out()];
    for (int r = 0; r < rows; r++) {
      System.arraycopy(x, r * in.length, in, 0, in.length);
      backend.project(weights, in, 1, out);
      System.arraycopy(out, 0, y, r * out.length, out.length);
    }
  }

  @Override
  public boolean rowsIndependent() {
    return true;
  }
}
