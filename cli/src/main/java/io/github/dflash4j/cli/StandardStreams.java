/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Where a command reads and writes.
 *
 * @param in standard input
 * @param out for results
 * @param err for notes, progress and errors
 */
record StandardStreams(InputStream in, TextOutput out, TextOutput err) {

  /** Those of this process. */
  static StandardStreams ofProcess() {
    boolean plain =
        !System.getenv().getOrDefault("NO_COLOR", "").isEmpty()
            || "dumb".equals(System.getenv("TERM"));
    boolean outTerminal = TerminalCheck.isTerminal(1);
    boolean errTerminal = TerminalCheck.isTerminal(2);
    return new StandardStreams(
        System.in,
        TextOutput.out(
            new FileOutputStream(FileDescriptor.out),
            charset(outTerminal, "stdout.encoding"),
            outTerminal,
            outTerminal && !plain),
        TextOutput.err(
            new FileOutputStream(FileDescriptor.err),
            charset(errTerminal, "stderr.encoding"),
            errTerminal,
            errTerminal && !plain));
  }

  /**
   * UTF-8 in files and pipes. A terminal has its own, but for ASCII: such a locale is usually just
   * not set.
   */
  private static Charset charset(boolean terminal, String property) {
    String name = System.getProperty(property);
    if (!terminal || name == null || !Charset.isSupported(name)) {
      return StandardCharsets.UTF_8;
    }
    Charset stated = Charset.forName(name);
    return stated.equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : stated;
  }

  /** A remark that is no part of the result. */
  void note(String text) {
    err.line("note: " + SafeText.oneLine(text));
    err.flush();
  }
}
