/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.RowDecoder;
import io.github.dflash4j.weights.Tensor;

/** Tensors small enough to be decoded once at load: norm weights, base kernels, divisors. */
public final class SmallTensors {
  private static final int LARGEST = 1 << 24;

  private SmallTensors() {}

  /**
   * Decodes a whole tensor.
   *
   * @param tensor a tensor of any shape with at most 16 M numbers
   * @return its numbers, row-major
   * @throws IllegalArgumentException if the tensor is larger
   */
  public static float[] floats(Tensor tensor) {
    if (tensor.elements() > LARGEST) {
      throw new IllegalArgumentException(tensor + " is too large to be decoded as a whole");
    }
    float[] out = new float[(int) tensor.elements()];
    RowDecoder.of(tensor.type()).decode(tensor.data(), 0, out.length, out, 0);
    return out;
  }
}
