/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dflash4j.weights.StorageType;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * B223: no vector of a panel kernel stays on the heap, at any width and any number of rows that is
 * taken at a time. A kernel that the compiler did not inline is tens of times slower than its bytes
 * suggest, and shows here.
 */
@Tag("one-width")
class PanelHeapTest {
  private static final int COLUMNS = 256;
  private static final int OUT = 32;

  private final FloatKernels kernels = KernelSelection.chosen();

  @BeforeEach
  void vectorsOfThisWidthExistHere() {
    String name = kernels.name();
    int bits = name.equals("scalar") ? 0 : Integer.parseInt(name.substring("vector-".length()));
    assumeTrue(
        bits <= VectorWidth.preferredBits(), () -> name + " is wider than the vectors of this CPU");
  }

  @ParameterizedTest
  @EnumSource(PanelForm.class)
  void aProjectionComesToLeaveNothing(PanelForm form) {
    Random random = new Random(31);
    WeightMatrix panel =
        RandomWeights.withPanel(RandomWeights.stored(form.type(), OUT, COLUMNS, random));
    float[] x = RandomWeights.gaussians(random, 16 * COLUMNS);
    float[] y = new float[16 * OUT];
    HeapUse heap = new HeapUse();
    try (Compute compute = Compute.with(kernels, 1).withActivations(Activations.INT8)) {
      for (int rows = 1; rows <= 16; rows *= 2) {
        int n = rows;
        heap.requireNone(form + ", " + n + " rows", () -> compute.project(panel, x, n, y));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(StorageType.class)
  void aProjectionInSinglePrecisionComesToLeaveNothing(StorageType type) {
    Random random = new Random(32);
    WeightMatrix weights = RandomWeights.stored(type, OUT, COLUMNS, random);
    float[] x = RandomWeights.gaussians(random, 8 * COLUMNS);
    float[] y = new float[8 * OUT];
    HeapUse heap = new HeapUse();
    try (Compute compute = Compute.with(kernels, 1)) {
      for (int rows : new int[] {1, 2, 5, 8}) {
        heap.requireNone(
            type + " decoded, " + rows + " rows", () -> compute.project(weights, x, rows, y));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = StorageType.class,
      names = {"BF16", "Q4_K", "FLM_Q4_K"})
  void findingTheLargestComesToLeaveNothing(StorageType type) {
    Random random = new Random(33);
    WeightMatrix weights =
        RandomWeights.withPanel(RandomWeights.stored(type, 3 * OUT, COLUMNS, random));
    float[] x = RandomWeights.gaussians(random, 8 * COLUMNS);
    LargestOutputs found = new LargestOutputs();
    HeapUse heap = new HeapUse();
    try (Compute compute = Compute.with(kernels, 1)) {
      for (Activations activations : Activations.values()) {
        Compute used = compute.withActivations(activations);
        // Few rows first, as everywhere: a kernel for many that is compiled alone may stay boxed.
        for (int rows = 1; rows <= 8; rows *= 2) {
          int n = rows;
          for (int most : new int[] {1, 20}) {
            heap.requireNone(
                type + ", " + activations + ", " + most + " of each of " + n + " rows",
                () -> used.largest(weights, x, n, 3 * OUT, most, found));
          }
        }
      }
    }
  }
}
