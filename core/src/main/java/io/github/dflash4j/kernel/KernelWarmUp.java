/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * Has the kernels for signed bytes compiled on a tiny matrix, few rows first. Until then they are
 * hundreds of times slower (kernels 7, trap 9), so that the first pass of a large model would take
 * many seconds; and a kernel for many rows that is compiled alone may keep its vectors in objects
 * for good (trap 5).
 */
public final class KernelWarmUp {
  private static final int COLUMNS = 512;

  /** Strips of a round; the fastest counts. */
  private static final int STRIPS = 100;

  /** For all kernels together. */
  private static final long MOST_NANOS = 4_000_000_000L;

  /** Nanoseconds for a weight and row that compiled code stays below on any processor. */
  private static final double COMPILED = 0.4;

  private KernelWarmUp() {}

  /**
   * Warms up the kernels of some types. Ends as soon as they are compiled, after four seconds at
   * the latest. Does nothing in single precision or without vectors.
   *
   * @param compute what will be computed with
   * @param types types of weights that will be used
   */
  public static void run(Compute compute, Collection<StorageType> types) {
    if (compute.activations() != Activations.INT8
        || !compute.kernels().name().startsWith("vector-")
        || !(compute.projections() instanceof HostProjections)) {
      return;
    }
    PanelProjector panels = PanelProjector.of(compute.kernels());
    long end = System.nanoTime() + MOST_NANOS;
    Set<PanelForm.Codes> done = EnumSet.noneOf(PanelForm.Codes.class);
    for (StorageType type : types) {
      PanelForm form = PanelForm.of(type);
      if (form != null && done.add(form.codes())) {
        warmUp(panels, form, end);
      }
    }
  }

  private static void warmUp(PanelProjector panels, PanelForm form, long end) {
    try (Arena arena = Arena.ofShared()) {
      WeightMatrix matrix = matrix(form, arena);
      Int8Rows x = rows(panels, form);
      PanelScratch s = new PanelScratch();
      for (int rows = 1; rows <= 8; rows *= 2) {
        while (cost(panels, form, matrix, x, rows, s) > COMPILED * rows
            && System.nanoTime() < end) {
          Thread.onSpinWait();
        }
      }
    }
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

  private static WeightMatrix matrix(PanelForm form, Arena arena) {
    StorageType type = form.type();
    WeightMatrix stored =
        WeightMatrix.of(
            new Tensor(
                Path.of("none"),
                "warm-up",
                type,
                new long[] {PanelForm.ROWS, COLUMNS},
                arena.allocate(type.bytes(PanelForm.ROWS, COLUMNS), 64)));
    return form.asStored()
        ? stored
        : stored.withPanel(arena.allocate(form.bytes(PanelForm.ROWS, COLUMNS), 64));
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
