/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.weights.StorageType;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KernelWarmUpTest {

  @Test
  void resultsAreTheSameBeforeAndAfterIt() {
    Random random = new Random(8);
    WeightMatrix weights =
        RandomWeights.withPanel(RandomWeights.stored(StorageType.Q4_K, 40, 512, random));
    float[] x = RandomWeights.gaussians(random, 8 * 512);
    try (Compute compute = Compute.host(1).withActivations(Activations.INT8)) {
      float[] before = new float[8 * 40];
      compute.project(weights, x, 8, before);
      KernelWarmUp.run(compute, List.of(StorageType.Q4_K, StorageType.F32));
      float[] after = new float[8 * 40];
      compute.project(weights, x, 8, after);
      assertThat(after).isEqualTo(before);
    }
  }

  @Test
  void withoutVectorsOrBytesThereIsNothingToDo() {
    List<StorageType> types = List.of(StorageType.Q4_K);
    KernelWarmUp.run(Compute.reference(), types);
    KernelWarmUp.run(Compute.with(new ScalarKernels(), 1).withActivations(Activations.INT8), types);
  }
}
