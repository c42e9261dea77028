/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.statistics.ExactDistribution;
import io.github.dflash4j.statistics.Tally;
import io.github.dflash4j.statistics.Tally.Statistic;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetState;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The real pair: every token behind fixed prefixes, in the places of a whole block, against the
 * softmax of the target's own logits, with each draft and without. One text for each seed.
 */
class StoriesSamplingTest {
  private static final long SEED = 31_000;
  private static final int TEXTS = 500;
  private static final double LEVEL = 0.001;

  /** Ranks that are told apart; the token of rank 0 is the most likely one. */
  private static final int RANKS = 12;

  private static final List<String> PREFIXES = List.of("One day, a", "Lily saw a big");

  @Test
  void everyPlaceOfABlockHasTheTargetsOwnDistribution() {
    Map<String, Statistic> statistics = new LinkedHashMap<>();
    for (int generation = 1; generation <= 2; generation++) {
      try (ModelPair pair = StoriesPair.open(generation)) {
        for (int p = 0; p < PREFIXES.size(); p++) {
          Sampling sampling = p == 0 ? Sampling.at(1.2) : Sampling.at(0.8).withFilters(40, 0.95, 0);
          GenerationRequest request =
              pair.request(PREFIXES.get(p)).withIgnoredStops(true).withSampling(sampling);
          String name = "'" + PREFIXES.get(p) + "' ";
          Run drafted = write(pair, request.withBlock(8).withMaxTokens(9));
          statistics.put(name + "generation " + generation + ", by rank", drafted.byRank());
          statistics.put(name + "generation " + generation + ", first token", drafted.first());
          assertThat(drafted.accepted).isGreaterThan(TEXTS / 4);
          assertThat(drafted.rejected).isGreaterThan(TEXTS / 4);
          if (generation == 1) {
            Run plain = write(pair, request.withoutDraft().withMaxTokens(4));
            statistics.put(name + "without draft, by rank", plain.byRank());
            statistics.put(name + "without draft, first token", plain.first());
          }
        }
      }
    }
    statistics.forEach((name, statistic) ->
        System.out.printf(
            "stories260K, seeds from %d, %s: %s, p %.4f%n", SEED, name, statistic, statistic.p()));
    double smallest = statistics.values().stream().mapToDouble(Statistic::p).min().orElseThrow();
    // Holm's first step: the smallest of all decides whether anything fails.
    assertThat(statistics.size() * smallest).as("%s", statistics).isGreaterThan(LEVEL);
  }

  private static Run write(ModelPair pair, GenerationRequest request) {
    Run run = new Run(pair.target(), request);
    for (long seed = SEED; seed < SEED + TEXTS; seed++) {
      Cancellation afterOneBlock = new Cancellation();
      GenerationListener listener =
          new GenerationListener() {
            @Override
            public void tokens(GenerationStep step) {
              if (step.rows() > 1) {
                afterOneBlock.cancel();
              }
            }
          };
      GenerationRequest seeded = request.withSampling(request.sampling().withSeed(seed));
      run.add(pair.generate(seeded, listener, afterOneBlock));
    }
    return run;
  }

  /** Texts behind one prefix. */
  private static final class Run {
    private final Target target;
    private final Sampling sampling;
    private final int[] prompt;
    private final Map<Integer, Tally> byPlace = new HashMap<>();
    private final Tally first;
    private final Map<List<Integer>, double[]> known = new HashMap<>();
    private int accepted;
    private int rejected;

    Run(Target target, GenerationRequest request) {
      this.target = target;
      sampling = request.sampling();
      prompt = request.prompt();
      first = new Tally(target.spec().vocabulary());
    }

    void add(GenerationResult result) {
      int[] ids = result.ids();
      int[] text = Arrays.copyOf(prompt, prompt.length + ids.length);
      System.arraycopy(ids, 0, text, prompt.length, ids.length);
      double[][] p = probabilities(text);
      for (int i = 0; i < ids.length; i++) {
        if (p[i] == null) {
          // The edge of a filter lies between two tokens that hardly differ.
          continue;
        }
        double[] byRank = byRank(p[i]);
        Tally tally = byPlace.computeIfAbsent(i, place -> new Tally(RANKS + 1));
        tally.add(Math.min(RANKS, rank(p[i], ids[i])), byRank);
        assertThat(p[i][ids[i]]).as("id %d at place %d", ids[i], i).isPositive();
      }
      first.add(ids[0], p[0]);
      accepted += result.figures().accepted();
      rejected += result.steps().stream().anyMatch(s -> s.accepted() < s.drafted().size()) ? 1 : 0;
    }

    /** The target alone, all rows at once; of histories that were met before from memory. */
    private double[][] probabilities(int[] text) {
      int rows = text.length - 1;
      double[][] p = new double[text.length - prompt.length][];
      TargetState state = null;
      for (int i = 0; i < p.length; i++) {
        int at = prompt.length + i;
        List<Integer> history = Arrays.stream(text, 0, at).boxed().toList();
        p[i] = known.get(history);
        if (!known.containsKey(history)) {
          if (state == null) {
            state = target.newState(rows, rows);
            target.forward(state, text, 0, rows, rows);
          }
          p[i] = softmax(state.logits(), at - 1, text, at);
          known.put(history, p[i]);
        }
      }
      return p;
    }

    private double[] softmax(float[] logits, int row, int[] text, int length) {
      int vocabulary = target.spec().vocabulary();
      double[] exact = new double[vocabulary];
      for (int id = 0; id < vocabulary; id++) {
        exact[id] = logits[row * vocabulary + id];
      }
      return ExactDistribution.of(exact, sampling, text, prompt.length, length);
    }

    private static double[] byRank(double[] p) {
      double[] sorted = p.clone();
      Arrays.sort(sorted);
      double[] byRank = new double[RANKS + 1];
      for (int rank = 0; rank < sorted.length; rank++) {
        byRank[Math.min(rank, RANKS)] += sorted[sorted.length - 1 - rank];
      }
      return byRank;
    }

    private static int rank(double[] p, int id) {
      int rank = 0;
      for (int other = 0; other < p.length; other++) {
        rank += p[other] > p[id] || p[other] == p[id] && other < id ? 1 : 0;
      }
      return rank;
    }

    Statistic byRank() {
      Statistic sum = new Statistic(0, 0);
      for (Tally tally : byPlace.values()) {
        sum = sum.plus(tally.statistic());
      }
      return sum;
    }

    Statistic first() {
      return first.statistic();
    }
  }
}
