/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.openblas;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;

/** The functions of an OpenBLAS library that are used here. */
final class Cblas {
  private static final List<String> USUAL_NAMES =
      List.of(
          "libopenblas.so.0",
          "libopenblas.so",
          "libopenblas.dylib",
          "/opt/homebrew/opt/openblas/lib/libopenblas.dylib",
          "libopenblas.dll",
          "openblas.dll");
  private static final int ROW_MAJOR = 101;
  private static final int AS_IT_IS = 111;
  private static final int TRANSPOSED = 112;

  /** Longest build description that is read. */
  private static final int MOST_CONFIG = 1024;

  private final MethodHandle sgemm;
  private final String version;

  private Cblas(MethodHandle sgemm, String version) {
    this.sgemm = sgemm;
    this.version = version;
  }

  /** The first library there is under one of the usual names. */
  static Cblas usual() {
    for (String name : USUAL_NAMES) {
      SymbolLookup library = find(name);
      if (library != null) {
        return of(name, library);
      }
    }
    throw new IllegalStateException(
        "OpenBLAS is not installed: none of "
            + String.join(", ", USUAL_NAMES)
            + " is there. Install it (Debian: libopenblas0) or name the library with -D"
            + OpenBlasProjections.PROPERTY);
  }

  static Cblas named(String name) {
    SymbolLookup library = find(name);
    if (library == null) {
      throw new IllegalStateException(
          "no library '"
              + name
              + "' that can be loaded; -D"
              + OpenBlasProjections.PROPERTY
              + " takes a path or a name the dynamic linker knows");
    }
    return of(name, library);
  }

  @SuppressWarnings("restricted")
  private static SymbolLookup find(String name) {
    try {
      boolean path = name.contains("/") || name.contains(File.separator);
      // Global: the threads of the library would not survive its unloading.
      return path
          ? SymbolLookup.libraryLookup(Path.of(name), Arena.global())
          : SymbolLookup.libraryLookup(name, Arena.global());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Cblas of(String name, SymbolLookup library) {
    String config = config(name, library);
    // Its integers would have 64 bits and be read beyond ours.
    if (config.contains("USE64BITINT")) {
      throw new IllegalStateException(
          "'" + name + "' is built for 64-bit integers; an OpenBLAS with 32-bit ones is needed");
    }
    FunctionDescriptor signature =
        FunctionDescriptor.ofVoid(
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_FLOAT,
            ADDRESS,
            JAVA_INT,
            ADDRESS,
            JAVA_INT,
            JAVA_FLOAT,
            ADDRESS,
            JAVA_INT);
    MethodHandle sgemm = handle(name, library, "cblas_sgemm", signature);
    String[] words = config.split(" ", 3);
    return new Cblas(sgemm, words.length < 2 ? "OpenBLAS" : words[0] + " " + words[1]);
  }

  /** For example {@code OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY Haswell}. */
  @SuppressWarnings("restricted")
  private static String config(String name, SymbolLookup library) {
    MethodHandle config =
        handle(name, library, "openblas_get_config", FunctionDescriptor.of(ADDRESS));
    try {
      MemorySegment text = (MemorySegment) config.invokeExact();
      return text.reinterpret(MOST_CONFIG).getString(0);
    } catch (Throwable e) {
      throw failed("openblas_get_config", e);
    }
  }

  @SuppressWarnings("restricted")
  private static MethodHandle handle(
      String name, SymbolLookup library, String function, FunctionDescriptor signature) {
    MemorySegment address =
        library
            .find(function)
            .orElseThrow(() ->
                new IllegalStateException(
                    "'" + name + "' is no OpenBLAS: it has no function " + function));
    return Linker.nativeLinker().downcallHandle(address, signature);
  }

  /** What the library says it is. */
  String version() {
    return version;
  }

  /**
   * {@code c[r, o] = sum over i of a[r, i] b[o, i]}.
   *
   * @param rows rows of a and c
   * @param outs rows of b, columns of c
   * @param in columns of a and b
   * @param cStride numbers from row to row of c
   */
  void multiplyTransposed(
      int rows, int outs, int in, MemorySegment a, MemorySegment b, MemorySegment c, int cStride) {
    try {
      sgemm.invokeExact(
          ROW_MAJOR, AS_IT_IS, TRANSPOSED, rows, outs, in, 1f, a, in, b, in, 0f, c, cStride);
    } catch (Throwable e) {
      throw failed("cblas_sgemm", e);
    }
  }

  private static IllegalStateException failed(String function, Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(function + " failed: " + cause.getMessage(), cause);
  }
}
