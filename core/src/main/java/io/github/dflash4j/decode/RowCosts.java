/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a target pass takes by its number of rows, and what a draft takes, as measured on these
 * models in this process. One object for a pair of models: later generations begin with what
 * earlier ones learnt. Thread-safe, without locks.
 *
 * <p>Costs grow with the context and change with what else the machine does. So only the last
 * samples count, and numbers that did not occur for a while are estimated from those that did.
 */
final class RowCosts {
  /** What a further row is taken to cost until two widths were measured, in first rows. */
  private static final double ROW_SHARE = 0.15;

  private final int maxRows;
  private final boolean blocks;
  private final CostCurve passes;

  /** By number of tokens. */
  private final CostCurve proposals;

  /** One appended row, in small batches (1) and large ones (2). */
  private final CostCurve appends = new CostCurve(2, 0);

  private final AtomicLong now = new AtomicLong();

  /**
   * @param maxRows rows of the widest step
   * @param blocks whether one pass of the draft proposes all tokens, so that fewer do not take less
   */
  RowCosts(int maxRows, boolean blocks) {
    this.maxRows = maxRows;
    this.blocks = blocks;
    passes = new CostCurve(maxRows, ROW_SHARE);
    proposals = new CostCurve(Math.max(1, maxRows - 1), 1);
  }

  /** Learns from a step, whatever decided its width. */
  void record(StepOutcome step) {
    long pass = now.incrementAndGet();
    passes.add(1 + step.verified(), step.passNanos(), pass);
    if (step.verified() > 0) {
      proposals.add(proposed(step.verified()), step.proposeNanos(), pass);
    }
    if (step.appended() > 0) {
      appends.add(batch(step.appended()), (double) step.appendNanos() / step.appended(), pass);
    }
  }

  /** Tokens drafted where so many are verified. */
  private int proposed(int verified) {
    return blocks ? maxRows - 1 : verified;
  }

  private int batch(double rows) {
    return rows > maxRows ? 2 : 1;
  }

  /** Whether a pass of one row was measured, and not too long ago. */
  boolean knowsPlainStep() {
    return passes.measured(1).isFresh(now.get());
  }

  /** What a plain step takes, NaN if none was ever measured. */
  double plainNanos() {
    CostSamples plain = passes.measured(1);
    return plain.isEmpty() ? Double.NaN : plain.typical();
  }

  /**
   * What a pass takes.
   *
   * @param rows 1 to the widest step
   * @return nanoseconds, NaN if no pass was measured at all
   */
  double passNanos(int rows) {
    return passes.nanos(rows, now.get());
  }

  /**
   * What drafting takes.
   *
   * @param verified how many of the drafted tokens are verified, 1 or more
   * @param guess what is taken of it before it was measured twice, unless it took less
   */
  double proposeNanos(int verified, double guess) {
    int count = proposed(verified);
    double nanos = proposals.nanos(count, now.get());
    if (Double.isNaN(nanos)) {
      return guess;
    }
    // Blocks are all of one number, so that no other one tells an accident from the rule.
    return blocks && !proposals.measured(count).isProven() ? Math.min(guess, nanos) : nanos;
  }

  /**
   * What it takes to append rows to the draft's context.
   *
   * @return nanoseconds, 0 if it was never measured
   */
  double appendNanos(double rows) {
    CostSamples own = appends.measured(batch(rows));
    CostSamples other = appends.measured(3 - batch(rows));
    CostSamples known = own.isEmpty() ? other : own;
    return known.isEmpty() ? 0 : rows * known.typical();
  }
}
