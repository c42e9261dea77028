/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.lang.System.Logger;
import java.text.MessageFormat;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Warnings of the library as notes on standard error, in one line each. */
public final class NoteLoggers extends System.LoggerFinder {

  // What is true of many files is said once.
  private static final Set<String> WRITTEN = ConcurrentHashMap.newKeySet();

  /** For the service loader. */
  public NoteLoggers() {}

  /** Forgets what was said, at the start of a command. */
  static void startCommand() {
    WRITTEN.clear();
  }

  @Override
  public Logger getLogger(String name, Module module) {
    return new NoteLogger(name);
  }

  private record NoteLogger(String name) implements Logger {
    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      return level.getSeverity() >= Level.WARNING.getSeverity() && level != Level.OFF;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      write(level, message);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... values) {
      write(
          level,
          values == null || values.length == 0 ? format : MessageFormat.format(format, values));
    }

    private void write(Level level, String message) {
      if (isLoggable(level) && WRITTEN.add(message)) {
        // Whatever progress stands in the line is written over.
        String erase = TerminalCheck.isTerminal(2) ? "\r\u001b[K" : "";
        System.err.println(erase + "note: " + SafeText.oneLine(String.valueOf(message)));
      }
    }
  }
}
