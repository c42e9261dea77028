/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.kernel.FloatKernels;
import picocli.CommandLine.Option;

/** The option that makes slow kernels an error. */
final class VectorRequirement {

  @Option(
      names = "--require-vector",
      description = {
        "Fail with exit code 3 if the kernels are not vector code, in place of running many times"
            + " slower."
      })
  private boolean required;

  void check(FloatKernels kernels) {
    if (required) {
      VectorsRequiredException.check(kernels);
    }
  }
}
