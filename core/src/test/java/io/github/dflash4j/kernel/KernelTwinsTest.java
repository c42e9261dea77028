/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Vector code has the bits of its scalar twin, and both stay near the double-precision reference.
 */
@Tag("vector-widths")
class KernelTwinsTest {
  private static final long SEED = 20261129;
  private static final int[] SIZES = {
    1, 2, 3, 7, 8, 13, 15, 16, 17, 31, 32, 33, 63, 64, 65, 96, 172, 207, 257, 1024, 1031
  };
  private static final FloatKernels SCALAR = new ScalarKernels();
  private static final FloatKernels REFERENCE = new ReferenceKernels();

  static Stream<FloatKernels> vectors() {
    return Stream.of(new Vector128Kernels(), new Vector256Kernels(), new Vector512Kernels());
  }

  static Stream<FloatKernels> floats() {
    return Stream.concat(Stream.of(SCALAR), vectors());
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void innerProductsHaveTheBitsOfTheScalarTwin(FloatKernels kernels) {
    Random random = new Random(SEED);
    for (int n : SIZES) {
      for (int offset : new int[] {0, 1, 5}) {
        float[] a = gaussians(random, n + offset + 3);
        float[] b = gaussians(random, n + offset + 9);
        assertThat(Float.floatToRawIntBits(kernels.dot(a, offset, b, offset / 2, n)))
            .as("size %d offset %d seed %d", n, offset, SEED)
            .isEqualTo(Float.floatToRawIntBits(SCALAR.dot(a, offset, b, offset / 2, n)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("floats")
  void aRowAmongManyHasTheBitsOfTheRowAlone(FloatKernels kernels) {
    Random random = new Random(SEED + 1);
    for (int n : SIZES) {
      float[] a = gaussians(random, n);
      int stride = n + 3;
      float[] b = gaussians(random, 17 * stride);
      for (int rows = 1; rows <= 17; rows++) {
        float[] out = new float[2 * rows + 1];
        kernels.dotRows(a, 0, b, 0, stride, rows, n, out, 1, 2);
        for (int r = 0; r < rows; r++) {
          assertThat(out[1 + 2 * r])
              .as("size %d row %d of %d seed %d", n, r, rows, SEED + 1)
              .isEqualTo(kernels.dot(a, 0, b, r * stride, n));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("floats")
  void innerProductsStayWithinTheBoundOfTheReference(FloatKernels kernels) {
    Random random = new Random(SEED + 2);
    for (int n : SIZES) {
      float[] a = gaussians(random, n);
      float[] b = gaussians(random, n);
      double magnitude = 0;
      for (int i = 0; i < n; i++) {
        magnitude += Math.abs((double) a[i] * b[i]);
      }
      // At most n/32 + 5 roundings of half an ulp on a path through the sums, n mod 32 in the tail.
      double bound = magnitude * (n / 32 + 6 + n % 32) * 0x1p-24;
      assertThat((double) kernels.dot(a, 0, b, 0, n))
          .as("size %d seed %d", n, SEED + 2)
          .isBetween(REFERENCE.dot(a, 0, b, 0, n) - bound, REFERENCE.dot(a, 0, b, 0, n) + bound);
    }
  }

  @ParameterizedTest
  @MethodSource("floats")
  void weightedRowsHaveTheSameBitsOnEveryKernel(FloatKernels kernels) {
    Random random = new Random(SEED + 13);
    for (int width : new int[] {1, 15, 16, 37, 63, 64, 65, 128, 131, 200}) {
      float[] weights = gaussians(random, 9);
      float[] rows = gaussians(random, 3 + 7 * (width + 2));
      float[] start = gaussians(random, width + 2);
      float[] expected = start.clone();
      SCALAR.addWeightedRows(weights, 2, rows, 3, width + 2, 7, width, expected, 1);
      float[] actual = start.clone();
      kernels.addWeightedRows(weights, 2, rows, 3, width + 2, 7, width, actual, 1);
      assertThat(actual).as("width %d, seed %d", width, SEED + 13).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 15, 16})
  void weightedRowsMayBeAddedInPieces(int split) {
    Random random = new Random(SEED + 3);
    int width = 37;
    float[] weights = gaussians(random, 16);
    float[] rows = gaussians(random, 16 * 40);
    float[] whole = new float[width];
    SCALAR.addWeightedRows(weights, 0, rows, 0, 40, 16, width, whole, 0);
    float[] pieces = new float[width];
    SCALAR.addWeightedRows(weights, 0, rows, 0, 40, split, width, pieces, 0);
    SCALAR.addWeightedRows(weights, split, rows, split * 40, 40, 16 - split, width, pieces, 0);
    assertThat(pieces).isEqualTo(whole);
    float[] reference = new float[width];
    REFERENCE.addWeightedRows(weights, 0, rows, 0, 40, 16, width, reference, 0);
    for (int i = 0; i < width; i++) {
      double magnitude = 0;
      for (int u = 0; u < 16; u++) {
        magnitude += Math.abs((double) weights[u] * rows[u * 40 + i]);
      }
      assertThat(Math.abs(whole[i] - reference[i]))
          .isLessThanOrEqualTo((float) (magnitude * 17 * 0x1p-24));
    }
  }

  @ParameterizedTest
  @MethodSource("floats")
  void operationsOfAForwardStayNearTheReference(FloatKernels kernels) {
    Random random = new Random(SEED + 4);
    for (int n : new int[] {2, 6, 34, 64, 130}) {
      float[] x = gaussians(random, n);
      float[] w = gaussians(random, n);
      List<float[]> fast = operations(kernels, x, w, n);
      List<float[]> slow = operations(REFERENCE, x, w, n);
      for (int op = 0; op < fast.size(); op++) {
        for (int i = 0; i < n; i++) {
          assertThat((double) fast.get(op)[i])
              .as("operation %d size %d element %d seed %d", op, n, i, SEED + 4)
              .isCloseTo(
                  slow.get(op)[i], Offset.offset(4e-6 * Math.max(1, Math.abs(slow.get(op)[i]))));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void recurrentOperationsHaveTheBitsOfTheScalarTwin(FloatKernels kernels) {
    Random random = new Random(SEED + 5);
    for (int n : SIZES) {
      float[] x = gaussians(random, n);
      float[] w = gaussians(random, n);
      List<float[]> vector = operations(kernels, x, w, n / 2 * 2);
      List<float[]> scalar = operations(SCALAR, x, w, n / 2 * 2);
      for (int op = 0; op < vector.size(); op++) {
        assertThat(vector.get(op)).as("%d, %d, seed %d", op, n, SEED + 5).isEqualTo(scalar.get(op));
      }
    }
    for (int valueDim : new int[] {1, 7, 8, 31, 128, 131}) {
      Delta vector = new Delta(kernels, 13, valueDim);
      Delta scalar = new Delta(SCALAR, 13, valueDim);
      for (int t = 0; t < 5; t++) {
        vector.step(SEED + t);
        scalar.step(SEED + t);
      }
      assertThat(vector.memory).isEqualTo(scalar.memory);
      assertThat(vector.out).isEqualTo(scalar.out);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aReplayHasTheBitsOfTheSteps(FloatKernels kernels) {
    for (int valueDim : new int[] {1, 8, 33, 128}) {
      Delta stepped = new Delta(kernels, 16, valueDim);
      Delta replayed = new Delta(kernels, 16, valueDim);
      for (int t = 0; t < 6; t++) {
        stepped.step(SEED + t);
        replayed.replay(SEED + t, stepped.delta);
        assertThat(replayed.memory).as("%d, seed %d", valueDim, SEED).isEqualTo(stepped.memory);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("floats")
  void theDeltaRuleStaysNearTheReference(FloatKernels kernels) {
    Delta fast = new Delta(kernels, 128, 64);
    Delta slow = new Delta(REFERENCE, 128, 64);
    for (int t = 0; t < 40; t++) {
      fast.step(SEED + t);
      slow.step(SEED + t);
      for (int i = 0; i < fast.out.length; i++) {
        assertThat((double) fast.out[i])
            .as("step %d element %d seed %d", t, i, SEED)
            .isCloseTo(slow.out[i], Offset.offset(1e-5));
      }
    }
  }

  static Stream<FloatKernels> all() {
    return Stream.concat(floats(), Stream.of(REFERENCE));
  }

  /** A memory and its answers, at an offset of 3 in its array. */
  private static final class Delta {
    final FloatKernels kernels;
    final int keyDim;
    final int valueDim;
    final float[] memory;
    final float[] delta;
    final float[] out;

    Delta(FloatKernels kernels, int keyDim, int valueDim) {
      this.kernels = kernels;
      this.keyDim = keyDim;
      this.valueDim = valueDim;
      this.memory = gaussians(new Random(SEED), 3 + keyDim * valueDim);
      this.delta = new float[2 + valueDim];
      this.out = new float[valueDim];
    }

    void step(long seed) {
      Random random = new Random(seed);
      float decay = random.nextFloat();
      float beta = random.nextFloat();
      float[] k = unit(random);
      float[] q = unit(random);
      float[] v = gaussians(random, valueDim);
      kernels.deltaStep(
          memory, 3, decay, k, 0, v, 0, beta, q, 0, keyDim, valueDim, delta, 2, out, 0);
    }

    void replay(long seed, float[] written) {
      Random random = new Random(seed);
      float decay = random.nextFloat();
      random.nextFloat();
      float[] k = unit(random);
      kernels.deltaReplay(memory, 3, decay, k, 0, written, 2, keyDim, valueDim);
    }

    private float[] unit(Random random) {
      float[] x = gaussians(random, keyDim);
      REFERENCE.l2Norm(x, 0, keyDim, 1f);
      return x;
    }
  }

  private static List<float[]> operations(FloatKernels kernels, float[] x, float[] w, int n) {
    float[] softmax = x.clone();
    kernels.softmax(softmax, 0, n);
    float[] norm = new float[n];
    kernels.rmsNorm(x, 0, w, 1e-5f, n, norm, 0);
    float[] silu = x.clone();
    kernels.siluMultiply(silu, w, 0, n);
    float[] halves = x.clone();
    kernels.rotate(halves, 0, w, x, 0, n / 2, false);
    float[] neighbours = x.clone();
    kernels.rotate(neighbours, 0, w, x, 0, n / 2, true);
    float[] convolved = new float[n];
    kernels.convolveRow(concat(w, x), 1, n, concat(x, w), 0, w, 0, 2, 2, convolved, 0);
    float[] gated = x.clone();
    kernels.sigmoidMultiply(gated, 0, w, 0, n);
    float[] unit = x.clone();
    kernels.l2Norm(unit, 0, n, 0.5f);
    float[] causal = new float[n];
    kernels.convolveCausal(concat(w, x), 0, concat(x, w), 2, n, causal, 0);
    return Arrays.asList(softmax, norm, silu, halves, neighbours, convolved, gated, unit, causal);
  }

  private static float[] concat(float[] a, float[] b) {
    float[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static float[] gaussians(Random random, int n) {
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = (float) random.nextGaussian();
    }
    return out;
  }
}
