/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

/** Text from files and exceptions, made harmless for a terminal and for line-wise readers. */
final class SafeText {
  private SafeText() {}

  /**
   * The text in one line: white space becomes a space, other control characters are spelled out.
   */
  static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          if (c == '\n' || c == '\r' || c == '\t') {
            if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
              line.append(' ');
            }
          } else if (Character.isISOControl(c)) {
            line.append(String.format("\\u%04x", c));
          } else {
            line.appendCodePoint(c);
          }
        });
    return line.toString().strip();
  }
}
