/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.kernel.KernelSelection;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static final Duration SHORT = Duration.ofMillis(1);

  @Test
  void everyWidthRunsHoweverLittleTimeThereIs() {
    try (ModelPair pair = StoriesPair.open(2)) {
      WarmUp warmUp = pair.warmUp(Duration.ZERO);
      // 1, 2, 4 and 8 rows, and three passes to look at.
      assertThat(warmUp.passes()).isEqualTo(7);
      assertThat(warmUp.rows()).isEqualTo(8);
      assertThat(warmUp.widePass()).isPositive().isLessThanOrEqualTo(warmUp.took());
    }
  }

  @Test
  void scalarCodeIsNeverTakenForBoxed() {
    PairOptions scalar = StoriesPair.options().withKernels(KernelSelection.named("scalar"));
    try (ModelPair pair = ModelPair.open(StoriesPair.TARGET, scalar)) {
      WarmUp warmUp = pair.warmUp(SHORT);
      assertThat(warmUp.allocated()).isBetween(0L, WarmUp.BOXED - 1);
      assertThat(warmUp.boxed()).isFalse();
    }
  }

  @Test
  void theTextIsTheSameAfterwards() {
    try (ModelPair pair = StoriesPair.open(1)) {
      GenerationRequest request = pair.request("Once upon a time").withMaxTokens(30);
      int[] before = pair.generate(request, GenerationListener.SILENT).ids();
      pair.warmUp(SHORT);
      assertThat(pair.generate(request, GenerationListener.SILENT).ids()).isEqualTo(before);
    }
  }

  @Test
  void aContextShorterThanABlockIsWarmedUpAsFarAsItGoes() {
    PairOptions three = StoriesPair.options().withContext(3);
    try (ModelPair pair = ModelPair.open(StoriesPair.TARGET, three)) {
      assertThat(pair.warmUp(SHORT).rows()).isEqualTo(3);
    }
  }

  @Test
  void theWarningNamesTheKernelsAndARemedy() {
    WarmUp boxed = new WarmUp(9, SHORT, 8, SHORT, 5_000_000, true);
    assertThat(boxed.warning("vector-512"))
        .contains("boxed", "8 rows", "5000000 bytes", "Remedy", "vector-512")
        .doesNotContain("\n");
  }
}
