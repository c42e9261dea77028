/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;

/**
 * A projection matrix {@code [out, in]} as it lies in its file. Immutable; valid as long as the store
 * of its tensor is open.
 *
 * @param tensor the stored matrix
 * @param out rows: outputs of the projection
 * @param in columns: inputs of the projection
 */
public record WeightMatrix(Tensor tensor, int out, int in) {

  /**
   * A matrix over a tensor of two dimensions (a vector is a matrix of one row).
   *
   * @param tensor the stored matrix
   * @return the matrix
   * @throws ArithmeticException if a dimension does not fit an {@code int}
   */
  public static WeightMatrix of(Tensor tensor) {
    return new WeightMatrix(
        tensor, Math.toIntExact(tensor.rows()), Math.toIntExact(tensor.columns()));
  }

  /**
   * The name of the tensor.
   *
   * @return as in the file
   */
  public String name() {
    return tensor.name();
  }

  /**
   * How the numbers are stored.
   *
   * @return the type
   */
  public StorageType type() {
    return tensor.type();
  }
}
