/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.statistics.ExactDistribution;
import io.github.dflash4j.statistics.Tally;
import io.github.dflash4j.statistics.Tally.Statistic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Holds texts against the exact distribution of every one of their tokens given those before it,
 * three times over: by the token before, by the token before and the place in the step, and by the
 * two tokens before. Whether a step reaches a place depends on earlier tokens only, so a lossless
 * rule is exact in each place.
 */
final class TextStatistics {
  /** The first token of a text, and those of a step. */
  private static final int PLACES = 1 + 8;

  private final double[][] logits;
  private final Sampling sampling;
  private final int prompt;
  private final boolean ofLastTokenOnly;
  private final double[][] known;
  private final Tally[][] byPlace;
  private final Tally[][] byPair;
  private int firstId;
  private long tokens;
  private long accepted;
  private long rejected;

  /**
   * @param logits the target's, by the last token
   * @param prompt tokens of the prompt
   */
  TextStatistics(double[][] logits, Sampling sampling, int prompt) {
    this.logits = logits;
    this.sampling = sampling;
    this.prompt = prompt;
    ofLastTokenOnly = !sampling.withLogitBias(Map.of()).changesLogits();
    known = new double[logits.length][];
    byPlace = new Tally[logits.length][PLACES];
    byPair = new Tally[logits.length][logits.length];
  }

  /** Ids begin at another one than 0. */
  TextStatistics from(int id) {
    firstId = id;
    return this;
  }

  /** Takes a text. */
  void add(int[] promptIds, GenerationResult result) {
    int[] ids = result.ids();
    int[] text = Arrays.copyOf(promptIds, prompt + ids.length);
    System.arraycopy(ids, 0, text, prompt, ids.length);
    for (int i = 0; i < text.length; i++) {
      text[i] -= firstId;
    }
    add(text, prompt, 0);
    for (GenerationStep step : result.steps()) {
      accepted += step.accepted();
      rejected += step.accepted() < step.drafted().size() ? 1 : 0;
      for (int i = 0; i < step.kept(); i++) {
        // The anchor is at the step's start, its first token one behind.
        add(text, step.start() + 1 + i, 1 + i);
      }
    }
  }

  private void add(int[] text, int at, int place) {
    double[] p = probabilities(text, at);
    if (p == null) {
      return;
    }
    int last = text[at - 1];
    tally(byPlace[last], place).add(text[at], p);
    if (at > 1) {
      tally(byPair[last], text[at - 2]).add(text[at], p);
    }
    tokens++;
  }

  private Tally tally(Tally[] tallies, int index) {
    if (tallies[index] == null) {
      tallies[index] = new Tally(logits.length);
    }
    return tallies[index];
  }

  private double[] probabilities(int[] text, int at) {
    int last = text[at - 1];
    if (!ofLastTokenOnly) {
      return ExactDistribution.of(logits[last], sampling, text, prompt, at);
    }
    if (known[last] == null) {
      known[last] = ExactDistribution.of(logits[last], sampling, text, prompt, at);
    }
    return known[last];
  }

  /** By the last token only. */
  private List<Tally> byLast() {
    List<Tally> byLast = new ArrayList<>();
    for (Tally[] places : byPlace) {
      Tally all = new Tally(logits.length);
      Arrays.stream(places).filter(Objects::nonNull).forEach(all::add);
      byLast.add(all);
    }
    return byLast;
  }

  Statistic singles() {
    return sum(byLast());
  }

  Statistic places() {
    return sum(all(byPlace));
  }

  Statistic pairs() {
    return sum(all(byPair));
  }

  private static List<Tally> all(Tally[][] tallies) {
    return Arrays.stream(tallies).flatMap(Arrays::stream).filter(Objects::nonNull).toList();
  }

  private static Statistic sum(List<Tally> tallies) {
    Statistic sum = new Statistic(0, 0);
    for (Tally tally : tallies) {
      sum = sum.plus(tally.statistic());
    }
    return sum;
  }

  /** The probability of one of the three statistics being so large, corrected for their number. */
  double p() {
    double smallest = Math.min(singles().p(), Math.min(places().p(), pairs().p()));
    return Math.min(1, 3 * smallest);
  }

  /** Total variation between what was seen and the exact distributions, by the token before. */
  double variation() {
    return byLast().stream().mapToDouble(Tally::variation).sum() / tokens;
  }

  /** What the total variation exceeds with a probability below this one only. */
  double variationLimit(double probability) {
    double chance = byLast().stream().mapToDouble(Tally::variationByChance).sum();
    return (chance + Math.sqrt(tokens * Math.log(1 / probability) / 2)) / tokens;
  }

  long tokens() {
    return tokens;
  }

  long accepted() {
    return accepted;
  }

  long rejected() {
    return rejected;
  }
}
