/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.goldens.GoldenCase;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetOptions;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.target.Targets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who shares a pass with whom, and what the others hear of it. */
@Timeout(60)
class BatchingTargetTest {
  private static final int[] TOKENS = {3, 14, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26};
  private static final int ROWS = 8;

  private final Compute compute = Compute.host(1);
  private final Target real =
      Targets.open(
          GoldenCase.root().resolve("targets/qwen35_tiny_tied"), TargetOptions.asStated(), compute);
  private final GatedTarget gated = new GatedTarget(real);
  private final List<Call> calls = new ArrayList<>();
  private final AtomicLong patience = new AtomicLong();

  /** On a clock that stands still, so that no pass is known to take any time. */
  private BatchingTarget target = BatchingTarget.of(gated, ROWS, nanos -> patience.get(), () -> 0);

  @AfterEach
  void close() {
    real.close();
    compute.close();
  }

  /** A forward on a thread of its own. */
  private final class Call {
    final TargetState state;
    final int rows;
    final Thread thread;
    volatile Throwable thrown;
    volatile boolean interrupted;

    Call(TargetState state, int rows, boolean virtual) {
      this.state = state;
      this.rows = rows;
      Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
      thread = builder.start(this::run);
    }

    private void run() {
      try {
        target.forward(state, TOKENS, 0, rows, Math.max(0, rows));
      } catch (Throwable e) {
        thrown = e;
      }
      interrupted = Thread.currentThread().isInterrupted();
    }

    Call waits() {
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      return this;
    }

    void join() {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Ended and has what the state alone has. */
    void isWhole() {
      join();
      assertThat(thrown).isNull();
      assertThat(state.pendingRows()).isEqualTo(rows);
      TargetState alone = real.newState(TOKENS.length, TOKENS.length, 0);
      real.forward(alone, TOKENS, 0, rows, rows);
      int logits = rows * real.spec().vocabulary();
      assertThat(Arrays.copyOf(state.logits(), logits))
          .isEqualTo(Arrays.copyOf(alone.logits(), logits));
      int taps = rows * real.spec().hidden();
      assertThat(Arrays.copyOf(state.taps(), taps)).isEqualTo(Arrays.copyOf(alone.taps(), taps));
    }
  }

  private Call call(int rows) {
    return call(real.newState(TOKENS.length, TOKENS.length, 0), rows);
  }

  private Call call(TargetState state, int rows) {
    Call call = new Call(state, rows, false);
    calls.add(call);
    return call;
  }

  /** Holds the first pass up; those behind it have to wait. */
  private Semaphore hold() {
    Semaphore open = new Semaphore(0);
    gated.gate = rows -> open.acquireUninterruptibly();
    call(1).waits();
    gated.gate = rows -> {};
    return open;
  }

  @Test
  void callsBehindAPassShareTheNextInTheOrderOfTheirArrival() {
    Semaphore open = hold();
    for (int rows : new int[] {3, 1, 4, 2, 5, 1}) {
      call(rows).waits();
    }
    open.release();
    calls.forEach(Call::isWhole);
    assertThat(gated.passes).containsExactly(1, 8, 8);
    assertThat(target.figures()).isEqualTo(new BatchFigures(3, 2, 7, 17));
  }

  @Test
  void aCallThatDoesNotFitIsNotOvertaken() {
    Semaphore open = hold();
    for (int rows : new int[] {6, 3, 1, 1}) {
      call(rows).waits();
    }
    open.release();
    calls.forEach(Call::isWhole);
    assertThat(gated.passes).containsExactly(1, 6, 5);
  }

  @Test
  void moreRowsThanAreSharedRunAloneInTheirTurn() {
    Semaphore open = hold();
    for (int rows : new int[] {1, 12, 2, 2}) {
      call(rows).waits();
    }
    open.release();
    calls.forEach(Call::isWhole);
    assertThat(gated.passes).containsExactly(1, 1, 12, 4);
  }

  @Test
  void whatIsRefusedConcernsItsCallerOnly() {
    TargetState tooSmall = real.newState(2, 2);
    Semaphore open = hold();
    List<Call> good = new ArrayList<>(List.of(call(2).waits()));
    Call bad = call(tooSmall, 3).waits();
    Call none = call(0).waits();
    Call negative = call(Integer.MIN_VALUE).waits();
    good.add(call(1).waits());
    open.release();
    good.forEach(Call::isWhole);
    for (Call refused : List.of(bad, none, negative)) {
      refused.join();
      assertThat(refused.thrown)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("do not fit");
    }
    assertThat(gated.passes).containsExactly(1, 3);
    // Alone it is refused with the same words.
    assertThatThrownBy(() -> target.forward(tooSmall, TOKENS, 0, 3, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("do not fit");
    target.forward(tooSmall, TOKENS, 0, 2, 1);
    assertThat(tooSmall.pendingRows()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFailureReachesEveryoneInItsPassAndNobodyElse(boolean error) {
    Semaphore open = hold();
    List<Call> failing = List.of(call(5).waits(), call(3).waits());
    List<Call> others = List.of(call(4).waits(), call(4).waits());
    int[] seen = {0};
    gated.gate =
        rows -> {
          if (seen[0]++ == 0) {
            if (error) {
              throw new InternalError("planted");
            }
            throw new IllegalStateException("planted");
          }
        };
    open.release();
    calls.getFirst().isWhole();
    others.forEach(Call::isWhole);
    for (Call call : failing) {
      call.join();
      assertThat(call.thrown)
          .isInstanceOf(error ? InternalError.class : IllegalStateException.class)
          .hasMessage("planted");
    }
    // Their states go on as if the call had not been.
    for (Call call : failing) {
      call(call.state, call.rows).isWhole();
    }
  }

  @Test
  void anInterruptedCallLeavesTheQueue() {
    Semaphore open = hold();
    Call first = call(2).waits();
    Call leaving = call(2).waits();
    Call last = call(2).waits();
    leaving.thread.interrupt();
    leaving.join();
    assertThat(leaving.thrown).isInstanceOf(CancellationException.class);
    assertThat(leaving.interrupted).isTrue();
    assertThat(leaving.state.pendingRows()).isZero();
    open.release();
    first.isWhole();
    last.isWhole();
    assertThat(gated.passes).containsExactly(1, 4);
    call(leaving.state, 2).isWhole();
  }

  @Test
  void anInterruptedCallInAPassOrInFrontOfItStaysAndKeepsItsInterrupt() {
    Semaphore open = hold();
    Call leading = call(2).waits();
    Call riding = call(2).waits();
    CountDownLatch begun = new CountDownLatch(1);
    Semaphore second = new Semaphore(0);
    gated.gate =
        rows -> {
          begun.countDown();
          second.acquireUninterruptibly();
        };
    open.release();
    await(begun);
    leading.thread.interrupt();
    riding.thread.interrupt();
    second.release();
    leading.isWhole();
    riding.isWhole();
    assertThat(leading.interrupted).isTrue();
    assertThat(riding.interrupted).isTrue();
    assertThat(gated.passes).containsExactly(1, 4);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void oneStateIsInOnePassAtATime() {
    Semaphore open = hold();
    Call first = call(2).waits();
    Call again = call(first.state, 1);
    again.join();
    assertThat(again.thrown)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("another thread");
    open.release();
    first.isWhole();
  }

  @Test
  void closingEndsSharingAndLeavesTheTargetOpen() {
    Semaphore open = hold();
    Call waiting = call(2).waits();
    target.close();
    assertThatThrownBy(() -> target.forward(waiting.state, TOKENS, 0, 1, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the target is closed");
    open.release();
    waiting.isWhole();
    TargetState state = real.newState(4, 4);
    real.forward(state, TOKENS, 0, 4, 1);
    assertThat(state.pendingRows()).isEqualTo(4);
  }

  /** Far more than there are threads to carry them. */
  @Test
  void waitingVirtualThreadsHoldNoCarrier() throws InterruptedException {
    Semaphore open = hold();
    List<Call> many = new ArrayList<>();
    for (int n = 0; n < 300; n++) {
      many.add(new Call(real.newState(2, 2, 0), 1, true));
    }
    for (Call call : many) {
      call.waits();
    }
    Thread other = Thread.startVirtualThread(() -> {});
    other.join();
    open.release();
    for (Call call : many) {
      call.join();
      assertThat(call.thrown).isNull();
      assertThat(call.state.pendingRows()).isEqualTo(1);
    }
    assertThat(target.figures().passes()).isEqualTo(1 + Math.ceilDiv(300, ROWS));
  }

  @Test
  void aPassWaitsForStatesThatUsuallyComeBackAndForNoOthers() {
    Semaphore open = hold();
    Call a = call(1).waits();
    Call b = call(1).waits();
    Call c = call(1).waits();
    open.release();
    calls.forEach(Call::isWhole);
    patience.set(TimeUnit.SECONDS.toNanos(50));
    target.rest(calls.getFirst().state);
    // All come back: whoever is first waits for the others.
    Call again = call(a.state, 2);
    waitsAWhile(again);
    assertThat(gated.passes).containsExactly(1, 3);
    Call b2 = call(b.state, 1);
    b2.waits();
    // One has ended, one begins to read a prompt: nobody waits for those.
    Call c2 = call(c.state, 1);
    for (Call call : List.of(again, b2, c2)) {
      call.isWhole();
    }
    assertThat(gated.passes).containsExactly(1, 3, 4);
    target.rest(b.state);
    c.state.truncate(0);
    target.read(c.state, TOKENS, 0, 1, 0);
    call(a.state, 1).isWhole();
    assertThat(gated.passes).containsExactly(1, 3, 4, 1);
  }

  @Test
  void whoeverEndsWhileAPassWaitsForItIsNotWaitedFor() {
    Semaphore open = hold();
    Call a = call(1).waits();
    Call b = call(1).waits();
    open.release();
    calls.forEach(Call::isWhole);
    patience.set(TimeUnit.SECONDS.toNanos(50));
    target.rest(calls.getFirst().state);
    Call again = call(a.state, 1);
    waitsAWhile(again);
    target.rest(b.state);
    again.isWhole();
    assertThat(gated.passes).containsExactly(1, 2, 1);
  }

  @Test
  void aFullPassWaitsForNobody() {
    Semaphore open = hold();
    call(4).waits();
    call(4).waits();
    open.release();
    calls.forEach(Call::isWhole);
    patience.set(TimeUnit.SECONDS.toNanos(50));
    call(ROWS).isWhole();
    assertThat(gated.passes).containsExactly(1, 8, 8);
  }

  private static void waitsAWhile(Call call) {
    while (call.thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  /** The clock stands still but for what a pass is said to take. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void passesThatAlwaysTakeLongerTogetherAreNotShared(boolean onceFast) {
    AtomicLong clock = new AtomicLong();
    target = BatchingTarget.of(gated, ROWS, nanos -> 0, clock::get);
    for (int round = 0; round < CostSamples.KEPT; round++) {
      pairOfCalls(clock, onceFast && round == 5 ? 199 : 1000);
      assertThat(gated.passes).as("round %d", round).containsExactly(1, 2);
    }
    pairOfCalls(clock, 1000);
    if (onceFast) {
      assertThat(gated.passes).containsExactly(1, 2);
      return;
    }
    assertThat(gated.passes).containsExactly(1, 1, 1);
    // After a while it is tried again.
    for (int n = 0; n < 200; n++) {
      call(1).isWhole();
    }
    pairOfCalls(clock, 1000);
    assertThat(gated.passes).containsExactly(1, 2);
  }

  private void pairOfCalls(AtomicLong clock, long together) {
    Semaphore open = new Semaphore(0);
    gated.gate =
        rows -> {
          open.acquireUninterruptibly();
          clock.addAndGet(rows == 1 ? 100 : together);
        };
    gated.passes.clear();
    List<Call> all = List.of(call(1).waits(), call(1).waits(), call(1).waits());
    open.release(9);
    all.forEach(Call::isWhole);
    gated.gate = rows -> clock.addAndGet(100);
  }

  @Test
  void itSaysWhatItIsAndRefusesWhatCannotShare() {
    assertThat(target.sharedRows()).isEqualTo(ROWS);
    assertThat(target.bytes()).isEqualTo(real.newBatch(ROWS).orElseThrow().bytes());
    assertThat(target.spec()).isEqualTo(real.spec());
    assertThat(target).hasToString(gated + ", passes of up to 8 rows shared");
    assertThatThrownBy(() -> BatchingTarget.of(real, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one row");
    Target without = new TableTarget(8, 8, Continuation.cycle(8, 1));
    assertThatThrownBy(() -> BatchingTarget.of(without, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot run several states");
  }
}
