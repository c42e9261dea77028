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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KernelWarmUpTest {
  private static final int ROWS = 15;
  private static final int OUT = 40;
  private static final int IN = 512;

  private static float[] project(Compute compute, WeightMatrix weights) {
    float[] x = RandomWeights.gaussians(new Random(9), ROWS * IN);
    float[] y = new float[ROWS * OUT];
    compute.project(weights, x, ROWS, y);
    return y;
  }

  private static WeightMatrix weights(StorageType type) {
    return RandomWeights.withPanel(RandomWeights.stored(type, OUT, IN, new Random(8)));
  }

  @Test
  void resultsAreTheSameBeforeAndAfterIt() {
    WeightMatrix weights = weights(StorageType.Q4_K);
    try (Compute compute = Compute.host(1).withActivations(Activations.INT8)) {
      float[] before = project(compute, weights);
      KernelWarmUp.start(compute, List.of(StorageType.Q4_K, StorageType.F32), true).await();
      assertThat(project(compute, weights)).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = StorageType.class,
      names = {"Q4_K", "Q6_K", "Q8_0"})
  void rowsThatAreTakenFewerAtATimeHaveTheSameBits(StorageType type) {
    WeightMatrix weights = weights(type);
    PanelForm form = PanelForm.of(type);
    int usual = PanelRowLimits.most(form);
    try (Compute compute = Compute.host(2).withActivations(Activations.INT8)) {
      float[] free = project(compute, weights);
      for (int most = 4; most >= 1; most /= 2) {
        PanelRowLimits.limit(form, most);
        assertThat(project(compute, weights)).as("%d rows at a time", most).isEqualTo(free);
      }
    } finally {
      PanelRowLimits.limit(form, usual);
    }
  }

  @Test
  void anInterruptOfWhoWaitsIsKept() {
    try (Compute compute = Compute.host(1).withActivations(Activations.INT8)) {
      KernelWarmUp warmUp = KernelWarmUp.start(compute, List.of(StorageType.Q8_0), false);
      Thread.currentThread().interrupt();
      warmUp.await();
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void withoutVectorsOrBytesThereIsNothingToDo() {
    List<StorageType> types = List.of(StorageType.Q4_K);
    KernelWarmUp.start(Compute.reference(), types, true).await();
    try (Compute scalar = Compute.with(new ScalarKernels(), 1)) {
      KernelWarmUp.start(scalar.withActivations(Activations.INT8), types, true).await();
    }
  }
}
