/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.weights.StorageType;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Projections of every weight type: bits independent of rows, threads and width; error bounded.
 * B086, B088: bits, not differences, at odd sizes as well.
 */
@Tag("vector-widths")
class HostProjectionsTest {
  private static final long SEED = 99;
  private static final int MAX_ROWS = 17;

  @ParameterizedTest
  @EnumSource(StorageType.class)
  void aRowHasTheSameBitsAmongAnyNumberOfRowsOnAnyThreadsAndWidth(StorageType type) {
    for (int columns : columns(type)) {
      for (int out : type.tiled() ? new int[] {32, 96} : new int[] {1, 5, 33}) {
        Random random = new Random(SEED);
        WeightMatrix weights = RandomWeights.stored(type, out, columns, random);
        float[] x = RandomWeights.gaussians(random, MAX_ROWS * columns);
        float[] expected = oneByOne(weights, x);
        for (String kernels : new String[] {"scalar", "vector-128", "vector-256", "vector-512"}) {
          for (int threads : new int[] {1, 2, 7}) {
            try (Compute compute = Compute.with(KernelSelection.named(kernels), threads)) {
              for (int rows = 1; rows <= MAX_ROWS; rows++) {
                float[] y = new float[rows * out];
                compute.project(weights, x, rows, y);
                assertThat(Arrays.equals(y, 0, y.length, expected, 0, y.length))
                    .as(
                        "%s %d x %d, %d rows, %s on %d threads, seed %d",
                        type, out, columns, rows, kernels, threads, SEED)
                    .isTrue();
              }
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(StorageType.class)
  void theErrorAgainstTheReferenceIsBounded(StorageType type) {
    for (int columns : columns(type)) {
      Random random = new Random(SEED + 1);
      int out = type.tiled() ? 32 : 7;
      WeightMatrix weights = RandomWeights.stored(type, out, columns, random);
      float[] x = RandomWeights.gaussians(random, 3 * columns);
      float[] fast = new float[3 * out];
      float[] exact = new float[3 * out];
      try (Compute compute = Compute.host(1)) {
        compute.project(weights, x, 3, fast);
      }
      Compute.reference().project(weights, x, 3, exact);
      float[] row = new float[columns];
      for (int o = 0; o < out; o++) {
        weights.decode(o, 1, row, 0);
        for (int r = 0; r < 3; r++) {
          double magnitude = 0;
          for (int i = 0; i < columns; i++) {
            magnitude += Math.abs((double) row[i] * x[r * columns + i]);
          }
          assertThat(Math.abs((double) fast[r * out + o] - exact[r * out + o]))
              .as("%s %d columns seed %d", type, columns, SEED + 1)
              .isLessThanOrEqualTo(magnitude * (columns / 32 + 8 + columns % 32) * 0x1p-24);
        }
      }
    }
  }

  @Test
  void aBackendWhoseRowsDependOnTheirNumberIsCalledRowByRow() {
    WeightMatrix weights = RandomWeights.stored(StorageType.F32, 3, 4, new Random(SEED));
    float[] x = RandomWeights.gaussians(new Random(SEED + 2), 5 * 4);
    try (Compute host = Compute.host(1)) {
      ProjectionBackend careless =
          new ProjectionBackend() {
            @Override
            public String name() {
              return "careless";
            }

            @Override
            public void project(WeightMatrix w, float[] in, int rows, float[] y) {
              host.project(w, in, rows, y);
              for (int i = 0; i < rows * w.out(); i++) {
                y[i] += rows - 1;
              }
            }

            @Override
            public boolean rowsIndependent() {
              return false;
            }
          };
      Compute compute = RowByRow.unlessIndependent(host.projectingOn(careless));
      float[] expected = new float[5 * 3];
      host.project(weights, x, 5, expected);
      float[] y = new float[5 * 3];
      compute.project(weights, x, 5, y);
      assertThat(y).isEqualTo(expected);
      assertThat(compute.projections().name()).isEqualTo("careless, row by row");
      assertThat(RowByRow.unlessIndependent(host)).isSameAs(host);
    }
  }

  private static float[] oneByOne(WeightMatrix weights, float[] x) {
    try (Compute compute = Compute.with(new ScalarKernels(), 1)) {
      float[] all = new float[MAX_ROWS * weights.out()];
      for (int r = 0; r < MAX_ROWS; r++) {
        float[] y = new float[weights.out()];
        compute.project(
            weights, Arrays.copyOfRange(x, r * weights.in(), (r + 1) * weights.in()), 1, y);
        System.arraycopy(y, 0, all, r * weights.out(), y.length);
      }
      return all;
    }
  }

  private static int[] columns(StorageType type) {
    int block = type.blockElements();
    if (type.tiled()) {
      return new int[] {31, 256, 320};
    }
    return block == 1
        ? new int[] {1, 31, 33, 64, 96, 257}
        : block == 32 ? new int[] {32, 96, 288} : new int[] {256, 768};
  }
}
