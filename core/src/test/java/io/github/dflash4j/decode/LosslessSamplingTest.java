/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.SamplingCell.Decoding;
import io.github.dflash4j.decode.SamplingSuite.Outcome;
import io.github.dflash4j.statistics.Holm;
import io.github.dflash4j.statistics.PairwiseArray;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever is drafted, the text has the target's distribution: 50,000 tokens of each of a pairwise
 * set of settings against the exact numbers, and in the profile {@code statistics} 200,000 of each
 * of all settings.
 */
class LosslessSamplingTest {
  private static final int TOKENS = 50_000;

  @Test
  void theCellsHoldEveryPairOfLevels() {
    List<int[]> rows =
        SamplingSuite.pairwise().stream()
            .map(cell ->
                new int[] {
                  Arrays.binarySearch(SamplingCell.TEMPERATURES, cell.temperature()),
                  cell.processor().ordinal(),
                  cell.draft().ordinal(),
                  Arrays.binarySearch(SamplingCell.WIDTHS, cell.width())
                })
            .toList();
    assertThat(PairwiseArray.missing(rows, SamplingCell.levels())).isEmpty();
    assertThat(rows).hasSizeGreaterThanOrEqualTo(24);
    int[] one = rows.get(0);
    assertThat(PairwiseArray.missing(rows.subList(1, rows.size()), SamplingCell.levels()))
        .as("the first row %s is needed", Arrays.toString(one))
        .isNotEmpty();
  }

  @Test
  void everyTokenHasTheTargetsDistribution() {
    List<Outcome> outcomes =
        SamplingSuite.pairwise().stream()
            .map(cell -> SamplingSuite.run(cell, Decoding::ours, TOKENS))
            .toList();
    outcomes.forEach(System.out::println);
    double corrected = SamplingSuite.corrected(outcomes);
    System.out.printf(
        "lossless sampling: %d cells, smallest p after correction %.4f%n",
        outcomes.size(), corrected);
    assertThat(corrected).as("%s", outcomes).isGreaterThanOrEqualTo(SamplingSuite.LEVEL);
    for (Outcome outcome : outcomes) {
      TextStatistics statistics = outcome.statistics();
      double limit = statistics.variationLimit(SamplingSuite.LEVEL / outcomes.size());
      assertThat(statistics.variation()).as("%s", outcome).isLessThan(limit);
      assertThat(statistics.tokens()).as("%s", outcome).isGreaterThan(TOKENS - 100);
      assertThat(statistics.accepted()).as("%s", outcome).isPositive();
      if (outcome.cell().draft() != KnownDraft.Kind.PERFECT) {
        assertThat(statistics.rejected()).as("%s", outcome).isPositive();
      }
    }
  }

  @Test
  void aPerfectDraftIsHardlyEverRejectedUnderAnyProcessor() {
    for (SamplingCell.Processor processor : SamplingCell.Processor.values()) {
      SamplingCell cell = new SamplingCell(0.7, processor, KnownDraft.Kind.PERFECT, 8, 1);
      TextStatistics statistics = cell.write(Decoding::ours, 5_000);
      assertThat(statistics.rejected()).as("%s", processor).isLessThanOrEqualTo(2);
      assertThat(statistics.accepted()).as("%s", processor).isGreaterThan(3_500);
    }
  }

  /** In the profile of the same name only; see docs/sampling.md. */
  @Test
  @Tag("statistics")
  void everyTokenHasTheTargetsDistributionOnTheFullGrid() {
    List<SamplingCell> grid = SamplingCell.grid(2 * SamplingSuite.SEED);
    double[] p = new double[grid.size()];
    long tokens = 0;
    for (int i = 0; i < p.length; i++) {
      Outcome outcome = SamplingSuite.run(grid.get(i), Decoding::ours, 200_000);
      p[i] = outcome.p();
      tokens += outcome.statistics().tokens();
      System.out.println(outcome);
      double limit = outcome.statistics().variationLimit(SamplingSuite.LEVEL / p.length);
      assertThat(outcome.statistics().variation()).as("%s", outcome).isLessThan(limit);
    }
    double corrected = Holm.smallest(p);
    System.out.printf(
        "lossless sampling, full grid: %d cells, %d tokens, smallest p %.6f, after correction"
            + " %.4f%n",
        p.length, tokens, Arrays.stream(p).min().orElseThrow(), corrected);
    assertThat(corrected).isGreaterThanOrEqualTo(SamplingSuite.LEVEL);
  }
}
