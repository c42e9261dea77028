/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.kernel.AllocationCounter;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetState;
import java.lang.System.Logger.Level;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How {@link ModelPair#warmUp} went.
 *
 * @param passes target passes that were run
 * @param took all of it
 * @param rows rows of the widest pass
 * @param widePass the fastest of the widest passes
 * @param allocated bytes that one of the last passes allocated, the draft's block included; 0 when
 *     the JVM does not count
 * @param boxed whether that is so much, with the compiler at rest, that some kernel must run on
 *     boxed vectors
 */
public record WarmUp(
    int passes, Duration took, int rows, Duration widePass, long allocated, boolean boxed) {
  static final Duration USUAL = Duration.ofSeconds(2);

  /** More than all small objects of a pass, less than one matrix on boxed vectors. */
  static final long BOXED = 256 * 1024;

  private static final System.Logger LOG = System.getLogger(WarmUp.class.getName());
  private static final AtomicBoolean REPORTED = new AtomicBoolean();

  /** Narrow before wide (kernels 7, trap 5). */
  private static final int[] WIDTHS = {1, 2, 4, 8};

  private static final int CAPACITY = 64;
  private static final int MOST_PASSES = 400;
  private static final int CHECKED_PASSES = 3;

  static WarmUp run(Target target, Optional<Draft> draft, Duration most) {
    WarmUp result = new Course(target, draft).run(most.toNanos());
    if (result.boxed && REPORTED.compareAndSet(false, true)) {
      LOG.log(Level.WARNING, result.warning(target.compute().kernels().name()));
    }
    return result;
  }

  String warning(String kernels) {
    return "some kernel runs on boxed vectors: a pass of "
        + rows
        + " rows allocated "
        + allocated
        + " bytes. Results are the same, speed is many times lower. Remedy: start again; if it"
        + " comes back, choose other kernels than "
        + kernels
        + ".";
  }

  /** The passes; small objects of one thread. */
  private static final class Course {
    private final Target target;
    private final AllocationCounter counter;
    private final TargetState state;
    private final Optional<DraftSession> session;
    private final int proposed;
    private final int[] block;
    private final int[] proposal;
    private int passes;

    Course(Target target, Optional<Draft> draft) {
      this.target = target;
      counter = new AllocationCounter(target.compute().workers());
      int capacity = Math.min(CAPACITY, target.spec().contextLength());
      int rows = Math.min(WIDTHS[WIDTHS.length - 1], capacity);
      state = target.newState(capacity, rows, draft.map(Draft::taps).orElse(new int[0]));
      session = draft.map(d -> d.newSession(capacity));
      proposed = draft.map(Draft::maxProposed).orElse(0);
      proposal = new int[proposed];
      block = new int[rows];
      for (int i = 0; i < rows; i++) {
        block[i] = i % target.spec().vocabulary();
      }
    }

    WarmUp run(long nanos) {
      long start = System.nanoTime();
      for (int i = 0; i < WIDTHS.length; i++) {
        if (WIDTHS[i] <= state.maxRows()) {
          repeat(WIDTHS[i], start + nanos / WIDTHS.length * (i + 1));
        }
      }
      return check(start);
    }

    /** Until the time is over, or so often that a kernel was called often enough to be compiled. */
    private void repeat(int rows, long end) {
      int done = 0;
      boolean clean = false;
      do {
        long before = counter.bytes();
        pass(rows);
        clean = counter.isCounting() && counter.bytes() - before < BOXED;
        done++;
      } while (System.nanoTime() - end < 0 && (done < MOST_PASSES || !clean));
    }

    private WarmUp check(long start) {
      long compiling = compilationMillis();
      long least = Long.MAX_VALUE;
      long fastest = Long.MAX_VALUE;
      for (int i = 0; i < CHECKED_PASSES; i++) {
        long before = counter.bytes();
        long begun = System.nanoTime();
        pass(state.maxRows());
        fastest = Math.min(fastest, System.nanoTime() - begun);
        least = Math.min(least, counter.bytes() - before);
      }
      boolean settled = compilationMillis() == compiling;
      return new WarmUp(
          passes,
          Duration.ofNanos(System.nanoTime() - start),
          state.maxRows(),
          Duration.ofNanos(fastest),
          least,
          settled && least >= BOXED);
    }

    private void pass(int rows) {
      if (state.length() + rows > state.capacity()) {
        state.truncate(0);
        session.ifPresent(s -> s.truncate(0));
      }
      target.forward(state, block, 0, rows, rows);
      state.commit(rows);
      if (session.isPresent()) {
        session.get().append(block, 0, state.taps(), 0, rows);
        session.get().propose(block[0], proposed, proposal, 0);
      }
      passes++;
    }

    /** Time spent compiling so far; it stands still when the compiler rests. */
    private static long compilationMillis() {
      CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
      return bean != null && bean.isCompilationTimeMonitoringSupported()
          ? bean.getTotalCompilationTime()
          : 0;
    }
  }
}
