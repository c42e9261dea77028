/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.util.Locale;

/** Numbers as people read them, the same in every locale. */
final class Quantity {
  private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};

  private Quantity() {}

  /** For example {@code 411 bytes} or {@code 1.13 MiB}. */
  static String bytes(long bytes) {
    int unit = 0;
    double value = bytes;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0
        ? bytes + " " + UNITS[0]
        : String.format(Locale.ROOT, "%.2f %s", value, UNITS[unit]);
  }

  /** For example {@code 0.125 s}. */
  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
  }

  /** For example {@code 34.2 tokens/s}. */
  static String speed(double tokensPerSecond) {
    return String.format(Locale.ROOT, "%.1f tokens/s", tokensPerSecond);
  }

  /** With two digits behind the point. */
  static String ratio(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** A share in whole percent. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  /** Without digits that say nothing: {@code 10000}, {@code 1.0E-5}. */
  static String shortest(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : String.valueOf((float) value);
  }

  /** A number of things. */
  static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }
}
