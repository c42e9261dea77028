/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

/**
 * The Unicode classes that pre-tokenizer patterns speak of, for code points. They follow the
 * Unicode version of the running JDK; characters assigned later change class (target-models 7.2).
 */
final class CharClass {
  private CharClass() {}

  /** {@code \p{L}}. */
  static boolean isLetter(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER ->
          true;
      default -> false;
    };
  }

  /** {@code \p{M}}. */
  static boolean isMark(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK ->
          true;
      default -> false;
    };
  }

  /** {@code \p{N}}: digits, but also letter numbers and fractions. */
  static boolean isNumber(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
      default -> false;
    };
  }

  /**
   * {@code \s} with Unicode rules, the property White_Space. Neither {@link Character#isWhitespace}
   * nor {@link Character#isSpaceChar} is the same set.
   */
  static boolean isSpace(int codePoint) {
    return switch (codePoint) {
      case 9, 10, 11, 12, 13, 32, 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 ->
          true;
      default -> codePoint >= 0x2000 && codePoint <= 0x200A;
    };
  }

  static boolean isLineEnd(int codePoint) {
    return codePoint == '\r' || codePoint == '\n';
  }
}
