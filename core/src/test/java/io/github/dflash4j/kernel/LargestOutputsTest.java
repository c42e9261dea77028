/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LargestOutputsTest {
  private static final long SEED = 5;

  /** In any order and in any parts. */
  @ParameterizedTest
  @CsvSource({
    "1 3 2 3, 1",
    "-0 0 -0 -5, 0",
    "-Infinity -Infinity -7 -Infinity, 2",
    "-Infinity -Infinity -Infinity -Infinity, -1",
    "1 Infinity 2 Infinity, 1",
    "NaN 1 2 3, -1",
    "1 2 3 NaN, -1",
    "-Infinity NaN -Infinity -Infinity, -1",
  })
  void theFirstOfTheLargestIsFound(String outputs, int expected) {
    String[] values = outputs.split(" ");
    Random random = new Random(SEED);
    for (int run = 0; run < 50; run++) {
      LargestOutputs whole = new LargestOutputs();
      LargestOutputs[] parts = {new LargestOutputs(), new LargestOutputs()};
      whole.clear(2);
      for (LargestOutputs part : parts) {
        part.clear(2);
      }
      int start = random.nextInt(values.length);
      for (int i = 0; i < values.length; i++) {
        int output = (start + i) % values.length;
        parts[random.nextInt(2)].add(1, output, Float.parseFloat(values[output]));
      }
      whole.merge(parts[0], 2);
      whole.merge(parts[1], 2);
      assertThat(whole.best(1)).as("run %d, seed %d", run, SEED).isEqualTo(expected);
    }
  }
}
