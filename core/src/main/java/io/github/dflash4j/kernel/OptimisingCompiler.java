/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.util.Optional;

/**
 * Whether this JVM compiles with its optimising compiler. Without it every vector is an object, and
 * vector code runs hundreds of times slower than scalar code (kernels 7, trap 9).
 */
final class OptimisingCompiler {
  private OptimisingCompiler() {}

  /** What this JVM does in place of optimising; empty if it optimises. */
  static Optional<String> missing() {
    return missing(System.getProperty("java.vm.info", ""));
  }

  /** HotSpot states its mode first, and "emulated-client" where the last tier is left out. */
  static Optional<String> missing(String info) {
    if (info.startsWith("interpreted mode")) {
      return Optional.of("it only interprets");
    }
    return info.contains("emulated-client")
        ? Optional.of("it leaves out the optimising compiler")
        : Optional.empty();
  }
}
