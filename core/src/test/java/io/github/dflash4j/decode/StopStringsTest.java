/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.StopStrings.Match;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StopStringsTest {

  @Test
  void theFirstToEndIsFoundAndOfThoseTheLongest() {
    StopStrings stops = new StopStrings(List.of("cd", "bcd", "abcde", "x"));
    assertThat(stops.find(new StringBuilder("zabcdefx"), 0)).isEqualTo(new Match(2, "bcd"));
    assertThat(stops.find(new StringBuilder("zabcx"), 0)).isEqualTo(new Match(4, "x"));
    assertThat(stops.find(new StringBuilder("zabc"), 0)).isNull();
  }

  @Test
  void whatMayBeginOneIsHeldBack() {
    StopStrings stops = new StopStrings(List.of("END", "aaab"));
    assertThat(held(stops, "")).isZero();
    assertThat(held(stops, "xE")).isEqualTo(1);
    assertThat(held(stops, "xEN")).isEqualTo(2);
    assertThat(held(stops, "xENE")).isEqualTo(1);
    assertThat(held(stops, "xNE ")).isZero();
    assertThat(held(stops, "aaaa")).isEqualTo(3);
    assertThat(held(new StopStrings(List.of()), "any")).isZero();
    assertThat(held(new StopStrings(List.of("x")), "any")).isZero();
  }

  private static int held(StopStrings stops, String text) {
    return stops.heldBack(new StringBuilder(text));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void howATextIsCutIntoPiecesDoesNotMatter(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      List<String> strings = List.of(word(random, 4), word(random, 3), word(random, 5));
      StopStrings stops = new StopStrings(strings);
      String text = word(random, 40);
      Match whole = stops.find(new StringBuilder(text), 0);
      StringBuilder grown = new StringBuilder();
      int released = 0;
      Match found = null;
      while (grown.length() < text.length() && found == null) {
        int from = grown.length();
        grown.append(text, from, Math.min(text.length(), from + 1 + random.nextInt(6)));
        found = stops.find(grown, from);
        if (found == null) {
          int certain = grown.length() - stops.heldBack(grown);
          assertThat(certain).as("seed %d, round %d", seed, round).isGreaterThanOrEqualTo(released);
          released = certain;
        }
      }
      assertThat(found)
          .as("seed %d, round %d: %s in %s", seed, round, strings, text)
          .isEqualTo(whole);
      if (found != null) {
        assertThat(released)
            .as("seed %d, round %d", seed, round)
            .isLessThanOrEqualTo(found.start());
      }
    }
  }

  private static String word(Random random, int most) {
    StringBuilder word = new StringBuilder();
    int length = 1 + random.nextInt(most);
    while (word.length() < length) {
      word.append((char) ('a' + random.nextInt(2)));
    }
    return word.toString();
  }
}
