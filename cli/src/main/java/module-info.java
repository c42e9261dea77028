/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** The {@code dflash4j} command line. */
module io.github.dflash4j.cli {
  requires info.picocli;
  requires io.github.dflash4j.core;
  requires io.github.dflash4j.demo;
  requires io.github.dflash4j.server;
  requires java.management;
  requires tools.jackson.databind;

  provides System.LoggerFinder with
      io.github.dflash4j.cli.NoteLoggers;

  opens io.github.dflash4j.cli to
      info.picocli;
}
