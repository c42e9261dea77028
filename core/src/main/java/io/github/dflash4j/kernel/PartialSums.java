/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * Where vector kernels leave the partial sums of several products before they are folded. Folding
 * in registers makes a method larger than what C2 inlines in, and vectors that a call takes are
 * objects (kernels 7, trap 2).
 */
final class PartialSums {
  /** Eight products on the widest vectors. */
  private static final int SIZE = 8 * 16;

  private static final ThreadLocal<float[]> SUMS = ThreadLocal.withInitial(() -> new float[SIZE]);

  private PartialSums() {}

  /** An array of this thread, of any content. */
  static float[] ofThread() {
    return SUMS.get();
  }
}
