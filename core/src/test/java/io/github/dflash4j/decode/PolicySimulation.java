/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The decode loop without models: steps take the time a cost table says, drafted tokens are
 * accepted with a chance that depends on where the text is. Times are in microseconds of a
 * simulated clock.
 */
final class PolicySimulation {

  /** The chance that a drafted token is right, given that those before it in its block were. */
  @FunctionalInterface
  interface Text {

    /**
     * @param position place in the text
     * @param slot its slot, from 1
     */
    double chance(int position, int slot);
  }

  /** What things take; a plain step takes 10 ms. */
  record Costs(double row, double draft, double appendRow, double noise) {
    static final double PLAIN = 10_000;

    /** In plain steps: what a further row, a drafted block and an appended row take. */
    static Costs of(double row, double draft, double appendRow) {
      return new Costs(row, draft, appendRow, 0);
    }

    /** Times vary by this share, and one in a hundred takes five times as long. */
    Costs withNoise(double share) {
      return new Costs(row, draft, appendRow, share);
    }

    double pass(int rows) {
      return PLAIN * (1 + row * (rows - 1));
    }
  }

  private static final int BUFFER = 256;

  final List<StepOutcome> steps = new ArrayList<>();
  private final Costs costs;
  private final Text text;
  private final int most;
  private final Random draws;
  private final Random noise;
  private boolean gaveUp;
  private double elapsed;

  private PolicySimulation(Costs costs, Text text, int most, long seed) {
    this.costs = costs;
    this.text = text;
    this.most = most;
    draws = new Random(seed);
    noise = new Random(seed + 1);
  }

  /** Writes a text with a policy that is new to everything. */
  static PolicySimulation adaptive(Costs costs, Text text, int most, int tokens, long seed) {
    RowCosts measured = new RowCosts(most + 1, true);
    return run(costs, text, most, tokens, seed, measured, new AdaptiveWidth(measured, most));
  }

  /** Writes the same text with so many tokens verified in every step. */
  static PolicySimulation fixed(
      Costs costs, Text text, int most, int tokens, int verified, long seed) {
    RowCosts measured = new RowCosts(most + 1, true);
    return run(costs, text, most, tokens, seed, measured, VerifyWidth.fixed(verified));
  }

  static PolicySimulation run(
      Costs costs,
      Text text,
      int most,
      int tokens,
      long seed,
      RowCosts measured,
      VerifyWidth width) {
    PolicySimulation simulation = new PolicySimulation(costs, text, most, seed);
    simulation.write(tokens, measured, width);
    return simulation;
  }

  /** Shortest time of all fixed widths, plain decoding among them. */
  static double bestFixed(Costs costs, Text text, int most, int tokens, long seed) {
    double best = Double.POSITIVE_INFINITY;
    for (int verified = 0; verified <= most; verified++) {
      best = Math.min(best, fixed(costs, text, most, tokens, verified, seed).elapsed());
    }
    return best;
  }

  private void write(int tokens, RowCosts measured, VerifyWidth width) {
    // Plain decoding with a pinned width has no draft whose context would need rows.
    boolean keepsRows = width.isAdaptive() || width.next(most) > 0;
    int waiting = 0;
    for (int position = 0; position < tokens; ) {
      int verified = gaveUp ? 0 : width.next(Math.min(most, tokens - position - 1));
      int appended = verified > 0 ? waiting : 0;
      int accepted = 0;
      while (accepted < verified && right(position + accepted, accepted + 1)) {
        accepted++;
      }
      waiting += accepted + 1 - appended;
      double late = 0;
      if (waiting >= BUFFER && !gaveUp && keepsRows) {
        if (width.mayCatchUp(waiting)) {
          late = time(waiting * costs.appendRow() * Costs.PLAIN);
          appended += waiting;
        } else {
          gaveUp = true;
        }
        waiting = 0;
      }
      StepOutcome step =
          new StepOutcome(
              verified,
              accepted,
              accepted + 1,
              appended,
              nanos(late + time((verified > 0 ? appended : 0) * costs.appendRow() * Costs.PLAIN)),
              nanos(verified > 0 ? time(costs.draft() * Costs.PLAIN) : 0),
              nanos(time(costs.pass(1 + verified))));
      elapsed += step.nanos() / 1000.0;
      steps.add(step);
      measured.record(step);
      width.observe(step);
      position += accepted + 1;
    }
  }

  private static long nanos(double micros) {
    return Math.round(1000 * micros);
  }

  /** The same place of the text is as hard for every policy. */
  private boolean right(int position, int slot) {
    draws.setSeed(position * 1_000_003L + 17);
    draws.nextDouble();
    return draws.nextDouble() < text.chance(position, slot);
  }

  private double time(double micros) {
    if (costs.noise() == 0) {
      return micros;
    }
    double factor = 1 + costs.noise() * noise.nextGaussian();
    return micros * (noise.nextInt(100) == 0 ? 5 : Math.max(0.5, factor));
  }

  /** Simulated time in microseconds. */
  double elapsed() {
    return elapsed;
  }

  /** Simulated time of plain decoding without noise. */
  static double plain(int tokens) {
    return tokens * Costs.PLAIN;
  }

  boolean gaveUp() {
    return gaveUp;
  }

  /** Steps that began within a part of the text. */
  List<StepOutcome> between(int from, int to) {
    List<StepOutcome> found = new ArrayList<>();
    int position = 0;
    for (StepOutcome step : steps) {
      if (position >= from && position < to) {
        found.add(step);
      }
      position += step.kept();
    }
    return found;
  }
}
