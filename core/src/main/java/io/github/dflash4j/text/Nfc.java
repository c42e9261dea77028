/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Normalization form C in bounded time. {@link Normalizer} sorts a run of combining marks by
 * insertion, which takes minutes for a run of a million; such runs are put into canonical order
 * here first, which leaves nothing to sort and changes nothing in the result.
 */
final class Nfc {
  /** Runs up to this length go to {@link Normalizer} as they are. */
  static final int SHORT_RUN = 256;

  /** The mark of the highest combining class, 240: every other one moves in front of it. */
  private static final String LAST_MARK = "\u0345";

  private Nfc() {}

  /** The text in normalization form C. */
  static String normalize(String text) {
    return Normalizer.normalize(orderLongRuns(text), Normalizer.Form.NFC);
  }

  /** The text with its long runs of marks decomposed and in canonical order. */
  static String orderLongRuns(String text) {
    int[] codePoints = text.codePoints().toArray();
    StringBuilder ordered = null;
    int copied = 0;
    for (int from = 0; from < codePoints.length; ) {
      int to = from;
      while (to < codePoints.length && CharClass.isMark(codePoints[to])) {
        to++;
      }
      if (to - from > SHORT_RUN) {
        ordered = ordered == null ? new StringBuilder(text.length()) : ordered;
        ordered.append(new String(codePoints, copied, from - copied));
        ordered.append(canonicalOrder(codePoints, from, to));
        copied = to;
      }
      from = Math.max(to, from + 1);
    }
    return ordered == null
        ? text
        : ordered.append(new String(codePoints, copied, codePoints.length - copied)).toString();
  }

  private static String canonicalOrder(int[] codePoints, int from, int to) {
    StringBuilder decomposed = new StringBuilder();
    for (int i = from; i < to; i++) {
      decomposed.append(decompose(Character.toString(codePoints[i])));
    }
    int[] marks = decomposed.codePoints().toArray();
    Map<Integer, Integer> classes = combiningClasses(marks);
    for (int start = 0; start < marks.length; ) {
      int end = start;
      while (end < marks.length && classes.get(marks[end]) > 0) {
        end++;
      }
      sort(marks, start, end, classes);
      start = Math.max(end, start + 1);
    }
    return new String(marks, 0, marks.length);
  }

  /** Stable, by counting: there are only a few dozen classes. */
  private static void sort(int[] marks, int from, int to, Map<Integer, Integer> classes) {
    int[] starts = new int[classes.size() + 2];
    for (int i = from; i < to; i++) {
      starts[classes.get(marks[i]) + 1]++;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    int[] sorted = new int[to - from];
    for (int i = from; i < to; i++) {
      sorted[starts[classes.get(marks[i])]++] = marks[i];
    }
    System.arraycopy(sorted, 0, marks, from, sorted.length);
  }

  /**
   * Numbers that order marks as their combining classes do, 0 for characters that never move. The
   * platform has no accessor for the classes, but its normalizer shows which of two marks goes
   * first.
   */
  private static Map<Integer, Integer> combiningClasses(int[] marks) {
    List<String> moving =
        Arrays.stream(marks).distinct().mapToObj(Character::toString).filter(Nfc::moves).toList();
    Comparator<String> byClass =
        (a, b) -> {
          if (!decompose(a + b).equals(a + b)) {
            return 1;
          }
          return decompose(b + a).equals(b + a) ? 0 : -1;
        };
    Map<Integer, Integer> classes = new HashMap<>();
    Arrays.stream(marks).forEach(mark -> classes.putIfAbsent(mark, 0));
    int number = 0;
    String previous = null;
    for (String mark : moving.stream().sorted(byClass).toList()) {
      if (previous == null || byClass.compare(previous, mark) != 0) {
        number++;
      }
      classes.put(mark.codePointAt(0), number);
      previous = mark;
    }
    return classes;
  }

  private static boolean moves(String mark) {
    return mark.equals(LAST_MARK) || !decompose(LAST_MARK + mark).equals(LAST_MARK + mark);
  }

  private static String decompose(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD);
  }
}
