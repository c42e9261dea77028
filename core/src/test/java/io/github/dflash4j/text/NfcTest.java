/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NfcTest {
  private static final String[] MARKS = {
    "\u0301",
    "\u0323",
    "\u0345",
    "\u0334",
    "\u0300",
    "\u0344",
    "\u0F73",
    "\u0F71",
    "\u0F74",
    "\u05B0",
    "\u093C",
    "\u20DD",
    "\u0903",
    "\u1DCE",
    "\uD834\uDD65",
    "\u0302",
    "\u031B",
    "\u0327"
  };

  @Test
  void longRunsOfMarksNormalizeAsTheyDoWithoutHelp() {
    long seed = 5;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "x " : "");
      for (int run = random.nextInt(3); run >= 0; run--) {
        text.append("ae\uAC00o".charAt(random.nextInt(4)));
        for (int i = random.nextInt(2 * Nfc.SHORT_RUN); i >= 0; i--) {
          text.append(MARKS[random.nextInt(MARKS.length)]);
        }
      }
      assertThat(Nfc.normalize(text.toString()))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(Normalizer.normalize(text, Normalizer.Form.NFC));
    }
  }

  @Test
  void longRunsLeaveTheNormalizerNothingToSort() {
    // Sorting by insertion, which the normalizer does, takes n^2 / 4 moves for such a run.
    String run = "\u0301\u0323".repeat(5_000);
    assertThat(Nfc.orderLongRuns("a" + run + "b"))
        .isEqualTo("a" + "\u0323".repeat(5_000) + "\u0301".repeat(5_000) + "b");
    assertThat(Nfc.normalize("a" + run))
        .isEqualTo("\u1EA1" + "\u0323".repeat(4_999) + "\u0301".repeat(5_000));
  }

  @Test
  void ordinaryTextIsComposed() {
    assertThat(Nfc.normalize("cafe\u0301 \u1112\u1161\u11AB")).isEqualTo("caf\u00E9 \uD55C");
    assertThat(Nfc.normalize("")).isEmpty();
  }
}
