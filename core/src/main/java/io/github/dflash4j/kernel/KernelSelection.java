/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * The one place where kernels are chosen. The widest vectors the machine prefers, else scalar code;
 * the system property {@value #PROPERTY} forces a choice. All choices but the reference give the
 * same bits.
 */
public final class KernelSelection {

  /**
   * Forces kernels: {@code vector-512}, {@code vector-256}, {@code vector-128}, {@code scalar},
   * {@code reference}.
   */
  public static final String PROPERTY = "dflash4j.kernels";

  private static final String VECTOR = "vector-";

  private static final System.Logger LOG = System.getLogger(KernelSelection.class.getName());

  private KernelSelection() {}

  /**
   * The kernels of this process, chosen once.
   *
   * @return the chosen kernels
   * @throws IllegalArgumentException if the property names no kernels
   */
  public static FloatKernels chosen() {
    return Holder.CHOSEN.kernels();
  }

  /**
   * Why these are the kernels of this process.
   *
   * @return half a sentence for people, with the remedy where scalar code was the only choice
   * @throws IllegalArgumentException if the property names no kernels
   */
  public static String reason() {
    return Holder.CHOSEN.reason();
  }

  /**
   * Whether kernels are vector code.
   *
   * @param kernels the kernels
   * @return true for those of some vector width
   */
  public static boolean areVectors(FloatKernels kernels) {
    return kernels.name().startsWith(VECTOR);
  }

  /**
   * The double-precision reference.
   *
   * @return the kernels every path is compared with
   */
  public static FloatKernels reference() {
    return new ReferenceKernels();
  }

  /**
   * Kernels by name.
   *
   * @param name one of those listed at {@link #PROPERTY}
   * @return the kernels
   * @throws IllegalArgumentException if there are none of that name
   * @throws IllegalStateException if they need the vector module and it is not there
   */
  public static FloatKernels named(String name) {
    return switch (name) {
      case "scalar" -> new ScalarKernels();
      case "reference" -> new ReferenceKernels();
      case "vector-512", "vector-256", "vector-128" ->
          vector(Integer.parseInt(name.substring(VECTOR.length())));
      default ->
          throw new IllegalArgumentException(
              "no kernels named '" + name + "'; there are " + names());
    };
  }

  /**
   * The names that {@link #named} knows.
   *
   * @return all names
   */
  public static List<String> names() {
    return List.of("vector-512", "vector-256", "vector-128", "scalar", "reference");
  }

  /** The vector width of this process, for code that has one width per process. */
  static int vectorBits() {
    String forced = System.getProperty(PROPERTY, "");
    return forced.startsWith("vector-")
        ? Integer.parseInt(forced.substring("vector-".length()))
        : VectorWidth.preferredBits();
  }

  private static FloatKernels vector(int bits) {
    try {
      return VectorWidth.kernels(bits);
    } catch (NoClassDefFoundError e) {
      throw new IllegalStateException(
          "the module jdk.incubator.vector is not there; start Java with"
              + " --add-modules jdk.incubator.vector",
          e);
    }
  }

  private record Choice(FloatKernels kernels, String reason) {}

  private static Choice choose() {
    String forced = System.getProperty(PROPERTY, "");
    if (!forced.isEmpty()) {
      return new Choice(named(forced), "asked for by the system property " + PROPERTY);
    }
    Optional<String> compiler = OptimisingCompiler.missing();
    if (compiler.isPresent()) {
      return scalar(
          "this JVM was told to run without optimisation, "
              + compiler.get()
              + ", and vectors need it; start Java without -Xint and -XX:TieredStopAtLevel");
    }
    try {
      int bits = VectorWidth.preferredBits();
      return new Choice(
          VectorWidth.kernels(bits), "the widest vectors with code that this JVM prefers");
    } catch (NoClassDefFoundError e) {
      return scalar(
          "the module jdk.incubator.vector is not there; start Java with"
              + " --add-modules jdk.incubator.vector, or from the module path");
    }
  }

  private static Choice scalar(String reason) {
    LOG.log(
        Level.WARNING,
        "Scalar kernels: results are the same, speed is many times lower. The reason: "
            + reason
            + ".");
    return new Choice(new ScalarKernels(), reason);
  }

  private static final class Holder {
    static final Choice CHOSEN = choose();
  }
}
