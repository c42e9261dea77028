/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a number of threads. Far more threads than processors would only stand in each other's way.
 */
final class ThreadCounts implements ITypeConverter<Integer> {
  static final int MOST = 256;

  @Override
  public Integer convert(String text) {
    int threads = new Counts().convert(text);
    int most = Math.max(MOST, Runtime.getRuntime().availableProcessors());
    if (threads > most) {
      throw new TypeConversionException("at most " + most + " threads, not " + threads);
    }
    return threads;
  }
}
