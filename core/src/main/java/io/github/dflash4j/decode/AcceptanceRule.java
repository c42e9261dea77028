/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.sampling.Penalties;
import io.github.dflash4j.sampling.RandomStreams;
import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.sampling.TokenDistribution;

/** Makes the acceptance of a generation. There is one right rule; tests also run wrong ones. */
@FunctionalInterface
interface AcceptanceRule {

  /**
   * An acceptance for one generation.
   *
   * @param rowLength logits in a row
   * @param vocabulary how many of them, from the first on, belong to a token
   * @param penalties bias and penalties with the prompt counted
   */
  Acceptance of(
      Sampling sampling, int rowLength, int vocabulary, Penalties penalties, RandomStreams random);

  /** The target's most likely token at temperature 0, else its distribution. */
  static Acceptance lossless(
      Sampling sampling, int rowLength, int vocabulary, Penalties penalties, RandomStreams random) {
    if (sampling.isGreedy()) {
      return new GreedyAcceptance(rowLength, vocabulary, penalties);
    }
    TokenDistribution distribution = new TokenDistribution(sampling, vocabulary);
    return new SampledAcceptance(rowLength, penalties, distribution, random.accepting());
  }
}
