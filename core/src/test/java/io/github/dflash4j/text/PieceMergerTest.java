/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PieceMergerTest {

  @Test
  void theLowestRankMergesFirst() {
    MergeTable table = new MergeTable(2);
    table.add(1, 2, 5, 10);
    table.add(2, 3, 4, 11);
    assertThat(merge(table, 1, 2, 3)).containsExactly(1, 11);
  }

  @Test
  void theLeftmostOfEqualPairsMergesFirst() {
    MergeTable table = new MergeTable(1);
    table.add(1, 1, 0, 2);
    assertThat(merge(table, 1, 1, 1)).containsExactly(2, 1);
  }

  @Test
  void theFirstRankOfADuplicateMergeCounts() {
    MergeTable table = new MergeTable(3);
    table.add(1, 2, 0, 10);
    table.add(2, 3, 1, 11);
    table.add(1, 2, 2, 12);
    assertThat(merge(table, 1, 2, 3)).containsExactly(10, 3);
  }

  @Test
  void aPairThatChangedWaitsForItsOwnRank() {
    int a = 1;
    int b = 2;
    int c = 3;
    int d = 4;
    MergeTable table = new MergeTable(4);
    table.add(b, c, 1, 10);
    table.add(a, b, 5, 11);
    table.add(10, d, 7, 12);
    table.add(a, 10, 9, 13);
    // b c is first; a b is gone then, and a 10 must not take its place in the queue.
    assertThat(merge(table, a, b, c, d)).containsExactly(a, 12);
  }

  @Test
  void randomTablesMergeAsRepeatedSearchDoes() {
    long seed = 77;
    Random random = new Random(seed);
    for (int round = 0; round < 3_000; round++) {
      List<int[]> merges = new ArrayList<>();
      MergeTable table = new MergeTable(40);
      for (int i = 0; i < 40; i++) {
        int known = 3 + i / 2;
        int[] merge = {random.nextInt(known), random.nextInt(known), random.nextInt(30), 3 + i};
        merges.add(merge);
        table.add(merge[0], merge[1], merge[2], merge[3]);
      }
      int[] symbols = random.ints(random.nextInt(1, 30), 0, 3).toArray();
      assertThat(merge(table, symbols))
          .as("seed %d, round %d: %s", seed, round, Arrays.toString(symbols))
          .containsExactly(search(merges, symbols));
    }
  }

  /** The definition: look through all pairs, merge the best, start again. */
  private static int[] search(List<int[]> merges, int[] symbols) {
    List<Integer> ids = new ArrayList<>(Arrays.stream(symbols).boxed().toList());
    while (true) {
      int best = -1;
      int[] bestMerge = null;
      for (int i = 0; i + 1 < ids.size(); i++) {
        int[] merge = first(merges, ids.get(i), ids.get(i + 1));
        if (merge != null && (bestMerge == null || merge[2] < bestMerge[2])) {
          best = i;
          bestMerge = merge;
        }
      }
      if (bestMerge == null) {
        return ids.stream().mapToInt(Integer::intValue).toArray();
      }
      ids.set(best, bestMerge[3]);
      ids.remove(best + 1);
    }
  }

  private static int[] first(List<int[]> merges, int left, int right) {
    return merges.stream().filter(m -> m[0] == left && m[1] == right).findFirst().orElse(null);
  }

  @Test
  void aRunOfAMillionEqualLettersTakesNLogNSteps() {
    // Doubling merges: a a -> b, b b -> c, ... as vocabularies have them for long runs.
    MergeTable table = new MergeTable(8);
    for (int i = 0; i < 8; i++) {
      table.add(i, i, i, i + 1);
    }
    int count = 1_000_000;
    PieceMerger merger = new PieceMerger(table);
    merger.symbols(count);
    merger.merge(count);
    int left = 0;
    for (int symbol = 0; symbol >= 0; symbol = merger.next(symbol)) {
      left++;
    }
    assertThat(left).isBetween(count / 256, count / 256 + 8);
    // Fewer than 3n candidates, each moved at most log2(n) = 20 places in and 20 out.
    assertThat(merger.steps()).isLessThan(3L * count * 42);
  }

  private static int[] merge(MergeTable table, int... symbols) {
    PieceMerger merger = new PieceMerger(table);
    System.arraycopy(symbols, 0, merger.symbols(symbols.length), 0, symbols.length);
    merger.merge(symbols.length);
    List<Integer> ids = new ArrayList<>();
    for (int symbol = 0; symbol >= 0; symbol = merger.next(symbol)) {
      ids.add(merger.id(symbol));
    }
    return ids.stream().mapToInt(Integer::intValue).toArray();
  }
}
