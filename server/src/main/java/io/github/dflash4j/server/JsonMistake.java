/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * What is wrong with a text that is no JSON, for who wrote it: the words of the parser are for who
 * programs with it.
 */
final class JsonMistake {
  private static final int SHOWN_BEFORE = 20;

  private JsonMistake() {}

  /** Where the mistake is and what it is. */
  static String describe(JacksonException failure, String text) {
    if (failure instanceof StreamConstraintsException) {
      return "more than is read here: "
          + Json.MAX_DEPTH
          + " levels, numbers of "
          + Json.MAX_NUMBER
          + " characters, names of "
          + Json.MAX_NAME;
    }
    TokenStreamLocation at = failure.getLocation();
    return "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": " + kind(failure, text);
  }

  private static String kind(JacksonException failure, String text) {
    int offset = (int) failure.getLocation().getCharOffset();
    if (failure instanceof UnexpectedEndOfInputException || offset >= text.length()) {
      return "it ends too early";
    }
    if (failure instanceof MismatchedInputException) {
      return "something follows the value";
    }
    String unexpected = "unexpected " + character(text.codePointAt(offset));
    // The mistake may have begun further in front.
    String before = text.substring(Math.max(0, offset - SHOWN_BEFORE), offset);
    before = before.strip().replaceAll("\\s+", " ");
    return before.isEmpty() ? unexpected : unexpected + " behind " + Shown.of(before);
  }

  private static String character(int codePoint) {
    return codePoint > ' ' && codePoint < 0x7f
        ? Character.toString(codePoint)
        : String.format("U+%04X", codePoint);
  }
}
