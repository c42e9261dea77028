/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import jdk.incubator.vector.FloatVector;

/** The vector widths there is code for. Apart, so that nothing else links to the vector module. */
final class VectorWidth {

  private VectorWidth() {}

  /** The widest width with code that the machine prefers; wider ones would run boxed. */
  static int preferredBits() {
    return Math.clamp(FloatVector.SPECIES_PREFERRED.vectorBitSize(), 128, 512);
  }

  static FloatKernels kernels(int bits) {
    return switch (bits) {
      case 512 -> new Vector512Kernels();
      case 256 -> new Vector256Kernels();
      default -> new Vector128Kernels();
    };
  }
}
