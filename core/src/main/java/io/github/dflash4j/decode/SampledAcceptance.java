/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.sampling.Penalties;
import io.github.dflash4j.sampling.TokenDistribution;
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
  }

  @Override
  public Verdict judge(float[] logits, int[] block, int rows, Proposal proposal) {
    for (int row = 0; ; row++) {
      if (!load(logits, row)) {
        return new Verdict(row, Verdict.NOT_A_NUMBER);
      }
      boolean last = row == rows - 1;
      int next =
          last || !proposal.isDrawn(row)
              ? distribution.draw(random.nextDouble())
              : acceptOrReplace(logits, row, proposal);
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

  /**
   * The drafted token, or another one: {@code max(p - q, 0)} is 0 at a token that was rejected, as
   * that happens only where p is below q.
   */
  private int acceptOrReplace(float[] logits, int row, Proposal proposal) {
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
      load(logits, row);
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
