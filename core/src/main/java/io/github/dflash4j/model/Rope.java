/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.FloatKernels;
import java.util.Arrays;

/**
 * Rotary positions: one angle per pair of components, {@code position * frequency}. Frequencies and
 * angles are doubles and only the cosines and sines are rounded, so that large positions keep their
 * phase (dflash-algorithm 3.4). Safe to share between threads.
 */
public final class Rope {
  /** Numbers in a table at most: 65,536 positions of heads of 128 components. */
  private static final int MOST_NUMBERS = 1 << 22;

  private final double[] frequencies;
  private final double scale;
  private final boolean neighbours;
  private volatile Table table = new Table(0, new float[0], new float[0]);

  /** The first positions; arrays are never changed once they are seen. */
  private record Table(int positions, float[] cos, float[] sin) {}

  private Rope(double[] frequencies, double scale, boolean neighbours) {
    this.frequencies = frequencies;
    this.scale = scale;
    this.neighbours = neighbours;
  }

  /**
   * Frequencies {@code theta^(-2i/dims)}.
   *
   * @param dims rotated components of a head, even
   * @param theta rotary base
   * @return pairs (i, i + dims/2)
   */
  public static Rope standard(int dims, double theta) {
    return new Rope(standardFrequencies(dims, theta), 1, false);
  }

  /**
   * Llama 3 scaling (target-models 3.3): long waves are slowed down by a factor, short ones are
   * not, those between are blended.
   *
   * @param dims rotated components of a head, even
   * @param theta rotary base
   * @param factor how much long waves are slowed down
   * @param lowFactor waves longer than {@code original / lowFactor} are slowed down
   * @param highFactor waves shorter than {@code original / highFactor} stay; at least {@code
   *     lowFactor}
   * @param original context length of the original model
   * @return pairs (i, i + dims/2)
   */
  public static Rope llama3(
      int dims, double theta, double factor, double lowFactor, double highFactor, double original) {
    double[] f = standardFrequencies(dims, theta);
    for (int i = 0; i < f.length; i++) {
      double wave = 2 * Math.PI / f[i];
      if (wave > original / lowFactor) {
        f[i] /= factor;
      } else if (wave >= original / highFactor && highFactor > lowFactor) {
        double smooth = (original / wave - lowFactor) / (highFactor - lowFactor);
        f[i] = (1 - smooth) * f[i] / factor + smooth * f[i];
      }
    }
    return new Rope(f, 1, false);
  }

  /**
   * Frequencies divided by numbers from a file, the form that scaling takes in GGUF.
   *
   * @param dims rotated components of a head, even
   * @param theta rotary base
   * @param divisors one per pair
   * @return pairs (i, i + dims/2)
   * @throws IllegalArgumentException if there is not one divisor per pair
   */
  public static Rope divided(int dims, double theta, float[] divisors) {
    double[] f = standardFrequencies(dims, theta);
    if (divisors.length != f.length) {
      throw new IllegalArgumentException(f.length + " divisors are needed, not " + divisors.length);
    }
    for (int i = 0; i < f.length; i++) {
      f[i] /= divisors[i];
    }
    return new Rope(f, 1, false);
  }

  /**
   * YaRN (dflash-algorithm 3.4, item 12): a ramp between interpolated and original frequencies, and
   * a factor on cosine and sine.
   *
   * @param dims rotated components of a head, even
   * @param theta rotary base
   * @param factor interpolation factor
   * @param original context length of the original model
   * @param betaFast rotations above which frequencies stay
   * @param betaSlow rotations below which they are interpolated
   * @param attentionFactor multiplies cosine and sine
   * @return pairs (i, i + dims/2)
   */
  public static Rope yarn(
      int dims,
      double theta,
      double factor,
      double original,
      double betaFast,
      double betaSlow,
      double attentionFactor) {
    double[] f = standardFrequencies(dims, theta);
    double low = Math.max(Math.floor(rotationDim(dims, theta, original, betaFast)), 0);
    double high = Math.min(Math.ceil(rotationDim(dims, theta, original, betaSlow)), dims - 1);
    double width = high == low ? 1e-3 : high - low;
    for (int i = 0; i < f.length; i++) {
      double ramp = Math.clamp((i - low) / width, 0.0, 1.0);
      f[i] = (1 - ramp) * f[i] + ramp * f[i] / factor;
    }
    return new Rope(f, attentionFactor, false);
  }

  /**
   * The same angles for pairs of neighbours (2i, 2i + 1), the order of llama GGUF files.
   *
   * @return the other pairing
   */
  public Rope ofNeighbours() {
    return new Rope(frequencies, scale, true);
  }

  private static double[] standardFrequencies(int dims, double theta) {
    if (dims < 2 || dims % 2 != 0) {
      throw new IllegalArgumentException("rotated components come in pairs, not " + dims);
    }
    double[] f = new double[dims / 2];
    for (int i = 0; i < f.length; i++) {
      f[i] = StrictMath.pow(theta, -2.0 * i / dims);
    }
    return f;
  }

  private static double rotationDim(int dims, double theta, double original, double rotations) {
    return dims
        * StrictMath.log(original / (rotations * 2 * Math.PI))
        / (2 * StrictMath.log(theta));
  }

  /**
   * Pairs rotated in a head.
   *
   * @return half the number of rotated components
   */
  public int pairs() {
    return frequencies.length;
  }

  /**
   * Works out the first positions once and for all, for all users of this object: sines and cosines
   * in strict arithmetic take time and make objects. Takes 8 bytes for each pair and position.
   *
   * @param positions how many; those for which a table would be very large are left out
   */
  public void reserve(long positions) {
    int count = (int) Math.min(positions, MOST_NUMBERS / frequencies.length);
    if (table.positions >= count) {
      return;
    }
    synchronized (this) {
      if (table.positions < count) {
        table = extended(count);
      }
    }
  }

  private Table extended(int count) {
    Table old = table;
    int numbers = count * frequencies.length;
    Table longer =
        new Table(count, Arrays.copyOf(old.cos, numbers), Arrays.copyOf(old.sin, numbers));
    for (int position = old.positions; position < count; position++) {
      compute(position, longer.cos, longer.sin, position * frequencies.length);
    }
    return longer;
  }

  /**
   * Fills tables for consecutive positions.
   *
   * @param position the first position
   * @param rows how many
   * @param cos receives {@code rows x pairs} cosines
   * @param sin receives {@code rows x pairs} sines
   */
  public void fill(long position, int rows, float[] cos, float[] sin) {
    Table known = table;
    int pairs = frequencies.length;
    for (int r = 0; r < rows; r++) {
      long at = position + r;
      if (at >= 0 && at < known.positions) {
        System.arraycopy(known.cos, (int) at * pairs, cos, r * pairs, pairs);
        System.arraycopy(known.sin, (int) at * pairs, sin, r * pairs, pairs);
      } else {
        compute(at, cos, sin, r * pairs);
      }
    }
  }

  private void compute(long position, float[] cos, float[] sin, int offset) {
    for (int i = 0; i < frequencies.length; i++) {
      double angle = position * frequencies[i];
      cos[offset + i] = (float) (StrictMath.cos(angle) * scale);
      sin[offset + i] = (float) (StrictMath.sin(angle) * scale);
    }
  }

  /**
   * Rotates the heads of one row in place; components beyond the pairs stay as they are.
   *
   * @param kernels float operations
   * @param x the row
   * @param offset where its first head starts
   * @param heads how many heads
   * @param headDim from head to head
   * @param cos table of {@link #fill}
   * @param sin table of {@link #fill}
   * @param row which row of the tables
   */
  public void rotate(
      FloatKernels kernels,
      float[] x,
      int offset,
      int heads,
      int headDim,
      float[] cos,
      float[] sin,
      int row) {
    int half = frequencies.length;
    for (int h = 0; h < heads; h++) {
      kernels.rotate(x, offset + h * headDim, cos, sin, row * half, half, neighbours);
    }
  }
}
