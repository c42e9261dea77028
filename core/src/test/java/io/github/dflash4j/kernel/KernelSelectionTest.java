/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class KernelSelectionTest {

  @Test
  void everyNameGivesTheKernelsOfThatName() {
    for (String name : KernelSelection.names()) {
      assertThat(KernelSelection.named(name).name()).isEqualTo(name);
    }
  }

  @Test
  void unknownNamesAreRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> KernelSelection.named("gpu"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'gpu'")
        .hasMessageContaining("vector-256");
  }

  @Test
  void theTestsRunOnVectorsOfThePreferredWidth() {
    assertThat(KernelSelection.chosen().name())
        .as("kernels that mvn test exercises")
        .isEqualTo("vector-" + VectorWidth.preferredBits());
  }

  @Test
  void theReferenceHasItsOwnCompute() {
    assertThat(Compute.reference().kernels().name()).isEqualTo("reference");
    assertThat(Compute.reference().projections().name()).isEqualTo("reference");
  }
}
