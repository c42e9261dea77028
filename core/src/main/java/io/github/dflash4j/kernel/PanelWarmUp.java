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

/**
 * The warm-up of one kernel: 1, 2, 4, then 8 rows of a tiny matrix, and one row of two strips. Used
 * by one thread.
 */
final class PanelWarmUp implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(PanelWarmUp.class.getName());

  private static final int COLUMNS = 512;
  private static final int MOST_ROWS = 8;

  /** Strips of a round; the fastest counts. */
  private static final int STRIPS = 100;

  /** Nanoseconds for a weight of a single row that compiled code stays below on any processor. */
  private static final double COMPILED = 0.4;

  /** Twice the rows cost at most twice as much, by compiled code. */
  private static final double TWICE = 2.5;

  private final Arena arena = Arena.ofShared();
  private final PanelScratch scratch = new PanelScratch();
  private final PanelProjector panels;
  private final PanelForm form;
  private final WeightMatrix matrix;
  private final Int8Rows x;
  private int rows = 1;
  private double most = COMPILED;
  private double cost = Double.POSITIVE_INFINITY;

  /**
   * A warm-up.
   *
   * @param mapped whether the weights are to lie in a mapped file
   */
  PanelWarmUp(PanelProjector panels, PanelForm form, boolean mapped) {
    this.panels = panels;
    this.form = form;
    this.matrix = matrix(form, arena, mapped);
    this.x = rows(panels, form);
  }

  PanelForm form() {
    return form;
  }

  /** Rows that the code being warmed up takes. */
  int rows() {
    return rows;
  }

  /** Nanoseconds for a weight that it took at best. */
  double cost() {
    return cost;
  }

  boolean isDone() {
    return rows > MOST_ROWS;
  }

  /** Runs some strips, and goes on to more rows when they were as fast as compiled code is. */
  void advance() {
    cost = Math.min(cost, measure());
    if (cost <= most) {
      most = TWICE * cost;
      rows *= 2;
      cost = Double.POSITIVE_INFINITY;
    }
  }

  private double measure() {
    long best = fastest(() -> panels.strip(form, matrix, 0, x, 0, rows, scratch));
    if (rows == 1 && panels.stripsApart(form, matrix) > 0) {
      long two = fastest(() -> panels.twoStrips(form, matrix, 0, 0, x, 0, scratch));
      best = Math.max(best, two / 2);
    }
    return (double) best / (PanelForm.ROWS * COLUMNS);
  }

  private static long fastest(Runnable strip) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < STRIPS; i++) {
      long start = System.nanoTime();
      strip.run();
      best = Math.min(best, System.nanoTime() - start);
    }
    return best;
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

  @Override
  public void close() {
    arena.close();
  }
}
