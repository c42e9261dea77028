/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

/**
 * The split of Qwen2, Qwen3, Qwen3.5 and Llama 3 (target-models 7.2): contractions in any case, a
 * word with one leading mark or space, numbers in groups, punctuation with the line ends behind it,
 * line ends, other white space.
 */
final class QwenLlamaScanner implements PreTokenizer {
  private static final int LONG_S = 0x17F;

  private final boolean marksAreLetters;
  private final int maxDigits;

  /**
   * A scanner.
   *
   * @param marksAreLetters whether combining marks count as letters (Qwen3.5)
   * @param maxDigits longest group of numbers: 1 for Qwen, 3 for Llama 3
   */
  QwenLlamaScanner(boolean marksAreLetters, int maxDigits) {
    this.marksAreLetters = marksAreLetters;
    this.maxDigits = maxDigits;
  }

  @Override
  public void split(int[] text, Pieces pieces) {
    for (int from = 0; from < text.length; ) {
      int to = pieceEnd(text, from);
      pieces.accept(from, to);
      from = to;
    }
  }

  private int pieceEnd(int[] text, int from) {
    int to = contractionEnd(text, from);
    if (to < 0) {
      to = wordEnd(text, from);
    }
    if (to < 0) {
      to = numberEnd(text, from);
    }
    if (to < 0) {
      to = punctuationEnd(text, from);
    }
    return to < 0 ? spaceEnd(text, from) : to;
  }

  private static int contractionEnd(int[] text, int from) {
    if (text[from] != '\'' || from + 1 >= text.length) {
      return -1;
    }
    int first = fold(text[from + 1]);
    if (first == 's' || first == 't' || first == 'm' || first == 'd') {
      return from + 2;
    }
    int second = from + 2 < text.length ? fold(text[from + 2]) : -1;
    boolean pair =
        (first == 'r' && second == 'e')
            || (first == 'v' && second == 'e')
            || (first == 'l' && second == 'l');
    return pair ? from + 3 : -1;
  }

  /** Simple case folding as far as the contractions need it. */
  private static int fold(int codePoint) {
    if (codePoint == LONG_S) {
      return 's';
    }
    return codePoint >= 'A' && codePoint <= 'Z' ? codePoint + ('a' - 'A') : codePoint;
  }

  private int wordEnd(int[] text, int from) {
    int at = from;
    if (!inWord(text[from])) {
      // One character may lead a word, but never a line end, a letter or a number.
      if (CharClass.isLineEnd(text[from]) || CharClass.isNumber(text[from])) {
        return -1;
      }
      at++;
    }
    int start = at;
    while (at < text.length && inWord(text[at])) {
      at++;
    }
    return at > start ? at : -1;
  }

  private int numberEnd(int[] text, int from) {
    int to = from;
    while (to < text.length && to - from < maxDigits && CharClass.isNumber(text[to])) {
      to++;
    }
    return to > from ? to : -1;
  }

  private int punctuationEnd(int[] text, int from) {
    int start = text[from] == ' ' ? from + 1 : from;
    int at = start;
    while (at < text.length && isPunctuation(text[at])) {
      at++;
    }
    if (at == start) {
      return -1;
    }
    while (at < text.length && CharClass.isLineEnd(text[at])) {
      at++;
    }
    return at;
  }

  /** White space: through the last line end, or else all but the last one before other text. */
  private static int spaceEnd(int[] text, int from) {
    int end = from;
    int afterLineEnd = -1;
    while (end < text.length && CharClass.isSpace(text[end])) {
      if (CharClass.isLineEnd(text[end])) {
        afterLineEnd = end + 1;
      }
      end++;
    }
    if (afterLineEnd > 0) {
      return afterLineEnd;
    }
    return end == text.length || end - from == 1 ? end : end - 1;
  }

  private boolean inWord(int codePoint) {
    return CharClass.isLetter(codePoint) || (marksAreLetters && CharClass.isMark(codePoint));
  }

  private boolean isPunctuation(int codePoint) {
    return !inWord(codePoint) && !CharClass.isNumber(codePoint) && !CharClass.isSpace(codePoint);
  }
}
