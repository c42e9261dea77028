/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.decode.Acceptance.Verdict;
import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.kernel.LargestOutputs;
import io.github.dflash4j.sampling.Penalties;
import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.sampling.TokenDistribution;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule by hand, with the random numbers given. Every row has p = 0.4, 0.3, 0.2, 0.1. */
class SampledAcceptanceTest {
  private static final int VOCABULARY = 4;
  private static final int ROW = 6;
  private static final int ANCHOR = 2;

  private static final class Numbers implements RandomGenerator {
    private final double[] numbers;
    private int used;

    Numbers(double... numbers) {
      this.numbers = numbers;
    }

    @Override
    public double nextDouble() {
      return numbers[used++];
    }

    @Override
    public long nextLong() {
      throw new UnsupportedOperationException();
    }
  }

  private Numbers numbers = new Numbers();
  private Sampling sampling = Sampling.at(1);

  private Verdict judge(float[] logits, Proposal proposal, int... block) {
    SampledAcceptance acceptance =
        new SampledAcceptance(
            ROW,
            new Penalties(sampling, VOCABULARY),
            new TokenDistribution(sampling, VOCABULARY),
            numbers);
    Numbers twin = new Numbers(numbers.numbers);
    twin.used = numbers.used;
    Verdict verdict = acceptance.judge(logits, block, block.length, proposal);
    if (acceptance.mostLikelyNeeded() > 0) {
      assertThat(byMostLikely(logits, proposal, block, twin)).isEqualTo(verdict);
      assertThat(twin.used).isEqualTo(numbers.used);
    }
    return verdict;
  }

  /** The same by the most likely tokens of the rows. */
  private Verdict byMostLikely(
      float[] logits, Proposal proposal, int[] block, RandomGenerator random) {
    SampledAcceptance acceptance =
        new SampledAcceptance(
            ROW,
            new Penalties(sampling, VOCABULARY),
            new TokenDistribution(sampling, VOCABULARY),
            random);
    LargestOutputs mostLikely = new LargestOutputs();
    mostLikely.select(logits, 0, ROW, block.length, VOCABULARY, acceptance.mostLikelyNeeded());
    return acceptance.judge(mostLikely, block, block.length, proposal);
  }

  private static float[] rows(int count) {
    float[] logits = new float[count * ROW];
    for (int row = 0; row < count; row++) {
      for (int id = 0; id < ROW; id++) {
        logits[row * ROW + id] = id < VOCABULARY ? (float) Math.log(0.4 - 0.1 * id) : 99;
      }
    }
    return logits;
  }

  @Test
  void aPlainStepDrawsFromTheRow() {
    numbers = new Numbers(0.71);
    assertThat(judge(rows(1), new Proposal(0, 0), ANCHOR)).isEqualTo(new Verdict(0, 2));
    assertThat(numbers.used).isEqualTo(1);
  }

  @Test
  void pointMassesAreAcceptedAsLongAsTheDrawAgrees() {
    numbers = new Numbers(0.1, 0.5, 0.95, 0.2);
    Proposal proposal = new Proposal(3, 0);
    proposal.pointMasses(3, new int[] {0, 1, 2}, 0);
    assertThat(judge(rows(4), proposal, ANCHOR, 0, 1, 2)).isEqualTo(new Verdict(2, 3));
    assertThat(numbers.used).as("one number a token").isEqualTo(3);
  }

  @Test
  void behindAllDraftedTokensAnotherOneIsDrawn() {
    numbers = new Numbers(0.1, 0.5, 0.95);
    Proposal proposal = new Proposal(2, 0);
    proposal.pointMasses(2, new int[] {0, 1}, 0);
    assertThat(judge(rows(3), proposal, ANCHOR, 0, 1)).isEqualTo(new Verdict(2, 3));
  }

  @ParameterizedTest
  @CsvSource({
    // p of token 3 is 0.1 and q 0.5: accepted below a fifth.
    "0.199, 0.71, 1, 2",
    // max(p - q, 0) is 0.2, 0, 0.2, 0.
    "0.201, 0,    0, 0",
    "0.201, 0.49, 0, 0",
    "0.201, 0.51, 0, 2",
    "0.999, 0.999, 0, 2"
  })
  void aDrawnTokenIsAcceptedByTheRatioOrReplacedFromTheRest(
      double u, double v, int accepted, int next) {
    numbers = new Numbers(u, v);
    Proposal proposal = new Proposal(1, 3);
    proposal.set(0, 3, 3, new int[] {0, 3, 1}, new double[] {0.2, 0.5, 0.3});
    assertThat(judge(rows(2), proposal, ANCHOR, 3)).isEqualTo(new Verdict(accepted, next));
    assertThat(numbers.used).isEqualTo(2);
  }

  @Test
  void equalityRejects() {
    // p and q are 0.25 and 1 without any rounding.
    numbers = new Numbers(0.25, 0.1);
    Proposal proposal = new Proposal(1, 1);
    proposal.set(0, 0, 1, new int[] {0}, new double[] {1});
    assertThat(judge(new float[2 * ROW], proposal, ANCHOR, 0)).isEqualTo(new Verdict(0, 1));
    numbers = new Numbers(Math.nextDown(0.25), 0.1);
    assertThat(judge(new float[2 * ROW], proposal, ANCHOR, 0)).isEqualTo(new Verdict(1, 0));
  }

  @Test
  void aTokenThatAFilterTookOutIsNeverAccepted() {
    sampling = Sampling.at(1).withFilters(2, 1, 0);
    numbers = new Numbers(0, 0.9);
    Proposal proposal = new Proposal(1, 2);
    proposal.set(0, 3, 2, new int[] {3, 0}, new double[] {0.5, 0.5});
    // p is 4/7, 3/7; the rest 1/14, 3/7, of which the first has a seventh.
    assertThat(judge(rows(2), proposal, ANCHOR, 3)).isEqualTo(new Verdict(0, 1));
    numbers = new Numbers(0, 0.14);
    assertThat(judge(rows(2), proposal, ANCHOR, 3)).isEqualTo(new Verdict(0, 0));
  }

  @Test
  void whereNothingIsLeftTheTokenComesFromTheRow() {
    // No distribution, so that q is nowhere below p.
    Proposal proposal = new Proposal(1, 4);
    proposal.set(0, 0, 4, new int[] {0, 1, 2, 3}, new double[] {1, 1, 1, 1});
    numbers = new Numbers(0.9, 0.75);
    assertThat(judge(rows(2), proposal, ANCHOR, 0)).isEqualTo(new Verdict(0, 2));
    numbers = new Numbers(0.9, 0.2, 0.5);
    assertThat(judge(rows(2), proposal, ANCHOR, 0))
        .as("the drafted token again is the drafted token")
        .isEqualTo(new Verdict(1, 1));
  }

  @Test
  void everyRowCountsTheTokensBeforeIt() {
    sampling = Sampling.at(1).withPenalties(1, 100_000, 0);
    numbers = new Numbers(0, 0, 0);
    Proposal proposal = new Proposal(2, 1);
    proposal.set(0, 0, 1, new int[] {0}, new double[] {1});
    proposal.set(1, 0, 1, new int[] {0}, new double[] {1});
    // Token 0 is accepted, then impossible, then replaced by the first that is left.
    assertThat(judge(rows(3), proposal, ANCHOR, 0, 0)).isEqualTo(new Verdict(1, 1));
  }

  @Test
  void theNextJudgementCountsTheTokenThatWasWritten() {
    sampling = Sampling.at(1).withPenalties(1, 100_000, 0);
    numbers = new Numbers(0, 0, 0);
    SampledAcceptance acceptance =
        new SampledAcceptance(
            ROW,
            new Penalties(sampling, VOCABULARY),
            new TokenDistribution(sampling, VOCABULARY),
            numbers);
    for (int next = 0; next < 3; next++) {
      assertThat(acceptance.judge(rows(1), new int[] {ANCHOR}, 1, new Proposal(0, 0)))
          .isEqualTo(new Verdict(0, next));
    }
  }

  @Test
  void aRowWithNotANumberEndsTheAcceptedTokens() {
    float[] logits = rows(3);
    logits[ROW + 1] = Float.NaN;
    numbers = new Numbers(0.1, 0.1);
    Proposal proposal = new Proposal(2, 0);
    proposal.pointMasses(2, new int[] {0, 1}, 0);
    assertThat(judge(logits, proposal, ANCHOR, 0, 1))
        .isEqualTo(new Verdict(1, Verdict.NOT_A_NUMBER));
    assertThat(numbers.used).isEqualTo(1);
  }

  /** Drawn and not drawn proposals, rows with ties, infinities and what is not a number. */
  @Test
  void theMostLikelyTokensGiveTheVerdictOfTheLogits() {
    long seed = 4242;
    Random random = new Random(seed);
    int accepted = 0;
    int rejected = 0;
    int broken = 0;
    for (int trial = 0; trial < 3000; trial++) {
      sampling =
          Sampling.at(0.3 + random.nextDouble())
              .withFilters(
                  1 + random.nextInt(VOCABULARY - 1),
                  random.nextBoolean() ? 1 : 0.2 + 0.8 * random.nextDouble(),
                  random.nextBoolean() ? 0 : 0.5 * random.nextDouble());
      float[] logits = new float[3 * ROW];
      for (int i = 0; i < logits.length; i++) {
        logits[i] = random.nextInt(3) == 0 ? random.nextInt(2) : (float) random.nextGaussian();
        if (random.nextInt(60) == 0) {
          logits[i] = random.nextBoolean() ? Float.NaN : Float.NEGATIVE_INFINITY;
        }
      }
      int[] block = {ANCHOR, random.nextInt(VOCABULARY), random.nextInt(VOCABULARY)};
      Proposal proposal = new Proposal(2, 2);
      if (random.nextBoolean()) {
        proposal.pointMasses(2, block, 1);
      } else {
        for (int slot = 0; slot < 2; slot++) {
          int id = block[1 + slot];
          double q = 0.1 + 0.9 * random.nextDouble();
          int[] ids = {id, (id + 1) % VOCABULARY};
          proposal.set(slot, id, 2, ids, new double[] {q, 1 - q});
        }
      }
      numbers = new Numbers(random.doubles(6).toArray());
      Verdict verdict = judge(logits, proposal, block);
      accepted += verdict.accepted();
      rejected += verdict.accepted() < 2 ? 1 : 0;
      broken += verdict.next() == Verdict.NOT_A_NUMBER ? 1 : 0;
    }
    assertThat(accepted).as("seed %d", seed).isGreaterThan(500);
    assertThat(rejected).as("seed %d", seed).isGreaterThan(500);
    assertThat(broken).as("seed %d", seed).isGreaterThan(100);
  }

  @Test
  void logitsAreNeededWhereMoreThanTopKCounts() {
    assertThat(needed(Sampling.at(1), 400)).isZero();
    assertThat(needed(Sampling.at(1).withFilters(0, 0.5, 0.1), 400)).isZero();
    assertThat(needed(Sampling.at(1).withFilters(400, 1, 0), 400)).isZero();
    Sampling top = Sampling.at(1).withFilters(256, 0.5, 0.1);
    assertThat(needed(top, 400)).isEqualTo(256);
    assertThat(needed(top.withFilters(257, 1, 0), 400)).isZero();
    assertThat(needed(top.withPenalties(1, 0, 0.1), 400)).isZero();
    assertThat(needed(top.withLogitBias(Map.of(3, -1f)), 400)).isZero();
  }

  private int needed(Sampling of, int vocabulary) {
    return new SampledAcceptance(
            vocabulary,
            new Penalties(of, vocabulary),
            new TokenDistribution(of, vocabulary),
            numbers)
        .mostLikelyNeeded();
  }

  @Test
  void aDraftThatDrewWhatItDidNotOfferIsAnError() {
    numbers = new Numbers(0.1);
    Proposal proposal = new Proposal(1, 2);
    proposal.set(0, 3, 2, new int[] {0, 1}, new double[] {0.5, 0.5});
    assertThatThrownBy(() -> judge(rows(2), proposal, ANCHOR, 3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("id 3");
  }
}
