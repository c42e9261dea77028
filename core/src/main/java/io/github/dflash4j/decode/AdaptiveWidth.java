/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Optional;

/**
 * The width that writes most tokens a second, by measured costs and recent acceptance; none at all
 * where plain decoding is faster. Whole blocks are drafted and a prefix is verified
 * (dflash-algorithm 6.6). docs/speculation-policy.md explains the model.
 */
final class AdaptiveWidth implements VerifyWidth {
  private static final System.Logger LOG = System.getLogger(AdaptiveWidth.class.getName());

  /** Another width has to be better by this much, so that noise does not drive the choice. */
  private static final double BETTER = 1.02;

  /** Drafting has to be faster than plain steps by this much to come back. */
  private static final double BACK = 1.03;

  /** What drafting is taken to cost before it was measured, in plain steps. */
  private static final double UNKNOWN_DRAFT = 0.25;

  private static final int FIRST_INTERVAL = 8;
  private static final int LONGEST_INTERVAL = 128;

  private final RowCosts costs;
  private final int most;
  private final System.Logger log;
  private final RecentAcceptance acceptance;
  private final ProbeBudget budget = new ProbeBudget();

  private boolean drafting = true;
  private int width;
  private int plainSteps;
  private int interval = FIRST_INTERVAL;
  private int waiting;
  private int steps;
  private int probeWidth = 1;
  private int timesOff;
  private String reason;

  /**
   * @param costs what is known about the models, shared with other generations
   * @param most tokens of a whole block
   */
  AdaptiveWidth(RowCosts costs, int most) {
    this(costs, most, LOG);
  }

  /** For tests: with another logger. */
  AdaptiveWidth(RowCosts costs, int most, System.Logger log) {
    this.costs = costs;
    this.most = most;
    this.log = log;
    acceptance = new RecentAcceptance(most);
  }

  @Override
  public int next(int possible) {
    if (possible == 0 || !costs.knowsPlainStep()) {
      return 0;
    }
    if (drafting) {
      return best(possible);
    }
    boolean probing = plainSteps >= interval && budget.covers(probeLoss());
    return probing ? Math.min(probeWidth, possible) : 0;
  }

  /** What a probe loses if nothing is accepted, in plain steps. */
  private double probeLoss() {
    double nanos =
        costs.appendNanos(waiting) + proposeNanos(probeWidth) + costs.passNanos(1 + probeWidth);
    return nanos / costs.plainNanos() - 1;
  }

  @Override
  public boolean mayCatchUp(int rows) {
    return drafting || budget.covers(costs.appendNanos(rows) / costs.plainNanos());
  }

  @Override
  public void observe(StepOutcome step) {
    steps++;
    waiting += step.kept() - step.appended();
    budget.count(step.kept(), step.kept() - plainSteps(step), !drafting);
    if (step.verified() == 0) {
      plainSteps++;
      // By costs that earlier texts have measured a draft may not be worth a first try: that is off
      // too, with its reason said and probes that can end it.
      if (drafting && costs.knowsPlainStep() && best(most) == 0) {
        turnOff();
      }
      return;
    }
    acceptance.observe(step.verified(), step.accepted());
    width = best(most);
    if (drafting && width == 0) {
      turnOff();
    } else if (!drafting) {
      judgeProbe(step);
    }
  }

  /**
   * What a step took, in plain steps and by what such steps usually take: a pause of the machine,
   * or code that runs for the first time, says nothing about the draft.
   */
  private double plainSteps(StepOutcome step) {
    double nanos = costs.appendNanos(step.appended());
    nanos += step.verified() == 0 ? costs.plainNanos() : costs.passNanos(1 + step.verified());
    nanos += step.verified() == 0 ? 0 : proposeNanos(step.verified());
    return nanos / costs.plainNanos();
  }

  private void turnOff() {
    drafting = false;
    reason = comparison(bestDrafted(most));
    plainSteps = 0;
    acceptance.age();
    budget.settle();
    timesOff++;
    announce("drafting off at step {0}: {1}", reason);
  }

  /** A probe that is all right is followed by a wider one at once, until it is clear what pays. */
  private void judgeProbe(StepOutcome probe) {
    if (width > 0 && rate(width) > BACK * rate(0)) {
      drafting = true;
      interval = FIRST_INTERVAL;
      probeWidth = 1;
      announce("drafting on again at step {0}: {1}", comparison(width));
    } else if (probe.accepted() < probe.verified()) {
      plainSteps = 0;
      interval = Math.min(LONGEST_INTERVAL, 2 * interval);
      probeWidth = 1;
      acceptance.age();
    } else {
      probeWidth = bestDrafted(most);
    }
  }

  /** Once off and once on again at the usual level; a text that goes back and forth is no news. */
  private void announce(String change, String why) {
    log.log(timesOff == 1 ? Level.INFO : Level.DEBUG, change, Integer.toString(steps), why);
  }

  /** The best number of drafted tokens, 0 if plain decoding is faster. */
  private int best(int possible) {
    int best = bestDrafted(possible);
    if (width > 0 && width <= possible && rate(best) < BETTER * rate(width)) {
      best = width;
    }
    return rate(best) > rate(0) ? best : 0;
  }

  private int bestDrafted(int possible) {
    int best = 1;
    for (int drafted = 2; drafted <= possible; drafted++) {
      if (rate(drafted) > rate(best)) {
        best = drafted;
      }
    }
    return best;
  }

  /** Tokens a nanosecond to expect of verifying so many drafted tokens. */
  private double rate(int drafted) {
    return drafted == 0 ? 1 / costs.plainNanos() : acceptance.tokens(drafted) / stepNanos(drafted);
  }

  /** What a step takes that drafts, verifies and appends what the step before kept. */
  private double stepNanos(int drafted) {
    return proposeNanos(drafted)
        + costs.appendNanos(acceptance.tokens(drafted))
        + costs.passNanos(1 + drafted);
  }

  private double proposeNanos(int drafted) {
    return costs.proposeNanos(drafted, UNKNOWN_DRAFT * costs.plainNanos());
  }

  private String comparison(int drafted) {
    return String.format(
        Locale.ROOT,
        "%.2f tokens expected of a pass of %d rows, which takes %.2f plain steps with its draft"
            + " (%.2f of them drafting; a plain step takes %.2f ms)",
        acceptance.tokens(drafted),
        1 + drafted,
        stepNanos(drafted) / costs.plainNanos(),
        (stepNanos(drafted) - costs.passNanos(1 + drafted)) / costs.plainNanos(),
        costs.plainNanos() / 1e6);
  }

  @Override
  public boolean isAdaptive() {
    return true;
  }

  @Override
  public int timesTurnedOff() {
    return timesOff;
  }

  @Override
  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }
}
