/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Several prompts together.
 *
 * @param prompts how many
 * @param identical how many of them were the same with the draft
 * @param tokens tokens of the plain texts
 * @param counts what drafting brought, in the first speculative runs
 * @param rounds round by round, the times of all prompts together
 */
public record ComparisonSummary(
    int prompts, int identical, long tokens, AcceptanceCounts counts, List<Round> rounds) {

  /**
   * Copies the list.
   *
   * @throws NullPointerException if anything is null
   */
  public ComparisonSummary {
    rounds = List.copyOf(rounds);
  }

  /**
   * Sums prompts up.
   *
   * @param all prompts of one {@link PairComparison}; may be empty
   * @return the sums
   */
  public static ComparisonSummary of(List<PromptComparison> all) {
    List<Round> rounds = new ArrayList<>();
    AcceptanceCounts counts = AcceptanceCounts.NONE;
    for (PromptComparison one : all) {
      counts = counts.plus(one.counts());
      for (int i = 0; i < one.rounds().size(); i++) {
        if (i == rounds.size()) {
          rounds.add(Round.NONE);
        }
        rounds.set(i, rounds.get(i).plus(one.rounds().get(i)));
      }
    }
    return new ComparisonSummary(
        all.size(),
        (int) all.stream().filter(PromptComparison::identical).count(),
        all.stream().mapToLong(PromptComparison::tokens).sum(),
        counts,
        rounds);
  }

  /**
   * Speed of speculative over plain decoding, measured.
   *
   * @return spread over the rounds; empty if nothing was timed
   */
  public Optional<Spread> speedRatio() {
    return spread(Round::speedRatio);
  }

  /**
   * Speed of speculative over plain decoding, foretold by the times of passes.
   *
   * @return spread over the rounds; empty if nothing was timed
   */
  public Optional<Spread> predictedRatio() {
    return spread(Round::predictedRatio);
  }

  private Optional<Spread> spread(ToDoubleFunction<Round> ratio) {
    List<Double> values =
        rounds.stream().filter(Round::isTimed).mapToDouble(ratio).boxed().toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }
}
