/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.Random;

/** Random text that is rich in what tokenizers get wrong. */
final class RandomText {
  private static final String[] SNIPPETS = {
    "'s",
    "'S",
    "'\u017F",
    "'t",
    "'T",
    "'re",
    "'RE",
    "'vE",
    "'m",
    "'ll",
    "'lL",
    "'d",
    "'",
    "\u2019s",
    " ",
    "  ",
    "   ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\u000B",
    "\f",
    "\u0085",
    "\u00A0",
    "\u2003",
    "\u2028",
    "\u2029",
    "\u202F",
    "\u3000",
    "\u200B",
    "\uFEFF",
    "\u180E",
    "\u001C",
    "\u1680",
    "a",
    "Zz",
    "\u00E9",
    "e\u0301",
    "\u0301",
    "\u0323",
    "\u0300\u036F",
    "\u0903",
    "\u20DD",
    "\u4E16\u754C",
    "\u3053",
    "\uAC00",
    "\u1100\u1161",
    "\u0939\u093F",
    "\u0E01\u0E33",
    "\u01C5",
    "1",
    "23",
    "4567",
    "\u0663",
    "\u216B",
    "\u00BD",
    "\u096A",
    "\u00B2",
    "\u3007",
    ".",
    ",",
    "!?",
    "--",
    "(",
    "\u00AB",
    "\u20AC",
    "+=",
    "_",
    "\u00AD",
    "\u0000",
    "/",
    "<|x|>",
    "\uD83D\uDE42",
    "\uD83D\uDC4D\uD83C\uDFFD",
    "\uD835\uDC00",
    "\uD800\uDF30",
    "\u202E",
    "\uE000"
  };

  private RandomText() {}

  /**
   * Well-formed text of up to {@code parts} snippets and random assigned or unassigned characters.
   */
  static String next(Random random, int parts) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(parts + 1); i > 0; i--) {
      if (random.nextInt(8) == 0) {
        text.appendCodePoint(codePoint(random));
      } else {
        text.append(SNIPPETS[random.nextInt(SNIPPETS.length)]);
      }
    }
    return text.toString();
  }

  private static int codePoint(Random random) {
    while (true) {
      int c = random.nextInt(random.nextInt(4) == 0 ? 0x110000 : 0x3400);
      if (c < 0xD800 || c > 0xDFFF) {
        return c;
      }
    }
  }
}
