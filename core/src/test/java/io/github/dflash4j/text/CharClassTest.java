/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.fail;

import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CharClassTest {

  @Test
  void everyCodePointFallsIntoTheClassesOfTheRegularExpressions() {
    assertSame(CharClass::isLetter, "\\p{L}");
    assertSame(CharClass::isMark, "\\p{M}");
    assertSame(CharClass::isNumber, "\\p{N}");
    assertSame(CharClass::isSpace, "\\s");
    assertSame(CharClass::isLineEnd, "[\\r\\n]");
  }

  private static void assertSame(IntPredicate own, String regex) {
    Predicate<String> reference =
        Pattern.compile(regex, Pattern.UNICODE_CHARACTER_CLASS).asMatchPredicate();
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        continue;
      }
      // An assertion for each of a million code points would take most of a minute.
      if (own.test(c) != reference.test(Character.toString(c))) {
        fail("U+%04X belongs to %s: %s", c, regex, !own.test(c));
      }
    }
  }
}
