/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No vector of a kernel stays on the heap, not even where vectors of all widths ran before: then
 * the profiles of the Vector API say nothing about a class, and code that leans on them keeps
 * boxing.
 */
@Tag("vector-widths")
class FloatKernelsHeapTest {
  private static final long SEED = 77;
  private static final int WIDTH = 128;
  private static final float[] A = RandomWeights.gaussians(new Random(SEED), 16 * WIDTH);
  private static final float[] B = RandomWeights.gaussians(new Random(SEED + 1), 16 * WIDTH);
  private static final float[] OUT = new float[16 * WIDTH];
  private static final float[] MEMORY = new float[WIDTH * WIDTH];

  static Stream<FloatKernels> kernels() {
    return Stream.of(128, 256, 512)
        .filter(bits -> bits <= VectorWidth.preferredBits())
        .map(VectorWidth::kernels);
  }

  @BeforeAll
  static void profilesKnowAllWidths() {
    List<FloatKernels> all = kernels().toList();
    for (int i = 0; i < 2000; i++) {
      for (FloatKernels k : all) {
        operations(k).values().forEach(Runnable::run);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyOperationComesToLeaveNothing(FloatKernels kernels) {
    HeapUse heap = new HeapUse();
    operations(kernels)
        .forEach((name, code) -> heap.requireNone(kernels.name() + " " + name, code));
  }

  private static Map<String, Runnable> operations(FloatKernels k) {
    Map<String, Runnable> all = new LinkedHashMap<>();
    for (int count : new int[] {WIDTH, 70}) {
      all.put("dot of " + count, () -> OUT[0] = k.dot(A, 0, B, 1, count));
      all.put("dotRows of " + count, () -> k.dotRows(A, 0, B, 0, WIDTH, 7, count, OUT, 0, 1));
      all.put(
          "dotGrid of " + count, () -> k.dotGrid(A, 0, WIDTH, 7, B, 0, WIDTH, 5, count, OUT, 0, 7));
    }
    all.put("softmax", () -> k.softmax(OUT, 0, 77));
    all.put("siluMultiply", () -> k.siluMultiply(OUT, B, 0, 77));
    all.put("addWeightedRows", () -> k.addWeightedRows(A, 0, MEMORY, 0, WIDTH, 9, WIDTH, OUT, 1));
    all.put(
        "deltaStep",
        () ->
            k.deltaStep(MEMORY, 0, 0.5f, A, 0, A, 200, 0.5f, B, 0, WIDTH, WIDTH, OUT, 0, OUT, 200));
    all.put("deltaReplay", () -> k.deltaReplay(MEMORY, 0, 0.5f, A, 0, B, 0, WIDTH, WIDTH));
    return all;
  }
}
