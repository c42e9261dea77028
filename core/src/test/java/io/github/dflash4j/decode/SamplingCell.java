/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.sampling.Sampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One combination of settings that sampled texts are held against exact distributions for.
 *
 * @param width rows of a verified block
 */
record SamplingCell(
    double temperature, Processor processor, KnownDraft.Kind draft, int width, long seed) {
  private static final int VOCABULARY = 10;
  private static final int TEXT = 50;
  private static final int BLOCK = 8;
  private static final int[] PROMPT = {3, 7};
  private static final double[][] LOGITS = BigramTarget.randomLogits(VOCABULARY, 20);

  static final double[] TEMPERATURES = {0.3, 0.7, 1.0, 1.5};
  static final int[] WIDTHS = {2, 3, 4, 5, 6, 7, 8};

  /** What is done to logits besides the temperature. */
  enum Processor {
    NONE,
    TOP_K,
    TOP_P,
    MIN_P,
    REPETITION,
    PRESENCE,
    FREQUENCY,
    BIAS,
    ALL;

    Sampling at(double temperature) {
      Sampling plain = Sampling.at(temperature);
      return switch (this) {
        case NONE -> plain;
        case TOP_K -> plain.withFilters(4, 1, 0);
        case TOP_P -> plain.withFilters(0, 0.8, 0);
        case MIN_P -> plain.withFilters(0, 1, 0.1);
        case REPETITION -> plain.withPenalties(1.4, 0, 0);
        case PRESENCE -> plain.withPenalties(1, 0.9, 0);
        case FREQUENCY -> plain.withPenalties(1, 0, 0.3);
        case BIAS -> plain.withLogitBias(bias());
        case ALL ->
            plain.withFilters(7, 0.95, 0.02).withPenalties(1.2, 0.3, 0.1).withLogitBias(bias());
      };
    }

    private static Map<Integer, Float> bias() {
      return Map.of(1, 1.5f, 4, Float.NEGATIVE_INFINITY, 8, -0.75f);
    }
  }

  /** Levels of the four factors, in the order of the record. */
  static int[] levels() {
    return new int[] {
      TEMPERATURES.length, Processor.values().length, KnownDraft.Kind.values().length, WIDTHS.length
    };
  }

  /** The cell of a row of levels. */
  static SamplingCell of(int[] row, long seed) {
    return new SamplingCell(
        TEMPERATURES[row[0]],
        Processor.values()[row[1]],
        KnownDraft.Kind.values()[row[2]],
        WIDTHS[row[3]],
        seed);
  }

  /** All combinations. */
  static List<SamplingCell> grid(long seed) {
    List<SamplingCell> cells = new ArrayList<>();
    int[] levels = levels();
    for (int t = 0; t < levels[0]; t++) {
      for (int p = 0; p < levels[1]; p++) {
        for (int d = 0; d < levels[2]; d++) {
          for (int w = 0; w < levels[3]; w++) {
            cells.add(of(new int[] {t, p, d, w}, seed + cells.size() * 1_000_000L));
          }
        }
      }
    }
    return cells;
  }

  /** How a text is written. */
  @FunctionalInterface
  interface Decoding {
    GenerationResult write(Generator generator, GenerationRequest request);

    /** As anybody would. */
    static GenerationResult ours(Generator generator, GenerationRequest request) {
      return generator.generate(request, GenerationListener.SILENT);
    }

    /** With another rule of acceptance. */
    static Decoding with(AcceptanceRule rule) {
      return (generator, request) -> {
        VerifyWidth width = VerifyWidth.fixed(request.block().getAsInt() - 1);
        return generator.generate(request, width, rule);
      };
    }
  }

  /** Writes texts of 50 tokens with seeds one after the other. */
  TextStatistics write(Decoding decoding, int tokens) {
    BigramTarget target = new BigramTarget(LOGITS, PROMPT.length + TEXT);
    Sampling sampling = processor.at(temperature);
    KnownDraft known = new KnownDraft(target, draft, sampling, BLOCK, PROMPT.length, 30);
    Generator generator = Generator.of(target).withDraft(known);
    TextStatistics statistics = new TextStatistics(LOGITS, sampling, PROMPT.length);
    for (int text = 0; text < tokens / TEXT; text++) {
      GenerationRequest request =
          GenerationRequest.of(PROMPT)
              .withMaxTokens(TEXT)
              .withSampling(sampling.withSeed(seed + text))
              .withBlock(width);
      statistics.add(PROMPT, decoding.write(generator, request));
    }
    return statistics;
  }
}
