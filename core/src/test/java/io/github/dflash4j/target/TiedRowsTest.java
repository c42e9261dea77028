/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.kernel.Activations;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.weights.StorageType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row of logits is tied many times over, with parts of every thread's share. */
class TiedRowsTest {
  private static final long SEED = 20261206;

  @TempDir private Path temp;

  @ParameterizedTest
  @DisplayName("B083: exact ties go to the lowest id on any number of threads")
  @CsvSource({"F32, FLOAT32", "BF16, FLOAT32", "Q8_0, INT8", "Q4_K, INT8"})
  void theLowestIdWinsOnAnyNumberOfThreads(StorageType type, Activations activations) {
    int vocabulary = 4096;
    int different = 300;
    int rows = 9;
    Path file = RandomGguf.tied(temp.resolve("tied.gguf"), type, vocabulary, different, SEED);
    int[] tokens = new Random(SEED).ints(rows, 0, vocabulary).toArray();
    int[] expected = null;
    for (int threads : new int[] {1, 2, 7}) {
      try (Compute compute = Compute.host(threads);
          Target target =
              Targets.open(file, TargetOptions.asStated(), compute.withActivations(activations))) {
        int[] largest = largest(target, tokens, different);
        expected = expected == null ? largest : expected;
        TargetState state = target.newState(rows, rows);
        for (int most : new int[] {vocabulary, 3 * different + 1, different}) {
          for (int at : new int[] {rows, 1, 2, 5}) {
            state.truncate(0);
            assertThat(state.chooseAmong(most, 1)).isTrue();
            target.forward(state, tokens, 0, at, at);
            assertThat(IntStream.range(0, at).map(state.mostLikely()::best).toArray())
                .as("seed %d, %d threads, %d rows among %d", SEED, threads, at, most)
                .isEqualTo(Arrays.copyOf(expected, at));
          }
        }
      }
    }
    assertThat(Arrays.stream(expected).distinct().count()).isGreaterThan(3);
  }

  /** The first of the largest logits of each row, which have to be tied. */
  private static int[] largest(Target target, int[] tokens, int different) {
    int vocabulary = target.spec().vocabulary();
    TargetState state = target.newState(tokens.length, tokens.length);
    target.forward(state, tokens, 0, tokens.length, tokens.length);
    int[] largest = new int[tokens.length];
    for (int row = 0; row < tokens.length; row++) {
      int from = row * vocabulary;
      for (int id = 1; id < vocabulary; id++) {
        largest[row] =
            state.logits()[from + id] > state.logits()[from + largest[row]] ? id : largest[row];
      }
      for (int id = largest[row]; id < vocabulary; id += different) {
        assertThat(state.logits()[from + id]).isEqualTo(state.logits()[from + largest[row]]);
      }
      assertThat(largest[row]).isLessThan(different);
    }
    return largest;
  }
}
