/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void everyItemIsComputedOnceWhateverTheGrain(int threads) {
    long seed = 11;
    Random random = new Random(seed);
    try (Workers team = team(threads)) {
      for (int round = 0; round < 2_000; round++) {
        int items = random.nextInt(70);
        int grain = 1 + random.nextInt(9);
        AtomicIntegerArray seen = new AtomicIntegerArray(Math.max(1, items));
        team.run(
            items,
            grain,
            (from, to) -> {
              assertThat(from % grain).isZero();
              for (int i = from; i < to; i++) {
                seen.incrementAndGet(i);
              }
            });
        for (int i = 0; i < items; i++) {
          assertThat(seen.get(i)).as("item %d of %d seed %d", i, items, seed).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void aFailureInAnyPartReachesTheCallerAndTheTeamGoesOn() {
    try (Workers team = team(3)) {
      for (int failing = 0; failing < 3; failing++) {
        int bad = failing;
        assertThatThrownBy(() ->
                team.run(
                    3,
                    1,
                    (from, to) -> {
                      if (from <= bad && bad < to) {
                        throw new IllegalStateException("part " + bad);
                      }
                    }))
            .hasMessage("part " + bad);
        AtomicInteger count = new AtomicInteger();
        team.run(30, 1, (from, to) -> count.addAndGet(to - from));
        assertThat(count).hasValue(30);
      }
    }
  }

  @Test
  void callersThatFindTheTeamBusyWorkAlone() throws InterruptedException {
    try (Workers team = team(2)) {
      AtomicInteger sum = new AtomicInteger();
      List<Thread> callers = new ArrayList<>();
      for (int c = 0; c < 4; c++) {
        callers.add(
            Thread.ofPlatform()
                .start(() -> {
                  for (int i = 0; i < 500; i++) {
                    team.run(16, 1, (from, to) -> sum.addAndGet(to - from));
                  }
                }));
      }
      for (Thread caller : callers) {
        caller.join();
      }
      assertThat(sum).hasValue(4 * 500 * 16);
    }
  }

  /** As a draft beside a shared pass does; more callers than there are threads to carry them. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  @Timeout(120)
  void callersOnVirtualThreadsGetEveryItemAndEveryFailure(int threads) throws Exception {
    try (Workers team = team(threads);
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> sums = new ArrayList<>();
      for (int c = 0; c < 24; c++) {
        int caller = c;
        sums.add(
            callers.submit(() -> {
              AtomicInteger sum = new AtomicInteger();
              for (int i = 0; i < 300; i++) {
                int round = i;
                try {
                  team.run(
                      12,
                      1,
                      (from, to) -> {
                        if (round % 50 == caller && from == 0) {
                          throw new IllegalStateException("caller " + caller);
                        }
                        sum.addAndGet(to - from);
                      });
                  assertThat(round % 50).isNotEqualTo(caller);
                } catch (IllegalStateException e) {
                  assertThat(e).hasMessage("caller " + caller);
                  assertThat(round % 50).isEqualTo(caller);
                  sum.set((round + 1) * 12);
                }
              }
              return sum.get();
            }));
      }
      for (Future<Integer> sum : sums) {
        assertThat(sum.get()).isEqualTo(300 * 12);
      }
    }
  }

  @Test
  void aPartMayStartAnotherOperation() {
    try (Workers team = team(2)) {
      AtomicInteger sum = new AtomicInteger();
      team.run(4, 1, (a, b) -> team.run(4, 1, (from, to) -> sum.addAndGet((b - a) * (to - from))));
      assertThat(sum).hasValue(16);
    }
  }

  @Test
  void aTeamMayBeClosedWhileItRuns() throws InterruptedException {
    for (int round = 0; round < 300; round++) {
      Workers team = team(3);
      AtomicInteger sum = new AtomicInteger();
      Thread caller =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; i < 50; i++) {
                  team.run(9, 1, (from, to) -> sum.addAndGet(to - from));
                }
              });
      team.close();
      caller.join();
      assertThat(sum).as("round %d", round).hasValue(50 * 9);
    }
  }

  @Test
  void aClosedTeamStillComputesInTheCaller() {
    Workers team = team(3);
    team.close();
    team.close();
    AtomicInteger sum = new AtomicInteger();
    team.run(5, 1, (from, to) -> sum.addAndGet(to - from));
    assertThat(sum).hasValue(5);
  }

  private static Workers team(int threads) {
    return threads == 1 ? new LoneWorker() : new WorkerTeam(threads);
  }
}
