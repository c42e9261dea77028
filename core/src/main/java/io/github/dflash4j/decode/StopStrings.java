/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.List;

/**
 * Looks for stop strings in a text that grows token by token. Which one is found does not depend on
 * how the text is cut into tokens: it is the one that ends first, the longest if several end there.
 */
final class StopStrings {
  private final List<String> strings;
  private final int longest;

  StopStrings(List<String> strings) {
    this.strings = strings;
    longest = strings.stream().mapToInt(String::length).max().orElse(0);
  }

  /** A stop string and where it begins. */
  record Match(int start, String string) {
    int end() {
      return start + string.length();
    }
  }

  /**
   * Looks at what was added to a text.
   *
   * @param text the text; in what lies before {@code from} there is no stop string
   * @param from where the new characters begin
   * @return the match, or null
   */
  Match find(StringBuilder text, int from) {
    Match first = null;
    for (String string : strings) {
      int start = text.indexOf(string, Math.max(0, from - longest + 1));
      if (start >= 0) {
        Match match = new Match(start, string);
        if (first == null
            || match.end() < first.end()
            || match.end() == first.end() && match.start() < first.start()) {
          first = match;
        }
      }
    }
    return first;
  }

  /**
   * How many characters at the end of a text may be the beginning of a stop string.
   *
   * @param text a text without a stop string
   */
  int heldBack(StringBuilder text) {
    for (int held = Math.min(longest - 1, text.length()); held > 0; held--) {
      if (beginsOne(text.substring(text.length() - held))) {
        return held;
      }
    }
    return 0;
  }

  private boolean beginsOne(String end) {
    return strings.stream()
        .anyMatch(string -> string.length() > end.length() && string.startsWith(end));
  }
}
