/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.lang.System.Logger;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Warnings of the library as notes on standard error, in one line each; news as well where a
 * command follows them.
 */
public final class NoteLoggers extends System.LoggerFinder {

  // What is true of many files is said once.
  private static final Set<String> WRITTEN = ConcurrentHashMap.newKeySet();

  /** When news of a kind were written last, in nanoseconds. */
  private static final Map<String, Long> NEWS = new ConcurrentHashMap<>();

  private static volatile Following following = Following.NOTHING;

  /** Loggers whose news are written, and for how long one of a kind then stands for the others. */
  private record Following(String names, Duration quiet) {
    static final Following NOTHING = new Following(null, Duration.ZERO);

    boolean includes(String name) {
      return names != null && name.startsWith(names);
    }
  }

  /** For the service loader. */
  public NoteLoggers() {}

  /** Forgets what was said, at the start of a command. */
  static void startCommand() {
    WRITTEN.clear();
    NEWS.clear();
    following = Following.NOTHING;
  }

  /**
   * Has news written too, until the next command starts. Messages of one format are of a kind.
   *
   * @param names what names of loggers begin with
   * @param quiet how long nothing of a kind is written after one of it was
   */
  static void follow(String names, Duration quiet) {
    following = new Following(names, quiet);
  }

  private static boolean isDue(String kind) {
    long now = System.nanoTime();
    Long last = NEWS.get(kind);
    if (last == null) {
      return NEWS.putIfAbsent(kind, now) == null;
    }
    return now - last >= following.quiet().toNanos() && NEWS.replace(kind, last, now);
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
      return level.getSeverity() >= Level.WARNING.getSeverity() && level != Level.OFF
          || level == Level.INFO && following.includes(name);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      write(level, message, message);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... values) {
      write(
          level,
          format,
          values == null || values.length == 0 ? format : MessageFormat.format(format, values));
    }

    private void write(Level level, String format, String message) {
      if (isLoggable(level)
          && (level == Level.INFO ? isDue(name + format) : WRITTEN.add(message))) {
        // Whatever progress stands in the line is written over.
        String erase = TerminalCheck.isTerminal(2) ? "\r\u001b[K" : "";
        System.err.println(erase + "note: " + SafeText.oneLine(String.valueOf(message)));
      }
    }
  }
}
