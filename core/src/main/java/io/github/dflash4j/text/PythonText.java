/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

/** String functions with the meaning they have in the templates, which is Python's. */
final class PythonText {
  private PythonText() {}

  /** {@code strip()}: Python's white space on both sides. */
  static String strip(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isSpace(text.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  /** {@code str.isspace()}: the property White_Space and the separators U+001C to U+001F. */
  private static boolean isSpace(char c) {
    return CharClass.isSpace(c) || (c >= 0x1C && c <= 0x1F);
  }

  /** {@code lstrip('\n')}. */
  static String stripLeadingNewlines(String text) {
    int from = 0;
    while (from < text.length() && text.charAt(from) == '\n') {
      from++;
    }
    return text.substring(from);
  }

  /** {@code rstrip('\n')}. */
  static String stripTrailingNewlines(String text) {
    int to = text.length();
    while (to > 0 && text.charAt(to - 1) == '\n') {
      to--;
    }
    return text.substring(0, to);
  }

  /** {@code split(separator)[0]}. */
  static String beforeFirst(String text, String separator) {
    int at = text.indexOf(separator);
    return at < 0 ? text : text.substring(0, at);
  }

  /** {@code split(separator)[-1]}. */
  static String afterLast(String text, String separator) {
    int at = text.lastIndexOf(separator);
    return at < 0 ? text : text.substring(at + separator.length());
  }
}
