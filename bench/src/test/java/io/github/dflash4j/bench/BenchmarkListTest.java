/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.weights.StorageType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class BenchmarkListTest {

  @Test
  void theProcessorFoundTheBenchmarks() {
    Set<String> names = new HashSet<>();
    BenchmarkList.defaultList()
        .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
        .forEach(benchmark -> names.add(benchmark.getUsername()));

    assertThat(names).contains("io.github.dflash4j.bench.ProjectionBenchmark.project");
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "BF16", "Q8_0", "Q4_0"})
  void projectionsOfOrdinaryNumbersAreMeasured(StorageType type) {
    ProjectionBenchmark benchmark = new ProjectionBenchmark();
    benchmark.type = type;
    benchmark.rows = 2;
    benchmark.width = 256;
    benchmark.threads = 1;
    benchmark.prepare();
    try {
      for (float value : benchmark.project()) {
        assertThat(Math.abs(value)).isBetween(Float.MIN_NORMAL, 1e6f);
      }
    } finally {
      benchmark.close();
    }
  }
}
