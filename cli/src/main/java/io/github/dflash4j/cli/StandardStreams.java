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
    return new StandardStreams(
        System.in,
        output(FileDescriptor.out, 1, "stdout.encoding", plain),
        output(FileDescriptor.err, 2, "stderr.encoding", plain));
  }

  private static TextOutput output(
      FileDescriptor descriptor, int number, String encoding, boolean plain) {
    boolean terminal = TerminalCheck.isTerminal(number);
    return new TextOutput(
        new FileOutputStream(descriptor),
        terminal ? charset(System.getProperty(encoding)) : StandardCharsets.UTF_8,
        terminal,
        terminal && !plain);
  }

  /** UTF-8 also where the locale says ASCII, since such a locale is usually just not set. */
  private static Charset charset(String name) {
    if (name == null || !Charset.isSupported(name)) {
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
