/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.sampling.Sampling;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How tokens are chosen. */
final class SamplingOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--temperature",
      paramLabel = "X",
      description = {
        "0 takes the most likely token always, the default; above 0 tokens are drawn, with the same"
            + " probabilities with and without a draft."
      })
  private double temperature;

  @Option(names = "--top-k", paramLabel = "N", description = "Draw from the N most likely tokens.")
  private int topK;

  @Option(
      names = "--top-p",
      paramLabel = "X",
      description = "Draw from the most likely tokens that together have probability X.")
  private double topP = 1;

  @Option(
      names = "--min-p",
      paramLabel = "X",
      description = "Draw from tokens with at least X times the probability of the most likely.")
  private double minP;

  @Option(
      names = "--repetition-penalty",
      paramLabel = "X",
      description = "Divide positive logits of tokens that were there before by X. Default: 1.")
  private double repetitionPenalty = 1;

  @Option(
      names = "--presence-penalty",
      paramLabel = "X",
      description = "Take X off the logits of tokens that were written before.")
  private double presencePenalty;

  @Option(
      names = "--frequency-penalty",
      paramLabel = "X",
      description = "Take X off a logit for every time the token was written before.")
  private double frequencyPenalty;

  @Option(
      names = "--logit-bias",
      paramLabel = "ID=X",
      description = "Add X to the logit of a token; -Infinity forbids it. May be repeated.")
  private Map<Integer, Float> logitBias = new LinkedHashMap<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Draw the same numbers again as with the same seed before.")
  private Long seed;

  /** What was asked for, checked. */
  Sampling sampling() {
    try {
      return new Sampling(
          temperature,
          topK,
          topP,
          minP,
          repetitionPenalty,
          presencePenalty,
          frequencyPenalty,
          logitBias,
          seed == null ? OptionalLong.empty() : OptionalLong.of(seed));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }
}
