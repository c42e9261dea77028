/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.kernel.LargestOutputs;
import io.github.dflash4j.sampling.Penalties;
import io.github.dflash4j.sampling.TokenDistribution;
import io.github.dflash4j.target.TargetState;
import java.util.random.RandomGenerator;

/**
 * Acceptance above temperature 0, so that every token has the target's distribution p whatever was
 * drafted (dflash-algorithm 6.4).
 *
 * <p>A token drawn with probability q is accepted with probability {@code min(1, p / q)}; if it is
 * not, the token comes from {@code max(p - q, 0)}, normalised. Where the draft proposes a point
 * mass, the token is drawn from p and the drafted one accepted if it is that: the same law, and the
 * text is the one that plain decoding with the same random stream writes.
 */
final class SampledAcceptance implements Acceptance {
  private final int rowLength;
  private final Penalties penalties;
  private final TokenDistribution distribution;
  private final RandomGenerator random;

  /** How many of the most likely tokens are enough; 0 if logits are needed. */
  private final int needed;

  /** The most likely tokens of a row and their logits. */
  private final int[] ids;

  private final float[] logitsOfIds;

  /** Rows of a pass, whatever is known of them. */
  @FunctionalInterface
  private interface Rows {
    /** Loads the distribution of a row; false if it has none. */
    boolean load(int row);
  }

  /**
   * @param rowLength logits in a row
   * @param penalties bias and penalties with the prompt counted
   * @param distribution temperature and filters
   * @param random the stream for accepting, which the draft knows nothing of
   */
  SampledAcceptance(
      int rowLength, Penalties penalties, TokenDistribution distribution, RandomGenerator random) {
    this.rowLength = rowLength;
    this.penalties = penalties;
    this.distribution = distribution;
    this.random = random;
    int enough = penalties.changeNothing() ? distribution.mostLikelyNeeded() : 0;
    needed = enough <= TargetState.MOST_CHOSEN ? enough : 0;
    ids = new int[needed];
    logitsOfIds = new float[needed];
  }

  @Override
  public int mostLikelyNeeded() {
    return needed;
  }

  @Override
  public Verdict judge(float[] logits, int[] block, int rows, Proposal proposal) {
    return judge(row -> load(logits, row), block, rows, proposal);
  }

  @Override
  public Verdict judge(LargestOutputs mostLikely, int[] block, int rows, Proposal proposal) {
    return judge(row -> load(mostLikely, row), block, rows, proposal);
  }

  private Verdict judge(Rows pass, int[] block, int rows, Proposal proposal) {
    for (int row = 0; ; row++) {
      if (!pass.load(row)) {
        return new Verdict(row, Verdict.NOT_A_NUMBER);
      }
      boolean last = row == rows - 1;
      int next =
          last || !proposal.isDrawn(row)
              ? distribution.draw(random.nextDouble())
              : acceptOrReplace(pass, row, proposal);
      penalties.write(next);
      if (last || next != block[row + 1]) {
        return new Verdict(row, next);
      }
    }
  }

  private boolean load(float[] logits, int row) {
    int offset = row * rowLength;
    return distribution.load(penalties.apply(logits, offset), penalties.offset(offset));
  }

  private boolean load(LargestOutputs mostLikely, int row) {
    if (mostLikely.best(row) == LargestOutputs.NOT_A_NUMBER) {
      return false;
    }
    mostLikely.copy(row, ids, logitsOfIds, 0);
    distribution.loadMostLikely(ids, logitsOfIds);
    return true;
  }

  /**
   * The drafted token, or another one: {@code max(p - q, 0)} is 0 at a token that was rejected, as
   * that happens only where p is below q.
   */
  private int acceptOrReplace(Rows pass, int row, Proposal proposal) {
    int drafted = proposal.id(row);
    if (random.nextDouble() * probability(proposal, row, drafted)
        < distribution.probability(drafted)) {
      return drafted;
    }
    for (int c = 0; c < proposal.candidates(row); c++) {
      distribution.subtract(proposal.candidate(row, c), proposal.probability(row, c));
    }
    if (!distribution.endSubtraction()) {
      // p and q are equal but for rounding.
      pass.load(row);
    }
    return distribution.draw(random.nextDouble());
  }

  private static double probability(Proposal proposal, int slot, int id) {
    for (int c = 0; c < proposal.candidates(slot); c++) {
      if (proposal.candidate(slot, c) == id) {
        return proposal.probability(slot, c);
      }
    }
    throw new IllegalStateException("the draft drew id " + id + ", which was no candidate");
  }
}
