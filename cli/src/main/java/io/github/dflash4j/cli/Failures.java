/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.weights.ModelFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** The one place where errors become a line for people and an exit code. */
final class Failures {
  /** All went well. */
  static final int OK = 0;

  /** The command failed. */
  static final int FAILURE = 1;

  /** The command line is wrong. */
  static final int USAGE = 2;

  /** Vector code was required, and there is none. */
  static final int NO_VECTORS = 3;

  private Failures() {}

  /**
   * Reports an error in one line on standard error.
   *
   * @return the exit code
   */
  static int report(Throwable error, StandardStreams streams, boolean debug) {
    if (error instanceof TextOutput.LostException lost && lost.readerGone()) {
      return OK;
    }
    if (streams.out().isTerminal()) {
      streams.out().endLine();
      streams.out().flush();
    }
    line(message(error), streams);
    if (debug) {
      for (Throwable e = error; e != null; e = e.getCause()) {
        streams.err().line(e.toString());
        for (StackTraceElement frame : e.getStackTrace()) {
          streams.err().line("    at " + frame);
        }
      }
    }
    streams.err().flush();
    return error instanceof VectorsRequiredException ? NO_VECTORS : FAILURE;
  }

  /** Writes a message as the line that reports an error. */
  static void line(String message, StandardStreams streams) {
    streams.err().line("dflash4j: " + SafeText.oneLine(message));
    streams.err().flush();
  }

  /** What went wrong, for people. */
  static String message(Throwable error) {
    return switch (error) {
      case ModelFileException e -> e.getMessage();
      case TextOutput.LostException e -> e.getMessage();
      case IllegalArgumentException e when e.getMessage() != null -> e.getMessage();
      case IllegalStateException e when e.getMessage() != null -> e.getMessage();
      case ArithmeticException e when e.getMessage() != null -> e.getMessage();
      case UncheckedIOException e -> e.getMessage() + ": " + message(e.getCause());
      case IOException e -> fileMessage(e);
      case OutOfMemoryError e ->
          "not enough memory ("
              + e.getMessage()
              + "); a smaller --context or --max-tokens needs less, and JDK_JAVA_OPTIONS=-Xmx8g"
              + " allows more";
      case ExceptionInInitializerError e when e.getCause() != null -> message(e.getCause());
      case InternalError e when String.valueOf(e.getMessage()).contains("unsafe memory access") ->
          "a model file was changed or cut while it was in use";
      case null -> "unknown error";
      default -> "internal error: " + error + "; --debug shows where it comes from";
    };
  }

  private static String fileMessage(IOException error) {
    return switch (error) {
      case NoSuchFileException e -> e.getFile() + ": no such file or folder";
      case AccessDeniedException e -> e.getFile() + ": access denied";
      case FileSystemException e when e.getReason() != null -> e.getFile() + ": " + e.getReason();
      case CharacterCodingException e -> "the text is not UTF-8";
      default -> error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
    };
  }
}
