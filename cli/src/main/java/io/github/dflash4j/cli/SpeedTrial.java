/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.measure.Spread;
import java.util.ArrayList;
import java.util.List;

/**
 * Plain and speculative runs of one request in turn, so that whatever else the machine does meets
 * both. Before the runs that count there is warm-up, in which the JVM compiles what it runs, until
 * neither kind gets faster. Both parts are limited in time; a slow machine does fewer rounds.
 */
final class SpeedTrial {
  private static final int WARM_UP_ROUNDS = 3;
  private static final long WARM_UP_NANOS = 8_000_000_000L;
  private static final double FASTER = 1.1;
  private static final int ROUNDS = 5;
  private static final long NANOS = 8_000_000_000L;

  private final List<Double> plain = new ArrayList<>();
  private final List<Double> speculative = new ArrayList<>();
  private int warmUpRounds;

  private SpeedTrial() {}

  /**
   * Runs all rounds.
   *
   * @param expected the ids every run has to give
   * @throws IllegalStateException if a run gives others
   */
  static SpeedTrial run(ModelPair pair, GenerationRequest request, int[] expected) {
    SpeedTrial trial = new SpeedTrial();
    trial.warmUpRounds = warmUp(pair, request, expected);
    long start = System.nanoTime();
    do {
      trial.speculative.add(speed(pair, request, expected));
      trial.plain.add(speed(pair, request.withoutDraft(), expected));
    } while (trial.plain.size() < ROUNDS && System.nanoTime() - start < NANOS);
    return trial;
  }

  private static int warmUp(ModelPair pair, GenerationRequest request, int[] expected) {
    long start = System.nanoTime();
    double bestSpeculative = 0;
    double bestPlain = 0;
    int rounds = 0;
    boolean faster = true;
    while (rounds < WARM_UP_ROUNDS || faster && System.nanoTime() - start < WARM_UP_NANOS) {
      double speculative = speed(pair, request, expected);
      double plain = speed(pair, request.withoutDraft(), expected);
      faster = speculative > FASTER * bestSpeculative || plain > FASTER * bestPlain;
      bestSpeculative = Math.max(bestSpeculative, speculative);
      bestPlain = Math.max(bestPlain, plain);
      rounds++;
    }
    return rounds;
  }

  private static double speed(ModelPair pair, GenerationRequest request, int[] expected) {
    GenerationResult result = pair.generate(request, GenerationListener.SILENT);
    Comparison comparison = Comparison.of(expected, result.ids());
    if (!comparison.identical()) {
      throw new IllegalStateException(
          "a repeated run gave another token "
              + comparison.firstDifference()
              + "; this is a defect of dflash4j, please report it");
    }
    return result.figures().tokensPerSecond();
  }

  /** Median of the plain runs in tokens a second. */
  double plain() {
    return Spread.of(plain).median();
  }

  /** Median of the speculative runs in tokens a second. */
  double speculative() {
    return Spread.of(speculative).median();
  }

  /** How the speeds came about. */
  String describe() {
    return "median of "
        + Quantity.count(plain.size(), "run", "runs")
        + " each, taken in turn after "
        + Quantity.count(warmUpRounds, "round", "rounds")
        + " of warm-up";
  }
}
