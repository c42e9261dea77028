/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time in whole seconds, at most a day. */
final class Seconds implements ITypeConverter<Duration> {
  private static final int MOST = 24 * 60 * 60;

  @Override
  public Duration convert(String text) {
    try {
      int seconds = Integer.parseInt(text);
      if (seconds >= 0 && seconds <= MOST) {
        return Duration.ofSeconds(seconds);
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new TypeConversionException(
        "a whole number of seconds from 0 to " + MOST + " is needed, not '" + text + "'");
  }
}
