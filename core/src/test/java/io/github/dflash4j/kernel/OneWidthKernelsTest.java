/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dflash4j.weights.StorageType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What else has one vector width in a process: exponentials, grids of products, largest outputs.
 */
@Tag("one-width")
class OneWidthKernelsTest {
  private static final long SEED = 515;

  private final FloatKernels kernels = KernelSelection.chosen();

  @BeforeEach
  void vectorsOfThisWidthExistHere() {
    String name = kernels.name();
    int bits = name.equals("scalar") ? 0 : Integer.parseInt(name.substring("vector-".length()));
    assumeTrue(
        bits <= VectorWidth.preferredBits(), () -> name + " is wider than the vectors of this CPU");
  }

  @Test
  void exponentialsHaveTheBitsOfTheScalarTwin() {
    Random random = new Random(SEED);
    for (int round = 0; round < 400; round++) {
      int count = 1 + random.nextInt(200);
      float[] x = new float[count + 3];
      float[] up = RandomWeights.gaussians(random, count + 3);
      for (int i = 0; i < x.length; i++) {
        x[i] =
            special(random, (float) (random.nextGaussian() * Math.pow(10, random.nextInt(4) - 1)));
      }
      float[] fast = x.clone();
      float[] plain = x.clone();
      kernels.siluMultiply(fast, up, 2, count);
      new ScalarKernels().siluMultiply(plain, up, 2, count);
      assertSame(fast, plain, "silu");
      fast = x.clone();
      plain = x.clone();
      kernels.softmax(fast, 1, count);
      new ScalarKernels().softmax(plain, 1, count);
      assertSame(fast, plain, "softmax");
    }
  }

  private static float special(Random random, float usual) {
    return switch (random.nextInt(400)) {
      case 0 -> Float.NaN;
      case 1 -> Float.NEGATIVE_INFINITY;
      case 2 -> -0f;
      case 3 -> 88.8f;
      case 4 -> -103.9f;
      default -> usual;
    };
  }

  private static void assertSame(float[] found, float[] expected, String what) {
    for (int i = 0; i < found.length; i++) {
      assertThat(Float.floatToIntBits(found[i]))
          .as("%s, number %d, seed %d", what, i, SEED)
          .isEqualTo(Float.floatToIntBits(expected[i]));
    }
  }

  @Test
  void aGridHasTheBitsOfItsInnerProducts() {
    Random random = new Random(SEED);
    for (int count : new int[] {1, 31, 64, 101}) {
      float[] a = RandomWeights.gaussians(random, 9 * count);
      float[] b = RandomWeights.gaussians(random, 7 * count);
      for (int factors : new int[] {1, 3, 4, 8, 9}) {
        for (int rows = 1; rows <= 7; rows++) {
          float[] grid = new float[rows * 10];
          kernels.dotGrid(a, 0, count, factors, b, 0, count, rows, count, grid, 0, 10);
          for (int i = 0; i < factors; i++) {
            for (int r = 0; r < rows; r++) {
              assertThat(grid[i + 10 * r])
                  .as("%d of %d, row %d of %d, seed %d", i, factors, r, rows, SEED)
                  .isEqualTo(new ScalarKernels().dot(a, i * count, b, r * count, count));
            }
          }
        }
      }
    }
  }

  // 40 rows are more than a tile of them.
  @ParameterizedTest
  @EnumSource(StorageType.class)
  void theLargestOutputsAreThoseOfASortOfAll(StorageType type) {
    Random random = new Random(SEED);
    int out = type.tiled() ? 96 : 75;
    WeightMatrix stored = RandomWeights.stored(type, out, 256, random);
    float[] x = RandomWeights.gaussians(random, 40 * 256);
    Arrays.fill(x, 256, 512, 0f); // all outputs alike
    Arrays.fill(x, 3 * 256, 4 * 256, -0f);
    x[2 * 256] = Float.NaN;
    LargestOutputs found = new LargestOutputs();
    for (int threads : new int[] {1, 3}) {
      try (Compute compute = Compute.with(kernels, threads)) {
        for (Activations activations : Activations.values()) {
          Compute used = compute.withActivations(activations);
          for (WeightMatrix weights : List.of(stored, RandomWeights.withPanel(stored))) {
            for (int rows : new int[] {1, 9, 40}) {
              float[] y = new float[rows * out];
              used.project(weights, x, rows, y);
              for (int taking : new int[] {1, 40, out}) {
                for (int most : new int[] {1, 20, out - 1, 256}) {
                  used.largest(weights, x, rows, taking, most, found);
                  String what =
                      String.format(
                          "%s, %s, %d threads, %d of %d outputs, seed %d",
                          type, activations, threads, most, taking, SEED);
                  LargestOutputsTest.requireSorted(found, y, 0, out, rows, taking, most, what);
                }
              }
            }
          }
        }
      }
    }
  }

  @Test
  void aBackendThatWritesAllOutputsGivesTheSame() {
    WeightMatrix weights = RandomWeights.stored(StorageType.F32, 75, 64, new Random(SEED));
    float[] x = RandomWeights.gaussians(new Random(SEED + 1), 3 * 64);
    try (Compute host = Compute.with(kernels, 1)) {
      Compute other =
          RowByRow.unlessIndependent(host.projectingOn(new Foreign(host.projections())));
      assertThat(other.findsLargest()).isFalse();
      LargestOutputs found = new LargestOutputs();
      other.largest(weights, x, 3, 70, 9, found);
      float[] y = new float[3 * 75];
      host.project(weights, x, 3, y);
      LargestOutputsTest.requireSorted(found, y, 0, 75, 3, 70, 9, "other backend");
    }
  }

  @Test
  void whatCannotBeFoundIsRefused() {
    WeightMatrix weights = RandomWeights.stored(StorageType.F32, 5, 4, new Random(SEED));
    LargestOutputs found = new LargestOutputs();
    try (Compute host = Compute.with(kernels, 1)) {
      for (int taking : new int[] {0, 6}) {
        assertThatThrownBy(() -> host.largest(weights, new float[4], 1, taking, 1, found))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(taking + " outputs of 5 cannot take part");
      }
      assertThatThrownBy(() -> host.largest(weights, new float[4], 1, 5, 0, found))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("there are no 0 largest outputs");
    }
  }

  /** Does what another does, and is not known. */
  private record Foreign(ProjectionBackend backend) implements ProjectionBackend {
    @Override
    public String name() {
      return "foreign";
    }

    @Override
    public void project(WeightMatrix weights, float[] x, int rows, float[] y) {
      backend.project(weights, x, rows, y);
    }

    @Override
    public boolean rowsIndependent() {
      return false;
    }
  }
}
