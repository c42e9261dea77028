/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.util.Arrays;
import java.util.Locale;

/**
 * What the inputs of a projection are while they are multiplied. Part of what decides the bits of a
 * result, unlike threads and vector width.
 */
public enum Activations {
  /** Single precision everywhere. What drafts use and what results are compared with others in. */
  FLOAT32,

  /**
   * Signed bytes with one scale for every 32 columns of a row, where weights have four to eight
   * bits; single precision elsewhere. An output is off by at most the sum over the groups of {@code
   * max|x| / 254 * sum|w|}, besides rounding.
   */
  INT8;

  /** Property that overrides what a program asks for targets: {@code float32} or {@code int8}. */
  public static final String PROPERTY = "dflash4j.activations";

  /**
   * What targets use unless their user says otherwise: {@link #INT8}, or what {@value #PROPERTY}
   * names.
   *
   * @return the activations of targets
   * @throws IllegalArgumentException if the property names none
   */
  public static Activations ofTargets() {
    String name = System.getProperty(PROPERTY, "");
    return name.isEmpty() ? INT8 : named(name);
  }

  /**
   * The name that {@value #PROPERTY} takes.
   *
   * @return {@code float32} or {@code int8}
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static Activations named(String name) {
    return Arrays.stream(values())
        .filter(a -> a.label().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(PROPERTY + " is float32 or int8, not '" + name + "'"));
  }
}
