/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.statistics.Holm;
import io.github.dflash4j.statistics.PairwiseArray;
import java.util.ArrayList;
import java.util.List;

/** Sampled texts of many settings against exact distributions, corrected for their number. */
final class SamplingSuite {
  /** Of all seeds; every cell has a million of its own. */
  static final long SEED = 5_000_000_000L;

  static final double LEVEL = 0.001;

  private SamplingSuite() {}

  /** What a cell gave. */
  record Outcome(SamplingCell cell, TextStatistics statistics, double p) {

    @Override
    public String toString() {
      return "%.2f  %-10s  %-11s  width %d  seeds from %d: %d tokens, %d accepted, %d rejected,"
              .formatted(
                  cell.temperature(),
                  cell.processor(),
                  cell.draft(),
                  cell.width(),
                  cell.seed(),
                  statistics.tokens(),
                  statistics.accepted(),
                  statistics.rejected())
          + " p %.4f (tokens %.4f, places %.4f, pairs %.4f), variation %.4f of %.4f"
              .formatted(
                  p,
                  statistics.singles().p(),
                  statistics.places().p(),
                  statistics.pairs().p(),
                  statistics.variation(),
                  statistics.variationLimit(LEVEL));
    }
  }

  /** Cells in which every level of a factor meets every level of every other factor. */
  static List<SamplingCell> pairwise() {
    List<SamplingCell> cells = new ArrayList<>();
    for (int[] row : PairwiseArray.of(1, SamplingCell.levels())) {
      cells.add(SamplingCell.of(row, SEED + cells.size() * 1_000_000L));
    }
    return cells;
  }

  static Outcome run(SamplingCell cell, SamplingCell.Decoding decoding, int tokens) {
    TextStatistics statistics = cell.write(decoding, tokens);
    return new Outcome(cell, statistics, statistics.p());
  }

  /** The smallest probability of a cell after Holm's correction; the suite passes from 0.001 up. */
  static double corrected(List<Outcome> outcomes) {
    return Holm.smallest(outcomes.stream().mapToDouble(Outcome::p).toArray());
  }
}
