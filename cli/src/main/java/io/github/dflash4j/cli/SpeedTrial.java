/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.ModelPair;
import java.util.Arrays;

/**
 * Plain and speculative runs of one request in turn, so that whatever else the machine does meets
 * both, after rounds in which the JVM compiles what it runs.
 */
final class SpeedTrial {
  /** Rounds whose times are thrown away. */
  static final int WARM_UP_ROUNDS = 3;

  /** Rounds that count. */
  static final int ROUNDS = 5;

  private final double[] plain = new double[ROUNDS];
  private final double[] speculative = new double[ROUNDS];

  private SpeedTrial() {}

  /**
   * Runs all rounds.
   *
   * @param expected the ids every run has to give
   * @throws IllegalStateException if a run gives others
   */
  static SpeedTrial run(ModelPair pair, GenerationRequest request, int[] expected) {
    SpeedTrial trial = new SpeedTrial();
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      double with = speed(pair, request, expected);
      double without = speed(pair, request.withoutDraft(), expected);
      if (round >= 0) {
        trial.speculative[round] = with;
        trial.plain[round] = without;
      }
    }
    return trial;
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
    return median(plain);
  }

  /** Median of the speculative runs in tokens a second. */
  double speculative() {
    return median(speculative);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
