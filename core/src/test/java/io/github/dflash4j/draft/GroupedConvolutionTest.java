/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import io.github.dflash4j.kernel.WeightMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The formula of dflash-algorithm 4, worked out by hand. */
class GroupedConvolutionTest {
  // Hidden 4, two taps, groups of 2: a dynamic row is [side][tap][group], 8 numbers.
  private static final ConvolutionShape SHAPE = new ConvolutionShape(2, 2);
  private static final float[] BASE = {
    1, 1, 1, 1, // before, tap 0
    0, 0, 1, 1, // before, tap 1
    2, 2, 2, 2, // after, tap 0
    1, 0, 0, 0, // after, tap 1
  };
  // x = (a, b, c, d) gives dynamic kernels a, b | c, d before and 0, d | b, 0 after.
  private static final float[] PROJECTION = {
    1, 0, 0, 0, // before, tap 0, group 0: a
    0, 1, 0, 0, // before, tap 0, group 1: b
    0, 0, 1, 0, // before, tap 1, group 0: c
    0, 0, 0, 1, // before, tap 1, group 1: d
    0, 0, 0, 0, // after, tap 0, group 0: 0
    0, 0, 0, 1, // after, tap 0, group 1: d
    0, 1, 0, 0, // after, tap 1, group 0: b
    0, 0, 0, 0, // after, tap 1, group 1: 0
  };
  private static final float[] X = {
    1, 2, 3, 4, // row 0
    5, 6, 7, 8, // row 1
    2, 0, 1, 3, // row 2
  };

  private static GroupedConvolution convolution(Compute compute) {
    WeightMatrix projection = TestTensors.matrix("kernel_projection", 8, 4, PROJECTION);
    return new GroupedConvolution(compute, projection, BASE, SHAPE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"scalar", "reference"})
  void threeRowsByHand(String kernels) {
    // B052
    try (Compute compute = Compute.with(KernelSelection.named(kernels), 1)) {
      float[] dynamic = new float[3 * 8];
      float[] out = new float[3 * 4];
      convolution(compute).prepare(X, 3, dynamic, out);
      assertThat(dynamic)
          .containsExactly(
              1, 2, 3, 4, 0, 4, 2, 0, //
              5, 6, 7, 8, 0, 8, 6, 0, //
              2, 0, 1, 3, 0, 3, 0, 0);
      // Row 0 has no row before it: channels 0, 1 by 1 + a = 2, channels 2, 3 by 1 + b = 3.
      // Row 1: (1 + 5) y + (0 + 7) y before in group 0, (1 + 6) y + (1 + 8) y before in group 1.
      // Row 2: (1 + 2) y + (0 + 1) y before in group 0, (1 + 0) y + (1 + 3) y before in group 1.
      assertThat(out)
          .containsExactly(
              2,
              4,
              9,
              12, //
              6 * 5 + 7 * 1,
              6 * 6 + 7 * 2,
              7 * 7 + 9 * 3,
              7 * 8 + 9 * 4, //
              3 * 2 + 1 * 5,
              3 * 0 + 1 * 6,
              1 * 1 + 4 * 7,
              1 * 3 + 4 * 8);

      float[] y = {1, 1, 1, 1, 10, 10, 10, 10, 100, 100, 100, 100};
      convolution(compute).finish(y, 3, dynamic, out);
      // After: tap 0 is 2 + (0, d), tap 1 is (1 + b, 0 + b, 0, 0), all of the row written.
      assertThat(out)
          .containsExactly(
              2,
              2,
              6,
              6, //
              2 * 10 + 7 * 1,
              2 * 10 + 6 * 1,
              10 * 10,
              10 * 10, //
              2 * 100 + 1 * 10,
              2 * 100 + 0 * 10,
              5 * 100,
              5 * 100);
    }
  }

  @Test
  void aRowReadsItselfAndTheRowBeforeOnly() {
    try (Compute compute = Compute.with(KernelSelection.named("scalar"), 1)) {
      float[] dynamic = new float[3 * 8];
      float[] before = new float[3 * 4];
      float[] after = new float[3 * 4];
      convolution(compute).prepare(X, 3, dynamic, new float[3 * 4]);
      float[] y = X.clone();
      convolution(compute).finish(y, 3, dynamic, before);
      y[0] += 1;
      convolution(compute).finish(y, 3, dynamic, after);
      assertThat(after[0]).isNotEqualTo(before[0]);
      assertThat(after[4]).isNotEqualTo(before[4]);
      for (int i = 0; i < after.length; i++) {
        if (i != 0 && i != 4) {
          assertThat(after[i]).as("number %d", i).isEqualTo(before[i]);
        }
      }
    }
  }

  @Test
  void kernelsOfAnotherShapeAreRefused() {
    try (Compute compute = Compute.reference()) {
      WeightMatrix projection = TestTensors.matrix("kernel_projection", 8, 4, PROJECTION);
      for (ConvolutionShape other :
          new ConvolutionShape[] {
            new ConvolutionShape(3, 2), new ConvolutionShape(2, 1), new ConvolutionShape(2, 3)
          }) {
        assertThatThrownBy(() -> new GroupedConvolution(compute, projection, BASE, other))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("hidden size 4");
      }
      assertThatThrownBy(() -> new GroupedConvolution(compute, projection, new float[15], SHAPE))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
