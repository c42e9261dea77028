/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.Workers;
import java.time.Duration;
import java.util.Arrays;

/**
 * How fast memory is read: the limit of plain decoding, which reads all weights for each token.
 *
 * @param threads threads that read
 * @param bytes how much memory was gone through
 * @param bytesPerSecond the round in the middle
 */
public record MemoryBandwidth(int threads, long bytes, double bytesPerSecond) {
  private static final int PIECE = 1 << 12;
  private static final int PIECES = 127; // an array of them fits a region of the heap
  private static final int MOST_ARRAYS = 256;
  private static final int MOST_ROUNDS = 100;
  private static final int SKIPPED = 3;
  private static final int LEAST_ROUNDS = 12;

  /**
   * Reads much more memory than usual caches hold, several times; needs 512 MiB of heap for it, or
   * a quarter of the heap if that is less. With 128 MiB, a cache of 32 MiB made memory seem a third
   * faster than it is.
   *
   * @param compute kernels that read, and threads
   * @param most when to end at the latest; twelve rounds run in any case
   * @return what was measured
   */
  public static MemoryBandwidth measure(Compute compute, Duration most) {
    long end = System.nanoTime() + most.toNanos();
    float[][] memory = memory();
    Reader reader = new Reader(compute, memory);
    long bytes = (long) memory.length * PIECES * PIECE * Float.BYTES;
    long[] times = new long[MOST_ROUNDS];
    int rounds = 0;
    // The first rounds wait for pages and for the compiler: the middle one is of the others.
    while (rounds < LEAST_ROUNDS || rounds < MOST_ROUNDS && System.nanoTime() - end < 0) {
      long start = System.nanoTime();
      compute.workers().run(memory.length * PIECES, PIECES, reader);
      times[rounds++] = System.nanoTime() - start;
    }
    int skipped = Math.min(rounds - 1, SKIPPED);
    Arrays.sort(times, skipped, rounds);
    long middle = times[skipped + (rounds - skipped) / 2];
    return new MemoryBandwidth(compute.workers().count(), bytes, bytes / (middle / 1e9));
  }

  private static float[][] memory() {
    long array = (long) PIECES * PIECE * Float.BYTES;
    int arrays =
        (int) Math.clamp(Runtime.getRuntime().maxMemory() / 4 / array, 1L, (long) MOST_ARRAYS);
    return new float[arrays][PIECES * PIECE];
  }

  /** An inner product of a piece with itself loads each number from memory once. */
  private static final class Reader implements Workers.Part {
    private final Compute compute;
    private final float[][] memory;
    private volatile float sink;

    Reader(Compute compute, float[][] memory) {
      this.compute = compute;
      this.memory = memory;
    }

    @Override
    public void run(int from, int to) {
      float sum = 0;
      for (int piece = from; piece < to; piece++) {
        float[] array = memory[piece / PIECES];
        int at = piece % PIECES * PIECE;
        sum += compute.kernels().dot(array, at, array, at, PIECE);
      }
      sink = sum;
    }
  }
}
