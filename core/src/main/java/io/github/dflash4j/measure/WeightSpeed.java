/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelWarmUp;
import io.github.dflash4j.kernel.Panels;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.weights.StorageType;
import io.github.dflash4j.weights.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;

/**
 * How fast a projection goes through weights of one storage type.
 *
 * @param type the type
 * @param bytesPerSecond weights read in a second by a projection of one row
 * @param eightRows what a projection of 8 rows takes, in those of one row
 */
public record WeightSpeed(StorageType type, double bytesPerSecond, double eightRows) {
  /** Rows of the wide projection. */
  public static final int ROWS = 8;

  private static final int IN = 4096;
  private static final int SMALL_OUT = 64;
  private static final long MOST_BYTES = 96L << 20;
  private static final int MOST_ROUNDS = 7;

  /** From which time on a measurement is meant to be a steady one. */
  public static final Duration ENOUGH = Duration.ofMillis(300);

  /** What the compiler needs at least for one width. */
  private static final Duration COMPILING = Duration.ofMillis(400);

  /** Makes plain numbers in every type, no denormal ones and no NaN. */
  private static final byte CONTENT = 0x3c;

  /**
   * Projects 1 and 8 rows in turn through a matrix of invented numbers that does not fit usual
   * caches, or a smaller one where the time would not do; in panels where the activations of {@code
   * compute} are signed bytes, as for targets.
   *
   * @param compute what to project with
   * @param type the type
   * @param most when to end at the latest; each projection runs twice in any case. From {@link
   *     #ENOUGH} on the kernels are compiled before, which comes on top and takes some seconds for
   *     the first of a kind: until then they are hundreds of times slower.
   * @return medians
   */
  public static WeightSpeed measure(Compute compute, StorageType type, Duration most) {
    if (most.compareTo(ENOUGH) >= 0) {
      warmUp(compute, type);
    }
    long end = System.nanoTime() + most.toNanos();
    try (Arena arena = Arena.ofShared()) {
      int out = outputs(compute, type, most, arena);
      WeightMatrix matrix = matrix(compute, type, out, arena);
      float[] x = inputs();
      float[] y = new float[ROWS * out];
      long[] one = new long[MOST_ROUNDS];
      long[] eight = new long[MOST_ROUNDS];
      int rounds = 0;
      project(compute, matrix, x, 1, y);
      project(compute, matrix, x, ROWS, y);
      do {
        one[rounds] = project(compute, matrix, x, 1, y);
        eight[rounds] = project(compute, matrix, x, ROWS, y);
        rounds++;
      } while (rounds < MOST_ROUNDS && System.nanoTime() - end < 0);
      double narrow = median(one, rounds);
      double wide = median(eight, rounds);
      return new WeightSpeed(type, type.bytes(out, IN) / (narrow / 1e9), wide / narrow);
    }
  }

  private static void warmUp(Compute compute, StorageType type) {
    KernelWarmUp.start(compute, EnumSet.of(type), false).await();
    try (Arena arena = Arena.ofShared()) {
      WeightMatrix matrix = matrix(compute, type, SMALL_OUT, arena);
      float[] x = inputs();
      float[] y = new float[ROWS * SMALL_OUT];
      for (int rows = 1; rows <= ROWS; rows *= 2) {
        warmUp(compute, matrix, x, rows, y);
      }
    }
  }

  /** Goes on for as long as a projection still becomes much faster. */
  private static void warmUp(Compute compute, WeightMatrix matrix, float[] x, int rows, float[] y) {
    long latest = System.nanoTime() + 10 * COMPILING.toNanos();
    long end = System.nanoTime() + COMPILING.toNanos();
    long best = Long.MAX_VALUE;
    while (System.nanoTime() - end < 0) {
      long took = project(compute, matrix, x, rows, y);
      if (took < best / 2) {
        best = took;
        end = Math.min(latest, System.nanoTime() + COMPILING.toNanos());
      }
    }
  }

  /** Warms up on a small matrix, narrow before wide, and sees how large the other one may be. */
  private static int outputs(Compute compute, StorageType type, Duration most, Arena arena) {
    WeightMatrix matrix = matrix(compute, type, SMALL_OUT, arena);
    float[] x = inputs();
    float[] y = new float[ROWS * SMALL_OUT];
    long end = System.nanoTime() + most.toNanos() / 2;
    long wide = Long.MAX_VALUE;
    for (int rows = 1; rows <= ROWS; rows *= 2) {
      long until = end - most.toNanos() / 2 * (ROWS - rows) / ROWS;
      do {
        wide = project(compute, matrix, x, rows, y);
      } while (System.nanoTime() - until < 0);
    }
    long affordable = SMALL_OUT * Math.max(1, most.toNanos() / 10 / Math.max(1, wide));
    long largest = MOST_BYTES / (type.bytes(SMALL_OUT, IN) / SMALL_OUT);
    return (int) Math.max(SMALL_OUT, Math.min(affordable, largest) / SMALL_OUT * SMALL_OUT);
  }

  private static WeightMatrix matrix(Compute compute, StorageType type, int out, Arena arena) {
    MemorySegment data = arena.allocate(type.bytes(out, IN), 64);
    data.fill(CONTENT);
    String name = "invented " + type + " weights";
    Tensor tensor = new Tensor(Path.of(name), name, type, new long[] {out, IN}, data);
    WeightMatrix matrix = WeightMatrix.of(tensor);
    if (compute.activations() != Activations.INT8 || !Panels.has(type)) {
      return matrix;
    }
    MemorySegment panel = arena.allocate(Panels.bytes(tensor), 64);
    Panels.pack(tensor, panel, compute.workers());
    return matrix.withPanel(panel);
  }

  private static float[] inputs() {
    float[] x = new float[ROWS * IN];
    for (int i = 0; i < x.length; i++) {
      x[i] = (i % 17 - 8) / 8f;
    }
    return x;
  }

  private static long project(
      Compute compute, WeightMatrix matrix, float[] x, int rows, float[] y) {
    long start = System.nanoTime();
    compute.project(matrix, x, rows, y);
    return System.nanoTime() - start;
  }

  /** The median of the first values. */
  static double median(long[] values, int count) {
    return Spread.of(Arrays.stream(values, 0, count).mapToObj(value -> (double) value).toList())
        .median();
  }
}
