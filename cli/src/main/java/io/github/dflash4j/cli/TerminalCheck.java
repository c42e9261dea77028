/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * Tells whether an output is a terminal. Java knows that of input and output together only, so the
 * C library is asked where this module may call it, which the launcher allows.
 */
final class TerminalCheck {
  private TerminalCheck() {}

  /** Whether a file descriptor, 1 or 2, is a terminal. */
  static boolean isTerminal(int descriptor) {
    if (TerminalCheck.class.getModule().isNativeAccessEnabled()) {
      Linker linker = Linker.nativeLinker();
      Optional<MemorySegment> function =
          linker.defaultLookup().find("isatty").or(() -> linker.defaultLookup().find("_isatty"));
      if (function.isPresent()) {
        return ask(linker, function.get(), descriptor);
      }
    }
    return System.console() != null && System.console().isTerminal();
  }

  @SuppressWarnings("restricted")
  private static boolean ask(Linker linker, MemorySegment function, int descriptor) {
    try {
      return (int)
              linker
                  .downcallHandle(
                      function, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT))
                  .invokeExact(descriptor)
          != 0;
    } catch (Throwable e) {
      throw new LinkageError("isatty cannot be called", e);
    }
  }
}
