/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.weights;

import java.nio.file.Path;

/**
 * A model file, or a pair of them, that cannot be used. The message is one line that names the
 * file, the tensor or key in question, what was expected and what was found; it is meant to be
 * shown to a person as it is. Names from a file are part of it, so control characters are escaped
 * and a very long message is cut.
 */
public final class ModelFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_MESSAGE = 2000;

  private final transient Path file;
  private final String subject;

  /**
   * A problem stated as expectation and finding.
   *
   * @param file the file or folder
   * @param subject the tensor or key, or what part of the file
   * @param expected what a usable file has there
   * @param found what this file has
   */
  public ModelFileException(Path file, String subject, String expected, String found) {
    super(oneLine(file + ": " + subject + ": expected " + expected + ", found " + found));
    this.file = file;
    this.subject = subject;
  }

  /**
   * A problem stated in one sentence.
   *
   * @param file the file or folder
   * @param problem what is wrong and, where it helps, what to do
   */
  public ModelFileException(Path file, String problem) {
    super(oneLine(file + ": " + problem));
    this.file = file;
    this.subject = "";
  }

  /**
   * A problem stated in one sentence, with the error behind it.
   *
   * @param file the file or folder
   * @param problem what is wrong
   * @param cause the error behind it
   */
  public ModelFileException(Path file, String problem, Throwable cause) {
    super(oneLine(file + ": " + problem), cause);
    this.file = file;
    this.subject = "";
  }

  /**
   * The file or folder with the problem.
   *
   * @return the path as it was given, or {@code null} after deserialisation
   */
  public Path file() {
    return file;
  }

  /**
   * The tensor or key with the problem.
   *
   * @return its name, or an empty string if the problem is not about a single one
   */
  public String subject() {
    return subject;
  }

  private static String oneLine(String message) {
    StringBuilder line = new StringBuilder(Math.min(message.length(), MAX_MESSAGE) + 16);
    for (int i = 0; i < message.length(); i++) {
      if (line.length() >= MAX_MESSAGE) {
        return line.append("...").toString();
      }
      char c = message.charAt(i);
      int kind = Character.getType(c);
      boolean plain =
          kind != Character.CONTROL
              && kind != Character.FORMAT
              && kind != Character.LINE_SEPARATOR
              && kind != Character.PARAGRAPH_SEPARATOR;
      if (plain) {
        line.append(c);
      } else {
        line.append(String.format("\\u%04x", (int) c));
      }
    }
    return line.toString();
  }
}
