/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowCostsTest {
  private static final int MAX_ROWS = 8;

  private final RowCosts costs = new RowCosts(MAX_ROWS, true);

  @Test
  void nothingIsKnownBeforeAnythingWasMeasured() {
    assertThat(costs.plainNanos()).isNaN();
    assertThat(costs.passNanos(3)).isNaN();
    assertThat(costs.knowsPlainStep()).isFalse();
    assertThat(costs.proposeNanos(3, 70)).isEqualTo(70);
    assertThat(costs.appendNanos(4)).isZero();
  }

  @Test
  void widthsBetweenMeasuredOnesLieOnTheLineBetweenThem() {
    pass(1, 100, 2);
    pass(5, 300, 2);
    assertThat(costs.passNanos(1)).isEqualTo(100);
    assertThat(costs.passNanos(2)).isEqualTo(150);
    assertThat(costs.passNanos(4)).isEqualTo(250);
    assertThat(costs.passNanos(5)).isEqualTo(300);
  }

  @Test
  void widerOnesLieBehindThemAndNeverBelowThem() {
    pass(1, 100, 2);
    pass(3, 140, 2);
    assertThat(costs.passNanos(8)).isEqualTo(240);
    pass(4, 130, 2);
    assertThat(costs.passNanos(8)).as("a wider pass was faster").isEqualTo(130);
  }

  @Test
  void aSingleWidthSaysAboutHowMuchTheOthersTake() {
    pass(1, 100, 2);
    assertThat(costs.passNanos(3)).isBetween(110.0, 150.0);
    RowCosts wide = new RowCosts(MAX_ROWS, true);
    wide.record(pass(8, 200));
    wide.record(pass(8, 200));
    assertThat(wide.passNanos(1)).isBetween(50.0, 200.0);
  }

  @Test
  void outliersDoNotCount() {
    pass(1, 100, 3);
    pass(1, 9_000, 1);
    assertThat(costs.plainNanos()).isEqualTo(100);
    pass(1, 9_000, 1);
    pass(1, 100, 1);
    assertThat(costs.plainNanos()).isEqualTo(100);
  }

  @Test
  void costsThatStayHigherAreBelieved() {
    pass(1, 100, 20);
    pass(1, 150, CostSamples.KEPT);
    assertThat(costs.plainNanos()).as("the context has grown").isEqualTo(150);
  }

  @Test
  void aFirstSlowPassOfAWidthIsNotBelieved() {
    pass(1, 100, 2);
    pass(2, 120, 2);
    pass(3, 5_000, 1);
    assertThat(costs.passNanos(3)).isEqualTo(140);
    pass(3, 5_000, 1);
    assertThat(costs.passNanos(3)).isEqualTo(5_000);
  }

  @Test
  void aFirstSlowBlockOfTheDraftIsNotBelieved() {
    draft(900, 1);
    assertThat(costs.proposeNanos(3, 70)).isEqualTo(70);
    draft(900, 1);
    assertThat(costs.proposeNanos(3, 70)).isEqualTo(900);
    draft(40, 2);
    assertThat(costs.proposeNanos(3, 70)).isEqualTo(40);
  }

  @Test
  void aDraftThatProposesOneTokenAfterTheOtherTakesLessForFewer() {
    RowCosts steps = new RowCosts(MAX_ROWS, false);
    steps.record(new StepOutcome(2, 0, 1, 0, 0, 60, 100));
    assertThat(steps.proposeNanos(1, 5)).isEqualTo(30);
    assertThat(steps.proposeNanos(4, 5)).isEqualTo(120);
    steps.record(new StepOutcome(5, 0, 1, 0, 0, 120, 100));
    assertThat(steps.proposeNanos(3, 5)).isEqualTo(80);
    assertThat(steps.proposeNanos(7, 5)).isEqualTo(160);
  }

  @Test
  void aWidthThatWasSlowLongAgoIsTriedAgain() {
    pass(1, 100, 2);
    pass(2, 110, 2);
    pass(6, 5_000, 4);
    assertThat(costs.passNanos(6)).isEqualTo(5_000);
    for (int i = 0; i < 100; i++) {
      pass(1, 100, 1);
      pass(2, 110, 1);
    }
    assertThat(costs.passNanos(6)).isEqualTo(150);
  }

  @Test
  void aPlainStepMeasuredLongAgoHasToBeMeasuredAgain() {
    pass(1, 100, 1);
    assertThat(costs.knowsPlainStep()).isTrue();
    pass(4, 130, 15);
    assertThat(costs.knowsPlainStep()).isTrue();
    pass(4, 130, 1);
    assertThat(costs.knowsPlainStep()).isFalse();
    pass(1, 100, 8);
    pass(4, 130, 127);
    assertThat(costs.knowsPlainStep()).as("more samples last longer").isTrue();
    pass(4, 130, 100);
    assertThat(costs.knowsPlainStep()).isFalse();
    assertThat(costs.plainNanos()).as("better than nothing").isEqualTo(100);
  }

  @Test
  void rowsAreAppendedAtWhatSmallAndLargeBatchesTook() {
    append(4, 400);
    assertThat(costs.appendNanos(1)).isEqualTo(100);
    assertThat(costs.appendNanos(200)).as("no large batch yet").isEqualTo(20_000);
    append(64, 640);
    assertThat(costs.appendNanos(200)).isEqualTo(2_000);
    assertThat(costs.appendNanos(3)).isEqualTo(300);
  }

  @Test
  void threadsShareThem() throws InterruptedException, ExecutionException {
    for (int rows = 1; rows <= MAX_ROWS; rows++) {
      pass(rows, 100L * rows, 9);
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      Future<?>[] all = new Future<?>[4];
      for (int t = 0; t < all.length; t++) {
        long seed = t;
        all[t] =
            threads.submit(() -> {
              Random random = new Random(seed);
              for (int i = 0; i < 5_000; i++) {
                int rows = 1 + random.nextInt(MAX_ROWS);
                costs.record(pass(rows, 100L * rows));
                assertThat(costs.passNanos(rows)).isEqualTo(100.0 * rows);
              }
            });
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    IntStream.rangeClosed(1, MAX_ROWS)
        .forEach(rows -> assertThat(costs.passNanos(rows)).isCloseTo(100.0 * rows, within(1e-9)));
  }

  private void pass(int rows, long nanos, int times) {
    for (int i = 0; i < times; i++) {
      costs.record(pass(rows, nanos));
    }
  }

  private static StepOutcome pass(int rows, long nanos) {
    return new StepOutcome(rows - 1, 0, 1, 0, 0, 10, nanos);
  }

  private void draft(long nanos, int times) {
    for (int i = 0; i < times; i++) {
      costs.record(new StepOutcome(3, 0, 1, 0, 0, nanos, 100));
    }
  }

  private void append(int rows, long nanos) {
    costs.record(new StepOutcome(0, 0, 1, rows, nanos, 0, 100));
  }
}
