/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the width of a block in which something is drafted. */
final class BlockRows implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String text) {
    int rows = new Counts().convert(text);
    if (rows < 2) {
      throw new TypeConversionException("at least 2 are needed, or nothing is drafted");
    }
    return rows;
  }
}
