/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Has the kernels for signed bytes compiled on a tiny matrix, few rows first. Until then they are
 * hundreds of times slower (kernels 7, trap 9), so that the first pass of a large model would take
 * many seconds; and a kernel for many rows that is compiled alone may keep its vectors in objects
 * for good (trap 5). Where that happens, or takes too long, rows are taken fewer at a time until it
 * is mended.
 *
 * <p>It runs beside what else opening a model takes; safe for use by several threads.
 */
public final class KernelWarmUp {
  private static final System.Logger LOG = System.getLogger(KernelWarmUp.class.getName());

  /** For the kernels of one form, before the first pass. */
  private static final long MOST_NANOS = 6_000_000_000L;

  /** For all that was not compiled by then, beside the passes. */
  private static final long LATE_NANOS = 60_000_000_000L;

  /** Of the late time; the rest is slept. */
  private static final int LATE_SHARE = 5;

  /** Compiled code stays so for the life of the process. */
  private static final Set<PanelForm> DONE = EnumSet.noneOf(PanelForm.class);

  private final CountDownLatch ready = new CountDownLatch(1);

  private KernelWarmUp() {}

  /**
   * Warms up the kernels of some types on a thread of its own. Ends as soon as they are compiled,
   * after six seconds for each of them at the latest; what is late by then goes on a little at a
   * time. Does nothing in single precision, without vectors, or for kernels that are warm already.
   *
   * @param compute what will be computed with
   * @param types types of weights that will be used
   * @param mapped whether kernels will read mapped files and not memory of this process: code that
   *     has seen the one kind of segment is compiled anew, and worse, when it meets the other
   * @return what runs
   */
  public static KernelWarmUp start(Compute compute, Collection<StorageType> types, boolean mapped) {
    if (compute.activations() != Activations.INT8
        || !compute.kernels().name().startsWith("vector-")
        || !(compute.projections() instanceof HostProjections)) {
      return none();
    }
    PanelProjector panels = PanelProjector.of(compute.kernels());
    List<StorageType> all = List.copyOf(types);
    KernelWarmUp warmUp = new KernelWarmUp();
    Thread.ofPlatform()
        .daemon()
        .name("dflash4j-warm-up")
        .start(() -> warmUp.run(panels, all, mapped));
    return warmUp;
  }

  private static KernelWarmUp none() {
    KernelWarmUp none = new KernelWarmUp();
    none.ready.countDown();
    return none;
  }

  /** Waits until it is over. An interrupt is kept for later. */
  public void await() {
    boolean interrupted = false;
    while (true) {
      try {
        ready.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(PanelProjector panels, List<StorageType> types, boolean mapped) {
    List<PanelWarmUp> late = new ArrayList<>();
    try {
      // One after the other: what is measured beside another warm-up seems not to be compiled.
      synchronized (DONE) {
        for (StorageType type : types) {
          PanelForm form = PanelForm.of(type);
          if (form != null && DONE.add(form)) {
            warmUp(new PanelWarmUp(panels, form, mapped), late);
          }
        }
      }
    } finally {
      ready.countDown();
    }
    goOn(late);
  }

  private static void warmUp(PanelWarmUp kernel, List<PanelWarmUp> late) {
    long end = System.nanoTime() + MOST_NANOS;
    while (!kernel.isDone() && System.nanoTime() - end < 0) {
      kernel.advance();
    }
    if (kernel.isDone()) {
      kernel.close();
    } else {
      limit(kernel);
      late.add(kernel);
    }
  }

  /** What a busy machine has not compiled in time may still come. */
  private static void goOn(List<PanelWarmUp> late) {
    long end = System.nanoTime() + LATE_NANOS;
    for (PanelWarmUp kernel : late) {
      while (!kernel.isDone() && System.nanoTime() - end < 0) {
        int before = kernel.rows();
        long start = System.nanoTime();
        kernel.advance();
        LockSupport.parkNanos((System.nanoTime() - start) * (LATE_SHARE - 1));
        if (kernel.isDone()) {
          PanelRowLimits.limit(kernel.form(), PanelRowLimits.NONE);
        } else if (kernel.rows() > before) {
          limit(kernel);
        }
      }
      if (!kernel.isDone()) {
        report(kernel);
      }
      kernel.close();
    }
  }

  private static void limit(PanelWarmUp kernel) {
    PanelRowLimits.limit(kernel.form(), Math.max(1, kernel.rows() / 2));
  }

  private static void report(PanelWarmUp kernel) {
    LOG.log(
        Level.INFO,
        String.format(
            Locale.ROOT,
            "the code that takes %d rows of %s at once was not compiled well (%.2f ns a weight);"
                + " fewer are taken at a time, with the same results. Another start may do better.",
            kernel.rows(),
            kernel.form().type(),
            kernel.cost()));
  }
}
