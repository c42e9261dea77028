/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/** How fast this machine reads memory that is in no cache: the limit of plain decoding. */
final class ReadBandwidth {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final int ROUNDS = 15;

  private ReadBandwidth() {}

  /**
   * Reads a region several times with all threads at once.
   *
   * @param threads how many, each with a part of its own
   * @param bytes size of the region, many times the caches
   * @return median bytes a second
   */
  static double measure(int threads, long bytes) {
    long part = bytes / threads & -4096;
    try (Arena arena = Arena.ofShared();
        ExecutorService team = Executors.newFixedThreadPool(threads)) {
      MemorySegment region = arena.allocate(part * threads, 4096).fill((byte) 1);
      double[] speeds = new double[ROUNDS];
      long check = 0;
      for (int round = 0; round < ROUNDS; round++) {
        long start = System.nanoTime();
        List<Future<Long>> sums = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
          MemorySegment own = region.asSlice(t * part, part);
          sums.add(team.submit(() -> sum(own)));
        }
        for (Future<Long> sum : sums) {
          check += sum.get();
        }
        speeds[round] = part * threads * 1e9 / (System.nanoTime() - start);
      }
      if (check == 0) {
        throw new IllegalStateException("what was read is not what was written");
      }
      Arrays.sort(speeds, ROUNDS / 3, ROUNDS);
      return speeds[ROUNDS * 2 / 3];
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static long sum(MemorySegment bytes) {
    LongVector a = LongVector.zero(LONGS);
    LongVector b = LongVector.zero(LONGS);
    long step = LONGS.vectorByteSize();
    for (long at = 0; at < bytes.byteSize(); at += 2 * step) {
      a = a.add(LongVector.fromMemorySegment(LONGS, bytes, at, ByteOrder.LITTLE_ENDIAN));
      b = b.add(LongVector.fromMemorySegment(LONGS, bytes, at + step, ByteOrder.LITTLE_ENDIAN));
    }
    long sum = 0;
    for (int lane = 0; lane < LONGS.length(); lane++) {
      sum += a.lane(lane) + b.lane(lane);
    }
    return sum;
  }
}
