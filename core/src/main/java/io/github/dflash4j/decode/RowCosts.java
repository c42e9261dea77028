/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What a target pass takes by its number of rows, and what a draft takes, as measured on these
 * models in this process. One object for a pair of models: later generations begin with what
 * earlier ones learnt. Thread-safe, without locks.
 *
 * <p>Costs grow with the context and change with what else the machine does. So only the last
 * samples count, and widths that were not used for a while are estimated from those that were.
 */
final class RowCosts {
  /** What a further row is taken to cost until two widths were measured, in first rows. */
  private static final double ROW_SHARE = 0.15;

  private static final int PROPOSE = 0;
  private static final int APPEND_STEP = 1;
  private static final int APPEND_BATCH = 2;

  private final int maxRows;

  /** By rows; index 0 is not used. */
  private final AtomicReferenceArray<CostSamples> passes;

  /** Drafting a block, and appending a row to the draft's context, in small and large batches. */
  private final AtomicReferenceArray<CostSamples> draft = new AtomicReferenceArray<>(3);

  private final AtomicLong now = new AtomicLong();

  /**
   * @param maxRows rows of the widest step
   */
  RowCosts(int maxRows) {
    this.maxRows = maxRows;
    passes = new AtomicReferenceArray<>(maxRows + 1);
    for (int rows = 0; rows <= maxRows; rows++) {
      passes.set(rows, CostSamples.NONE);
    }
    for (int i = 0; i < draft.length(); i++) {
      draft.set(i, CostSamples.NONE);
    }
  }

  /** Learns from a step, whatever decided its width. */
  void record(StepOutcome step) {
    long pass = now.incrementAndGet();
    add(passes, 1 + step.verified(), step.passNanos(), pass);
    if (step.verified() > 0) {
      add(draft, PROPOSE, step.proposeNanos(), pass);
    }
    if (step.appended() > 0) {
      int kind = step.appended() > maxRows ? APPEND_BATCH : APPEND_STEP;
      add(draft, kind, (double) step.appendNanos() / step.appended(), pass);
    }
  }

  private static void add(
      AtomicReferenceArray<CostSamples> samples, int index, double nanos, long pass) {
    samples.updateAndGet(index, before -> before.with(nanos, pass));
  }

  /** Whether a pass of one row was measured, and not too long ago. */
  boolean knowsPlainStep() {
    return passes.get(1).isFresh(now.get());
  }

  /** What a plain step takes, NaN if none was ever measured. */
  double plainNanos() {
    CostSamples plain = passes.get(1);
    return plain.isEmpty() ? Double.NaN : plain.typical();
  }

  /**
   * What a pass takes.
   *
   * @param rows 1 to the widest step
   * @return nanoseconds, NaN if no pass was measured at all
   */
  double passNanos(int rows) {
    long pass = now.get();
    CostSamples own = passes.get(rows);
    if (own.isProven() && own.isFresh(pass)) {
      return own.typical();
    }
    int below = rows - 1;
    while (below > 0 && !passes.get(below).isFresh(pass)) {
      below--;
    }
    int above = rows + 1;
    while (above <= maxRows && !passes.get(above).isFresh(pass)) {
      above++;
    }
    double estimate = Double.NaN;
    if (below > 0 && above <= maxRows) {
      estimate = between(below, above, rows);
    } else if (below > 0) {
      estimate = beyond(below, rows, pass);
    } else if (above <= maxRows) {
      estimate = scaled(above, rows);
    }
    if (own.isEmpty()) {
      return estimate;
    }
    // The cheaper one: a width that was slow once, or long ago, is tried again and measured then.
    return Double.isNaN(estimate) ? own.typical() : Math.min(own.typical(), estimate);
  }

  private double between(int below, int above, int rows) {
    double low = passes.get(below).typical();
    double high = passes.get(above).typical();
    return low + (high - low) * (rows - below) / (above - below);
  }

  /** Straight on through the two widest fresh passes below. */
  private double beyond(int below, int rows, long pass) {
    double from = passes.get(below).typical();
    for (int other = below - 1; other > 0; other--) {
      if (passes.get(other).isFresh(pass)) {
        double slope = (from - passes.get(other).typical()) / (below - other);
        return from + Math.max(0, slope) * (rows - below);
      }
    }
    return scaled(below, rows);
  }

  private double scaled(int measured, int rows) {
    return passes.get(measured).typical()
        * (1 + ROW_SHARE * (rows - 1))
        / (1 + ROW_SHARE * (measured - 1));
  }

  /**
   * What drafting a block takes.
   *
   * @param guess what is taken of it before it was measured twice, unless it took less
   */
  double proposeNanos(double guess) {
    CostSamples samples = draft.get(PROPOSE);
    if (samples.isEmpty()) {
      return guess;
    }
    return samples.isProven() ? samples.typical() : Math.min(guess, samples.typical());
  }

  /**
   * What it takes to append rows to the draft's context.
   *
   * @return nanoseconds, 0 if it was never measured
   */
  double appendNanos(double rows) {
    CostSamples step = draft.get(APPEND_STEP);
    CostSamples batch = draft.get(APPEND_BATCH);
    CostSamples closer = rows > maxRows && !batch.isEmpty() || step.isEmpty() ? batch : step;
    return closer.isEmpty() ? 0 : rows * closer.typical();
  }
}
