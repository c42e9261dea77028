/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.KernelSelection;

/** Vector code was required, and there is none. */
final class VectorsRequiredException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private VectorsRequiredException(String message) {
    super(message);
  }

  /** Refuses kernels that are no vector code. */
  static void check(FloatKernels kernels) {
    if (KernelSelection.areVectors(kernels)) {
      return;
    }
    String reason =
        KernelSelection.areVectors(KernelSelection.chosen())
            ? "they were asked for"
            : KernelSelection.reason();
    throw new VectorsRequiredException(
        "--require-vector, and the kernels are " + kernels.name() + ": " + reason);
  }
}
