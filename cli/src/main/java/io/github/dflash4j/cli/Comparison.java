/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

/**
 * How far two texts are the same, token by token.
 *
 * @param same tokens with the same id at the same place
 * @param all tokens of the longer text
 * @param firstDifference the 0-based place of the first difference, -1 if there is none
 */
record Comparison(int same, int all, int firstDifference) {

  static Comparison of(int[] plain, int[] other) {
    int all = Math.max(plain.length, other.length);
    int same = 0;
    int first = -1;
    for (int i = 0; i < all; i++) {
      if (i < plain.length && i < other.length && plain[i] == other[i]) {
        same++;
      } else if (first < 0) {
        first = i;
      }
    }
    return new Comparison(same, all, first);
  }

  boolean identical() {
    return firstDifference < 0;
  }

  String describe() {
    return "identical to plain decoding: " + same + " of " + all + " tokens";
  }
}
