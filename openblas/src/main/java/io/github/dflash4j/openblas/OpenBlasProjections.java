/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.openblas;

import io.github.dflash4j.kernel.ProjectionBackend;
import io.github.dflash4j.kernel.WeightMatrix;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Projections by OpenBLAS. Weight rows are decoded a tile at a time, whatever their type, copied
 * out of the heap and multiplied with all input rows by {@code cblas_sgemm}; no copy of the weights
 * is kept.
 *
 * <p>OpenBLAS adds in an order that depends on the number of rows and on the machine. A target
 * therefore calls it row by row, and results differ from those of the host kernels by rounding, and
 * may differ from machine to machine. Its threads are its own: set {@code OPENBLAS_NUM_THREADS}.
 *
 * <p>Safe to call from several threads; each has buffers of its own outside the heap, about 4 MB
 * and as much as the rows of its largest call need, which live as long as the thread.
 *
 * <p>Java wants {@code --enable-native-access=io.github.dflash4j.openblas}.
 */
public final class OpenBlasProjections implements ProjectionBackend {

  /**
   * System property that names the library: a path with a separator in it, or a name that the
   * dynamic linker finds.
   */
  public static final String PROPERTY = "dflash4j.openblas";

  private static final int TILE_NUMBERS = 1 << 20;

  /** Rows of a tile are a multiple of this, so that stored tiles are not decoded twice. */
  private static final int STRIP = 32;

  private final Cblas cblas;
  private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);

  private OpenBlasProjections(Cblas cblas) {
    this.cblas = cblas;
  }

  /**
   * Opens the library that {@value #PROPERTY} names, or the one installed under a usual name.
   *
   * @return a backend, to be given to {@code Compute.projectingOn}; there is nothing to close
   * @throws IllegalStateException if there is no such library or it is not one that can be used;
   *     the message says what to do
   */
  public static OpenBlasProjections open() {
    String named = System.getProperty(PROPERTY, "");
    return new OpenBlasProjections(named.isEmpty() ? Cblas.usual() : Cblas.named(named));
  }

  /**
   * Opens a certain library.
   *
   * @param library as in {@value #PROPERTY}
   * @return a backend, to be given to {@code Compute.projectingOn}; there is nothing to close
   * @throws IllegalStateException if there is no such library or it is not one that can be used;
   *     the message says what to do
   */
  public static OpenBlasProjections open(String library) {
    return new OpenBlasProjections(Cblas.named(library));
  }

  @Override
  public String name() {
    return cblas.version();
  }

  @Override
  public boolean rowsIndependent() {
    return false;
  }

  @Override
  public void project(WeightMatrix weights, float[] x, int rows, float[] y) {
    int in = weights.in();
    int out = weights.out();
    Objects.checkFromIndexSize(0, Math.multiplyExact(rows, in), x.length);
    Objects.checkFromIndexSize(0, Math.multiplyExact(rows, out), y.length);
    if (rows == 0 || in == 0 || out == 0) {
      return;
    }
    int tile = Math.min(out, Math.max(STRIP, TILE_NUMBERS / in / STRIP * STRIP));
    Scratch s = scratch.get();
    s.fit((long) rows * in, Math.multiplyExact(tile, in), (long) rows * out);
    MemorySegment.copy(x, 0, s.x, ValueLayout.JAVA_FLOAT, 0, rows * in);
    for (int o = 0; o < out; o += tile) {
      int n = Math.min(tile, out - o);
      weights.decode(o, n, s.decoded, 0);
      MemorySegment.copy(s.decoded, 0, s.w, ValueLayout.JAVA_FLOAT, 0, n * in);
      MemorySegment column = s.y.asSlice((long) o * Float.BYTES);
      cblas.multiplyTransposed(rows, n, in, s.x, s.w, column, out);
    }
    MemorySegment.copy(s.y, ValueLayout.JAVA_FLOAT, 0, y, 0, rows * out);
  }
}
