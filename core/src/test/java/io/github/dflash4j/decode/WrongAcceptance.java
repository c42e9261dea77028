/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.sampling.Penalties;
import io.github.dflash4j.sampling.RandomStreams;
import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.sampling.TokenDistribution;
import java.util.random.RandomGenerator;

/**
 * Rules of acceptance that are wrong, each in one way that an engine had, and the right one written
 * the same way to be sure that it is only that.
 */
enum WrongAcceptance implements AcceptanceRule {
  /** Nothing is wrong. */
  NOTHING,
  /** B095: a drafted token is accepted if it is the most likely one. */
  ARGMAX_EQUALITY,
  /** On rejection the token is drawn from p, not from max(p - q, 0). */
  NO_RESIDUAL,
  /** B091, B092: the draft's random numbers again. */
  SAME_RANDOM_NUMBERS,
  /** B112: the history goes forward at the end of a block only. */
  LATE_HISTORY,
  /** B110: only the last token of a block is counted. */
  LAST_TOKEN_COUNTED,
  /** B109: a token is counted twice. */
  COUNTED_TWICE,
  /** A drafted token is accepted with probability p, as if q were 1. */
  ACCEPTED_BY_P,
  /** Rejected although p is above q, when u is above p / q capped at one half. */
  CAPPED_RATIO,
  /** B101, B107: bias and penalties are not applied to drafted rows. */
  RAW_DRAFTED_ROWS,
  /** B094: drafted rows are judged at temperature 1. */
  TEMPERATURE_ONE,
  /** B104: the row behind the one that judges. */
  NEXT_ROW,
  /** The drafted token is taken out of the residual, all others stay. */
  ONLY_DRAFTED_REMOVED;

  @Override
  public Acceptance of(
      Sampling sampling, int rowLength, int vocabulary, Penalties penalties, RandomStreams random) {
    Sampling drafted = this == TEMPERATURE_ONE ? sampling.withTemperature(1) : sampling;
    RandomGenerator numbers =
        this == SAME_RANDOM_NUMBERS
            ? RandomStreams.of(sampling.seed().orElseThrow()).drafting()
            : random.accepting();
    return new Rule(
        rowLength,
        penalties,
        new TokenDistribution(sampling, vocabulary),
        new TokenDistribution(drafted, vocabulary),
        numbers);
  }

  private final class Rule implements Acceptance {
    private final int rowLength;
    private final Penalties penalties;
    private final TokenDistribution own;
    private final TokenDistribution ofDrafted;
    private final RandomGenerator random;

    Rule(
        int rowLength,
        Penalties penalties,
        TokenDistribution own,
        TokenDistribution ofDrafted,
        RandomGenerator random) {
      this.rowLength = rowLength;
      this.penalties = penalties;
      this.own = own;
      this.ofDrafted = ofDrafted;
      this.random = random;
    }

    @Override
    public Verdict judge(float[] logits, int[] block, int rows, Proposal proposal) {
      int[] written = new int[rows];
      for (int row = 0; ; row++) {
        boolean last = row == rows - 1;
        written[row] = last ? plain(logits, row) : drafted(logits, row, rows, proposal, block);
        if (last || written[row] != block[row + 1]) {
          count(written, row + 1);
          return new Verdict(row, written[row]);
        }
        if (!late()) {
          penalties.write(written[row]);
        }
      }
    }

    private boolean late() {
      return WrongAcceptance.this == LATE_HISTORY || WrongAcceptance.this == LAST_TOKEN_COUNTED;
    }

    /** Counts what is not counted yet. */
    private void count(int[] written, int length) {
      int from = WrongAcceptance.this == LATE_HISTORY ? 0 : length - 1;
      for (int i = from; i < length; i++) {
        penalties.write(written[i]);
      }
      if (WrongAcceptance.this == COUNTED_TWICE) {
        penalties.write(written[length - 1]);
      }
    }

    private int plain(float[] logits, int row) {
      load(own, logits, row);
      return own.draw(random.nextDouble());
    }

    private void load(TokenDistribution distribution, float[] logits, int row) {
      int offset = row * rowLength;
      distribution.load(penalties.apply(logits, offset), penalties.offset(offset));
    }

    private int drafted(float[] logits, int row, int rows, Proposal proposal, int[] block) {
      int read = WrongAcceptance.this == NEXT_ROW ? Math.min(row + 1, rows - 1) : row;
      if (WrongAcceptance.this == RAW_DRAFTED_ROWS) {
        ofDrafted.load(logits, read * rowLength);
      } else {
        load(ofDrafted, logits, read);
      }
      int drafted = block[row + 1];
      boolean drawn = proposal.isDrawn(row);
      double q = drawn ? probability(proposal, row, drafted) : 1;
      double p = ofDrafted.probability(drafted);
      if (accepts(logits, read, drafted, p, q)) {
        return drafted;
      }
      if (WrongAcceptance.this != NO_RESIDUAL && WrongAcceptance.this != ARGMAX_EQUALITY) {
        subtract(proposal, row, drafted, drawn);
      }
      return ofDrafted.draw(random.nextDouble());
    }

    private boolean accepts(float[] logits, int row, int drafted, double p, double q) {
      double u = random.nextDouble();
      return switch (WrongAcceptance.this) {
        case ARGMAX_EQUALITY -> drafted == mostLikely(logits, row);
        case ACCEPTED_BY_P -> u < p;
        case CAPPED_RATIO -> u < Math.min(0.5, p / q);
        default -> u * q < p;
      };
    }

    private int mostLikely(float[] logits, int row) {
      float[] changed = penalties.apply(logits, row * rowLength);
      int offset = penalties.offset(row * rowLength);
      int best = 0;
      for (int id = 1; id < rowLength; id++) {
        best = changed[offset + id] > changed[offset + best] ? id : best;
      }
      return best;
    }

    private void subtract(Proposal proposal, int row, int drafted, boolean drawn) {
      if (!drawn || WrongAcceptance.this == ONLY_DRAFTED_REMOVED) {
        ofDrafted.subtract(drafted, 1);
      } else {
        for (int c = 0; c < proposal.candidates(row); c++) {
          ofDrafted.subtract(proposal.candidate(row, c), proposal.probability(row, c));
        }
      }
      ofDrafted.endSubtraction();
    }

    private static double probability(Proposal proposal, int slot, int id) {
      for (int c = 0; c < proposal.candidates(slot); c++) {
        if (proposal.candidate(slot, c) == id) {
          return proposal.probability(slot, c);
        }
      }
      throw new AssertionError(id);
    }
  }
}
