/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.decode.PairOptions;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.weights.StorageType;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That everything is measured; how fast it is, no test can say. */
class MachineMeasurementsTest {
  private static final Path STORIES = Path.of("src/test/resources/stories260K");
  private static final Path TARGET = STORIES.resolve("stories260K-f32.gguf");
  private static final Path DRAFT = Path.of("src/test/resources/stories260K-dflash2");

  @ParameterizedTest
  @EnumSource(StorageType.class)
  void weightsOfEveryTypeAreMeasured(StorageType type) {
    try (Compute compute = Compute.with(KernelSelection.chosen(), 2)) {
      WeightSpeed speed = WeightSpeed.measure(compute, type, Duration.ofMillis(20));
      assertThat(speed.type()).isEqualTo(type);
      assertThat(speed.bytesPerSecond()).isFinite().isPositive();
      assertThat(speed.eightRows()).isFinite().isPositive();
    }
  }

  @Test
  void memoryIsReadByAsManyThreadsAsThereAre() {
    try (Compute compute = Compute.with(KernelSelection.chosen(), 2)) {
      MemoryBandwidth memory = MemoryBandwidth.measure(compute, Duration.ZERO);
      assertThat(memory.threads()).isEqualTo(2);
      assertThat(memory.bytes()).isBetween(2_000_000L, 512L << 20);
      assertThat(memory.bytesPerSecond()).isFinite().isPositive();
    }
  }

  @Test
  void passesAndBlocksOfAPairAreMeasured() {
    try (ModelPair pair = ModelPair.open(TARGET, DRAFT, PairOptions.defaults().withThreads(1))) {
      BlockCosts costs = BlockCosts.measure(pair.target(), pair.draft(), Duration.ZERO);
      assertThat(costs.passes()).extracting(BlockCosts.Pass::rows).containsExactly(1, 2, 4, 8, 16);
      assertThat(costs.passes()).allMatch(pass -> pass.nanos() > 0);
      assertThat(costs.passes().getFirst().ofOneRow()).isEqualTo(1);
      assertThat(costs.proposed()).isEqualTo(7);
      assertThat(costs.draftNanos().orElseThrow()).isPositive();
      assertThat(costs.rounds()).isEqualTo(1);
    }
  }

  @Test
  void aContextWithoutRoomLeavesWidePassesOut() {
    PairOptions five = PairOptions.defaults().withThreads(1).withContext(5);
    try (ModelPair pair = ModelPair.open(TARGET, five)) {
      BlockCosts costs = BlockCosts.measure(pair.target(), pair.draft(), Duration.ZERO);
      assertThat(costs.passes()).extracting(BlockCosts.Pass::rows).containsExactly(1, 2, 4);
      assertThat(costs.draftNanos()).isEmpty();
    }
  }
}
