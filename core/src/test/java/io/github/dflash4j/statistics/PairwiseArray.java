/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Few combinations of levels that hold every pair of levels of every two factors. */
public final class PairwiseArray {
  private static final int ATTEMPTS = 60;

  private PairwiseArray() {}

  /**
   * Row by row the best of some random rows, each of which begins with a pair that is missing.
   *
   * @param seed of the choice
   * @param levels how many levels each factor has
   * @return rows with one level per factor
   */
  public static List<int[]> of(long seed, int... levels) {
    Random random = new Random(seed);
    List<int[]> rows = new ArrayList<>();
    for (List<int[]> missing = missing(rows, levels);
        !missing.isEmpty();
        missing = missing(rows, levels)) {
      int[] best = null;
      int most = -1;
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        int[] pair = missing.get(random.nextInt(missing.size()));
        int[] row = new int[levels.length];
        for (int f = 0; f < row.length; f++) {
          row[f] = f == pair[0] ? pair[1] : f == pair[2] ? pair[3] : random.nextInt(levels[f]);
        }
        int covered = (int) missing.stream().filter(m -> holds(row, m)).count();
        if (covered > most) {
          best = row;
          most = covered;
        }
      }
      rows.add(best);
    }
    return rows;
  }

  /** Pairs that no row holds, as factor, level, factor, level. */
  public static List<int[]> missing(List<int[]> rows, int... levels) {
    List<int[]> missing = new ArrayList<>();
    for (int f = 0; f < levels.length; f++) {
      for (int g = f + 1; g < levels.length; g++) {
        for (int a = 0; a < levels[f]; a++) {
          for (int b = 0; b < levels[g]; b++) {
            int[] pair = {f, a, g, b};
            if (rows.stream().noneMatch(row -> holds(row, pair))) {
              missing.add(pair);
            }
          }
        }
      }
    }
    return missing;
  }

  private static boolean holds(int[] row, int[] pair) {
    return row[pair[0]] == pair[1] && row[pair[2]] == pair[3];
  }
}
