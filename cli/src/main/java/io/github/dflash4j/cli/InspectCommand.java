/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "inspect", description = "x")
final class InspectCommand implements Callable<Integer> {
  InspectCommand(StandardStreams streams) {}

  @Override
  public Integer call() {
    throw new UnsupportedOperationException();
  }
}
