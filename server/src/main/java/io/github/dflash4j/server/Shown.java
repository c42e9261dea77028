/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

/** What a client sent, as messages repeat it. */
final class Shown {
  private static final int LONGEST = 100;

  private Shown() {}

  /** Short enough for one line, on one line, and without halves of characters. */
  static String of(String sent) {
    String start = sent.length() > LONGEST ? sent.substring(0, LONGEST) + "..." : sent;
    return start.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?");
  }
}
