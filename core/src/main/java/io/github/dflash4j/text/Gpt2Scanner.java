/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

/**
 * The split of GPT-2 and, with single numbers cut out first, of SmolLM and StarCoder (target-models
 * 7.2): contractions in lower case; letters, numbers or punctuation with one space in front; other
 * white space.
 */
final class Gpt2Scanner implements PreTokenizer {
  private static final int LETTER = 0;
  private static final int NUMBER = 1;
  private static final int SPACE = 2;
  private static final int OTHER = 3;

  private final boolean numbersApart;

  /**
   * A scanner.
   *
   * @param numbersApart whether every single number is cut out before anything else
   */
  Gpt2Scanner(boolean numbersApart) {
    this.numbersApart = numbersApart;
  }

  @Override
  public void split(int[] text, Pieces pieces) {
    if (!numbersApart) {
      splitPart(text, 0, text.length, pieces);
      return;
    }
    int from = 0;
    for (int at = 0; at < text.length; at++) {
      if (CharClass.isNumber(text[at])) {
        splitPart(text, from, at, pieces);
        pieces.accept(at, at + 1);
        from = at + 1;
      }
    }
    splitPart(text, from, text.length, pieces);
  }

  private static void splitPart(int[] text, int from, int end, Pieces pieces) {
    for (int at = from; at < end; ) {
      int to = pieceEnd(text, at, end);
      pieces.accept(at, to);
      at = to;
    }
  }

  private static int pieceEnd(int[] text, int from, int end) {
    int to = contractionEnd(text, from, end);
    if (to > 0) {
      return to;
    }
    int start = text[from] == ' ' && from + 1 < end ? from + 1 : from;
    int kind = kind(text[start]);
    if (kind != SPACE) {
      to = start + 1;
      while (to < end && kind(text[to]) == kind) {
        to++;
      }
      return to;
    }
    to = from;
    while (to < end && CharClass.isSpace(text[to])) {
      to++;
    }
    return to == end || to - from == 1 ? to : to - 1;
  }

  private static int contractionEnd(int[] text, int from, int end) {
    if (text[from] != '\'' || from + 1 >= end) {
      return -1;
    }
    int first = text[from + 1];
    if (first == 's' || first == 't' || first == 'm' || first == 'd') {
      return from + 2;
    }
    int second = from + 2 < end ? text[from + 2] : -1;
    boolean pair =
        (first == 'r' && second == 'e')
            || (first == 'v' && second == 'e')
            || (first == 'l' && second == 'l');
    return pair ? from + 3 : -1;
  }

  private static int kind(int codePoint) {
    if (CharClass.isLetter(codePoint)) {
      return LETTER;
    }
    if (CharClass.isNumber(codePoint)) {
      return NUMBER;
    }
    return CharClass.isSpace(codePoint) ? SPACE : OTHER;
  }
}
