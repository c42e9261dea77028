/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a whole number of at least 1. */
final class Counts implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String text) {
    int number;
    try {
      number = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "a whole number from 1 to " + Integer.MAX_VALUE + " is needed, not '" + text + "'");
    }
    if (number < 1) {
      throw new TypeConversionException("at least 1 is needed, not " + number);
    }
    return number;
  }
}
