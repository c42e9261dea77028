/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Has the kernels for signed bytes compiled on a tiny matrix, few rows first. Until then they are
 * hundreds of times slower (kernels 7, trap 9), so that the first pass of a large model would take
 * many seconds; and a kernel for many rows that is compiled alone may keep its vectors in objects
 * for good (trap 5). Where that happens all the same, rows are taken fewer at a time from then on.
 *
 * <p>It runs beside what else opening a model takes; safe for use by several threads.
 */
public final class KernelWarmUp {
  private static final System.Logger LOG = System.getLogger(KernelWarmUp.class.getName());

  private static final int COLUMNS = 512;

  /** Strips of a round; the fastest counts. */
  private static final int STRIPS = 100;

  /** For the kernels of one form. */
  private static final long MOST_NANOS = 6_000_000_000L;

  /** Nanoseconds for a weight of a single row that compiled code stays below on any processor. */
  private static final double COMPILED = 0.4;

  /** Twice the rows cost at most twice as much, by compiled code. */
  private static final double TWICE = 2.5;

  /** Compiled code stays so for the life of the process. */
  private static final Set<PanelForm.Codes> DONE = EnumSet.noneOf(PanelForm.Codes.class);

  private final Thread thread;

  private KernelWarmUp(Thread thread) {
    this.thread = thread;
  }

  /**
   * Warms up the kernels of some types on a thread of its own. Ends as soon as they are compiled,
   * after six seconds for each of them at the latest. Does nothing in single precision, without
   * vectors, or for kernels that are warm already.
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
      return new KernelWarmUp(null);
    }
    PanelProjector panels = PanelProjector.of(compute.kernels());
    List<StorageType> all = List.copyOf(types);
    return new KernelWarmUp(
        Thread.ofPlatform()
            .daemon()
            .name("dflash4j-warm-up")
            .start(() -> run(panels, all, mapped)));
  }

  /** Waits until it is over. An interrupt is kept for later. */
  public void await() {
    if (thread == null || !thread.isAlive()) {
      return;
    }
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void run(PanelProjector panels, List<StorageType> types, boolean mapped) {
    // One after the other: what is measured beside another warm-up seems not to be compiled.
    synchronized (DONE) {
      for (StorageType type : types) {
        PanelForm form = PanelForm.of(type);
        if (form != null && DONE.add(form.codes())) {
          warmUp(panels, form, mapped);
        }
      }
    }
  }

  private static void warmUp(PanelProjector panels, PanelForm form, boolean mapped) {
    try (Arena arena = Arena.ofShared()) {
      long end = System.nanoTime() + MOST_NANOS;
      WeightMatrix matrix = matrix(form, arena, mapped);
      Int8Rows x = rows(panels, form);
      PanelScratch s = new PanelScratch();
      double most = COMPILED;
      for (int rows = 1; rows <= 8; rows *= 2) {
        double cost = cost(panels, form, matrix, x, rows, s);
        while (cost > most && System.nanoTime() < end) {
          cost = Math.min(cost, cost(panels, form, matrix, x, rows, s));
        }
        if (cost > most) {
          limit(form, rows, cost);
          return;
        }
        most = TWICE * cost;
      }
    }
  }

  private static void limit(PanelForm form, int rows, double cost) {
    if (rows == 1) {
      return;
    }
    PanelRowLimits.limit(form.codes(), rows / 2);
    LOG.log(
        Level.INFO,
        String.format(
            Locale.ROOT,
            "the code that takes %d rows of %s at once was not compiled well (%.2f ns a weight);"
                + " rows are taken %d at a time, with the same results. Another start may do"
                + " better.",
            rows,
            form.type(),
            cost,
            rows / 2));
  }

  /** Nanoseconds for a weight. */
  private static double cost(
      PanelProjector panels,
      PanelForm form,
      WeightMatrix matrix,
      Int8Rows x,
      int rows,
      PanelScratch s) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < STRIPS; i++) {
      long start = System.nanoTime();
      panels.strip(form, matrix, 0, x, 0, rows, s);
      best = Math.min(best, System.nanoTime() - start);
    }
    return (double) best / (PanelForm.ROWS * COLUMNS);
  }

  private static WeightMatrix matrix(PanelForm form, Arena arena, boolean mapped) {
    StorageType type = form.type();
    MemorySegment stored = zeros(type.bytes(PanelForm.ROWS, COLUMNS), arena, mapped);
    WeightMatrix matrix =
        WeightMatrix.of(
            new Tensor(
                Path.of("none"), "warm-up", type, new long[] {PanelForm.ROWS, COLUMNS}, stored));
    return form.asStored()
        ? matrix
        : matrix.withPanel(zeros(form.bytes(PanelForm.ROWS, COLUMNS), arena, mapped));
  }

  private static MemorySegment zeros(long bytes, Arena arena, boolean mapped) {
    if (mapped) {
      try {
        return mappedZeros(bytes, arena);
      } catch (IOException e) {
        LOG.log(Level.DEBUG, "kernels are warmed up on memory, not on a mapped file", e);
      }
    }
    return arena.allocate(bytes, 64);
  }

  private static MemorySegment mappedZeros(long bytes, Arena arena) throws IOException {
    Path file = Files.createTempFile("dflash4j", ".zeros");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      channel.write(ByteBuffer.allocate(Math.toIntExact(bytes)));
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes, arena);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static Int8Rows rows(PanelProjector panels, PanelForm form) {
    float[] x = new float[8 * COLUMNS];
    for (int i = 0; i < x.length; i++) {
      x[i] = i % 7 - 3;
    }
    Int8Rows rows = new Int8Rows();
    rows.prepare(8, COLUMNS);
    rows.preparePairs(8);
    for (int r = 0; r < 8; r++) {
      panels.quantise(x, r * COLUMNS, COLUMNS, rows, r, panels.readsPairs(form));
    }
    return rows;
  }
}
