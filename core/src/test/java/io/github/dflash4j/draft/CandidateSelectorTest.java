/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The formula of dflash-algorithm 5, worked out by hand: rank 2, hidden 2, five ids. */
class CandidateSelectorTest {
  private static final float[] FLAT = new float[10];
  private static final float[] PREDECESSORS = {1, 0, 0, 1, 1, 1, 0, 0, 2, 0};
  private static final float[] SUCCESSORS = {1, 0, 0, 1, 0, 0, 3, 0, 0, 5};
  private Compute compute;

  @BeforeEach
  void open() {
    compute = Compute.with(KernelSelection.named("scalar"), 1);
  }

  @AfterEach
  void close() {
    compute.close();
  }

  private CandidateSelector selector(float[] predecessors, float[] successors, int width) {
    return new CandidateSelector(
        compute,
        // g = (f1, 2 f0)
        TestTensors.matrix("hidden_projection", 2, 2, 0, 1, 2, 0),
        TestTensors.tensor("predecessor_codebook", 5, 2, predecessors),
        TestTensors.tensor("successor_codebook", 5, 2, successors),
        width);
  }

  private static int[] propose(
      CandidateSelector selector, float[] hidden, float[] logits, int anchor, Candidates found) {
    int rows = hidden.length / 2;
    float[] g = new float[rows * 2];
    selector.project(hidden, rows, g);
    selector.collect(logits, 5, rows, 5, LogitTransform.NONE, found);
    int[] out = new int[rows];
    selector.walk(anchor, g, rows, found, out, 0);
    return out;
  }

  @Test
  void thePairwiseTermLiftsTheLowestCandidate() {
    CandidateSelector selector = selector(PREDECESSORS, SUCCESSORS, 3);
    Candidates found = new Candidates(1, 3);
    // f = (0.5, 2): g = (2, 1). Candidates by logit: 1 (5), 0 (4), 3 (1).
    // Anchor 0 has A = (1, 0), so A * g = (2, 0):
    // id 1, S = (0, 1): 5 + 0 = 5; id 0, S = (1, 0): 4 + 2 = 6; id 3, S = (3, 0): 1 + 6 = 7.
    int[] out = propose(selector, new float[] {0.5f, 2}, new float[] {4, 5, 0, 1, -1}, 0, found);
    assertThat(found.ids).containsExactly(1, 0, 3);
    assertThat(found.logits).containsExactly(5, 4, 1);
    assertThat(found.scores).containsExactly(5, 6, 7);
    assertThat(out).containsExactly(3);
  }

  @Test
  void aFlatPairwiseTermIsPlainArgmax() {
    Candidates found = new Candidates(2, 3);
    int[] out =
        propose(
            selector(FLAT, SUCCESSORS, 3),
            new float[] {0.5f, 2, 1, 1},
            new float[] {4, 5, 0, 1, -1, 0, 1, 2, 9, 8},
            0,
            found);
    assertThat(out).containsExactly(1, 3);
    assertThat(found.scores).isEqualTo(found.logits);
  }

  @Test
  void theFirstOfEqualScoresIsTaken() {
    Candidates found = new Candidates(1, 4);
    // A * g = (1, 1) with f = (0.5, 1) and anchor 2: id 3 gets 1 + 3 = 4, id 1 gets 3 + 1 = 4.
    int[] out =
        propose(
            selector(PREDECESSORS, SUCCESSORS, 4),
            new float[] {0.5f, 1},
            new float[] {0, 3, 2, 1, -9},
            2,
            found);
    assertThat(found.ids).containsExactly(1, 2, 3, 0);
    assertThat(found.scores).containsExactly(4, 2, 4, 1);
    assertThat(out).containsExactly(1);
  }

  @Test
  void theChosenTokenIsThePredecessorOfTheNextRow() {
    // B052
    Candidates found = new Candidates(2, 2);
    // Row 0: anchor 3 has A = 0, so id 4 wins by its logit. Row 1: A[4] = (2, 0), g = (1, 2).
    // A * g = (2, 0): id 0 gets 1 + 2 = 3, id 2 gets 2 + 0 = 2. With the anchor it would be id 2.
    int[] out =
        propose(
            selector(PREDECESSORS, SUCCESSORS, 2),
            new float[] {1, 1, 1, 1},
            new float[] {0, 0, 0, 0, 1, 1, 0, 2, 0, 0},
            3,
            found);
    assertThat(out).containsExactly(4, 0);
    assertThat(found.score(1, 0)).isEqualTo(2);
    assertThat(found.score(1, 1)).isEqualTo(3);
  }

  @Test
  void aBackwardWalkIsNotDone() {
    // Row 0 decides by itself even where another choice would give row 1 a higher score.
    Candidates found = new Candidates(2, 2);
    int[] out =
        propose(
            selector(PREDECESSORS, SUCCESSORS, 2),
            new float[] {1, 1, 1, 1},
            new float[] {0, 0, 0, 5, 4.9f, 0, 0, 0, 1, 0.5f},
            3,
            found);
    assertThat(out).containsExactly(3, 3);
  }

  @Test
  void paddingRowsAreNeverCandidates() {
    CandidateSelector selector = selector(FLAT, SUCCESSORS, 3);
    Candidates found = new Candidates(1, 3);
    selector.collect(new float[] {1, 2, 3, 1000, 1000}, 5, 1, 3, LogitTransform.NONE, found);
    assertThat(found.ids).containsExactly(2, 1, 0);
  }

  @Test
  void fewerIdsThanCandidatesAreAllCandidates() {
    CandidateSelector selector = selector(FLAT, SUCCESSORS, 4);
    Candidates found = new Candidates(1, 4);
    selector.collect(new float[] {1, 2, 3, 4, 5}, 5, 1, 2, LogitTransform.NONE, found);
    assertThat(found.count()).isEqualTo(2);
    int[] out = new int[1];
    selector.walk(0, new float[2], 1, found, out, 0);
    assertThat(out).containsExactly(1);
    double[] q = new double[2];
    found.distribution(0, 1, q);
    assertThat(q[0] + q[1]).isCloseTo(1, within(1e-12));
  }

  @Test
  void theTransformActsOnTheUnaryTermBeforeThePairwiseTermIsAdded() {
    CandidateSelector selector = selector(PREDECESSORS, SUCCESSORS, 2);
    Candidates found = new Candidates(1, 2);
    LogitTransform transform = new LogitTransform(0.5f, 2);
    selector.collect(new float[] {4, 8, 0, 0, 0}, 5, 1, 5, transform, found);
    assertThat(found.ids).containsExactly(1, 0);
    assertThat(found.logit(0, 0)).isEqualTo((float) (2 * Math.tanh(2)));
    assertThat(found.logit(0, 1)).isEqualTo((float) (2 * Math.tanh(1)));
    selector.score(0, 0, new float[] {2, 1}, found);
    assertThat(found.score(0, 1)).isEqualTo((float) (2 * Math.tanh(1)) + 2);
  }

  @Test
  void logitsThatTheSoftcapMakesEqualAreInTheOrderOfTheirIds() {
    CandidateSelector selector = selector(FLAT, SUCCESSORS, 4);
    Candidates found = new Candidates(1, 4);
    selector.collect(
        new float[] {900, 1, 1000, 5000, 950}, 5, 1, 5, new LogitTransform(1, 2), found);
    assertThat(found.ids).containsExactly(0, 2, 3, 4);
    assertThat(found.logits).containsOnly(2);
  }

  @Test
  void theDistributionIsTheSoftmaxOfScoresOverTemperature() {
    Candidates found = new Candidates(1, 2);
    propose(
        selector(PREDECESSORS, SUCCESSORS, 2),
        new float[] {0, 0},
        new float[] {1, 0, -1, -2, -3},
        0,
        found);
    double[] q = new double[2];
    found.distribution(0, 0.5, q);
    double odds = Math.exp(1 / 0.5);
    assertThat(q[0]).isCloseTo(odds / (odds + 1), within(1e-12));
    assertThat(q[1]).isCloseTo(1 / (odds + 1), within(1e-12));
    assertThatThrownBy(() -> found.distribution(0, 0, q))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyTokenIsDrawnGivenTheOneDrawnBeforeIt() {
    // Logits as above: row 0 has id 4 with 2 and id 0 with 1, nothing added behind anchor 3.
    // Row 1 behind 4: 0 with 3, 2 with 2; behind 0, A * g = (1, 0): 0 with 2, 2 with 2.
    CandidateSelector selector = selector(PREDECESSORS, SUCCESSORS, 2);
    float[] hidden = {1, 1, 1, 1};
    float[] logits = {1, 0, 0, 0, 2, 1, 0, 2, 0, 0};
    double likely = 1 / (1 + Math.exp(-1 / 0.5));
    Proposal proposal = drawn(selector, hidden, logits, 0.5, 0, likely - 1e-6);
    assertThat(proposal.id(0)).isEqualTo(4);
    assertThat(proposal.isDrawn(0)).isTrue();
    assertThat(proposal.candidates(0)).isEqualTo(2);
    assertThat(proposal.candidate(0, 0)).isEqualTo(4);
    assertThat(proposal.candidate(0, 1)).isEqualTo(0);
    assertThat(proposal.probability(0, 0)).isCloseTo(likely, within(1e-6));
    assertThat(proposal.probability(0, 1)).isCloseTo(1 - likely, within(1e-6));
    // The unary order of row 1 is 2 and 0; behind 4 the second is likely.
    assertThat(proposal.candidate(1, 0)).isEqualTo(2);
    assertThat(proposal.candidate(1, 1)).isEqualTo(0);
    assertThat(proposal.probability(1, 1)).isCloseTo(likely, within(1e-6));
    assertThat(proposal.id(1)).isEqualTo(0);
    Proposal other = drawn(selector, hidden, logits, 0.5, likely + 1e-6, 0.499);
    assertThat(other.id(0)).isEqualTo(0);
    assertThat(other.probability(1, 0)).as("behind 0 both score 2").isEqualTo(0.5);
    assertThat(other.id(1)).isEqualTo(2);
    assertThat(drawn(selector, hidden, logits, 0.5, likely + 1e-6, 0.5).id(1)).isEqualTo(0);
    assertThat(drawn(selector, hidden, logits, 0.5, Math.nextDown(1.0), 0).id(0)).isEqualTo(0);
  }

  @Test
  void scoresThatAreNotNumbersGiveAllToTheFirstCandidate() {
    for (float broken : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      Candidates found = new Candidates(2, 3);
      found.count(3);
      found.scores[3] = 1;
      found.scores[4] = broken == Float.NEGATIVE_INFINITY ? Float.NaN : broken;
      found.scores[5] = broken;
      double[] q = {0.1, 0.2, 0.3};
      found.distribution(1, 1, q);
      assertThat(q).as("%s", broken).containsExactly(1, 0, 0);
    }
  }

  @Test
  void aCandidateWithoutProbabilityIsNotDrawnByRounding() {
    CandidateSelector selector = selector(FLAT, SUCCESSORS, 3);
    float[] hidden = {1, 1};
    // At a temperature of 0.001 the others are 0 even as doubles.
    float[] logits = {0, 5, 0, 0, 3};
    assertThat(drawn(selector, hidden, logits, 0.001, Math.nextDown(1.0)).id(0)).isEqualTo(1);
    assertThat(drawn(selector, hidden, logits, 0.001, 0).id(0)).isEqualTo(1);
  }

  @Test
  void whatRoundingLeavesGoesToTheLastCandidateThatHasProbability() {
    CandidateSelector selector = selector(FLAT, SUCCESSORS, 3);
    Random random = new Random(4);
    for (int round = 0; round < 1000; round++) {
      float[] logits = {random.nextFloat(), random.nextFloat(), -1e9f, -2e9f, -2e9f};
      Proposal proposal = drawn(selector, new float[] {1, 1}, logits, 0.9, Math.nextDown(1.0));
      assertThat(proposal.probability(0, 2)).isZero();
      assertThat(proposal.id(0)).as("seed 4, round %d", round).isIn(0, 1);
    }
  }

  private static Proposal drawn(
      CandidateSelector selector,
      float[] hidden,
      float[] logits,
      double temperature,
      double... numbers) {
    int rows = numbers.length;
    float[] g = new float[rows * 2];
    selector.project(hidden, rows, g);
    Candidates own = new Candidates(rows, rows == 1 ? 3 : 2);
    selector.collect(logits, 5, rows, 5, LogitTransform.NONE, own);
    Proposal proposal = new Proposal(rows, 3);
    Iterator<Double> next = Arrays.stream(numbers).iterator();
    RandomGenerator random =
        new RandomGenerator() {
          @Override
          public long nextLong() {
            throw new UnsupportedOperationException();
          }

          @Override
          public double nextDouble() {
            return next.next();
          }
        };
    selector.draw(3, g, rows, own, temperature, random, proposal);
    assertThat(next.hasNext()).as("one number a row").isFalse();
    return proposal;
  }

  @Test
  void brokenLogitsStillGiveTokensThatExist() {
    float nan = Float.NaN;
    Candidates found = new Candidates(1, 3);
    int[] out =
        propose(
            selector(PREDECESSORS, SUCCESSORS, 3),
            new float[] {nan, nan},
            new float[] {nan, nan, nan, nan, nan},
            1,
            found);
    assertThat(out[0]).isBetween(0, 4);
    assertThat(found.ids).containsExactly(0, 1, 2);
  }

  @Test
  void tokensWithoutCodebookRowAreRefused() {
    CandidateSelector selector = selector(PREDECESSORS, SUCCESSORS, 2);
    Candidates found = new Candidates(1, 2);
    selector.collect(new float[5], 5, 1, 5, LogitTransform.NONE, found);
    for (int token : new int[] {-1, 5, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> selector.score(0, token, new float[2], found))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining("predecessor_codebook")
          .hasMessageContaining("has 5");
    }
    assertThatThrownBy(() -> selector.collect(new float[6], 6, 1, 6, LogitTransform.NONE, found))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void codebooksThatDoNotFitAreRefused() {
    assertThatThrownBy(() ->
            new CandidateSelector(
                compute,
                TestTensors.matrix("hidden_projection", 3, 2, new float[6]),
                TestTensors.tensor("predecessor_codebook", 5, 2, PREDECESSORS),
                TestTensors.tensor("successor_codebook", 5, 2, SUCCESSORS),
                2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rank 3");
  }
}
