/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation on numbers small enough to be worked out on paper, for every family. */
@Tag("vector-widths")
class FloatKernelsByHandTest {

  static Stream<FloatKernels> all() {
    return KernelSelection.names().stream().map(KernelSelection::named);
  }

  @ParameterizedTest
  @MethodSource("all")
  void dotOfThree(FloatKernels kernels) {
    assertThat(kernels.dot(new float[] {9, 1, 2, 3}, 1, new float[] {4, 5, -6}, 0, 3))
        .isEqualTo(4 + 10 - 18);
  }

  @ParameterizedTest
  @MethodSource("all")
  void softmaxOfEqualScoresIsEven(FloatKernels kernels) {
    float[] x = {7, 1000, 1000, 1000, 1000, 7};
    kernels.softmax(x, 1, 4);
    assertThat(x).containsExactly(7, 0.25f, 0.25f, 0.25f, 0.25f, 7);
  }

  @ParameterizedTest
  @MethodSource("all")
  void normDividesByTheRootMeanSquareAndMultipliesByTheWeight(FloatKernels kernels) {
    float[] y = new float[3];
    kernels.rmsNorm(new float[] {3, 4}, 0, new float[] {1, 2}, 0f, 2, y, 1);
    float rms = (float) Math.sqrt(12.5);
    assertThat(y[1]).isCloseTo(3 / rms, within(1e-6f));
    assertThat(y[2]).isCloseTo(8 / rms, within(1e-6f));
    assertThat(y[0]).isZero();
  }

  @ParameterizedTest
  @MethodSource("all")
  void rotationPairsHalvesOrNeighbours(FloatKernels kernels) {
    float[] cos = {0, 1};
    float[] sin = {1, 0};
    float[] halves = {1, 2, 3, 4};
    kernels.rotate(halves, 0, cos, sin, 0, 2, false);
    assertThat(halves).containsExactly(-3, 2, 1, 4);
    float[] neighbours = {1, 2, 3, 4};
    kernels.rotate(neighbours, 0, cos, sin, 0, 2, true);
    assertThat(neighbours).containsExactly(-2, 1, 3, 4);
  }

  @ParameterizedTest
  @MethodSource("all")
  void gateIsSiluTimesUp(FloatKernels kernels) {
    float[] gate = {0, 100, -100};
    kernels.siluMultiply(gate, new float[] {5, 2, 2}, 0, 3);
    assertThat(gate[0]).isZero();
    assertThat(gate[1]).isEqualTo(200);
    assertThat(gate[2]).isCloseTo(0, within(1e-38f));
  }

  @ParameterizedTest
  @MethodSource("all")
  void convolutionUsesTheKernelOfTheWrittenRow(FloatKernels kernels) {
    // Two channels in one group, two taps; row 1 = (base0 + dyn0) * y1 + (base1 + dyn1) * y0.
    float[] y = {10, 20, 1, 2};
    float[] base = {1, 1, 3, 4};
    float[] dyn = {0.5f, -1};
    float[] out = new float[2];
    kernels.convolveRow(y, 1, 2, base, 0, dyn, 0, 2, 2, out, 0);
    assertThat(out).containsExactly(1.5f * 1 + 2 * 10, 1.5f * 2 + 3 * 20);
    kernels.convolveRow(y, 0, 2, base, 0, dyn, 0, 2, 2, out, 0);
    assertThat(out).containsExactly(1.5f * 10, 1.5f * 20);
  }

  // target-models 3.5, two steps with a memory of 2 x 2.
  @ParameterizedTest
  @MethodSource("all")
  void theDeltaRuleReadsAfterItWrites(FloatKernels kernels) {
    float[] s = new float[4];
    float[] delta = new float[2];
    float[] out = new float[2];
    float[] k0 = {.6f, .8f};
    float[] q0 = {1, 0};
    kernels.deltaStep(s, 0, 1f, k0, 0, new float[] {2, -1}, 0, .5f, q0, 0, 2, 2, delta, 0, out, 0);
    assertThat(delta).containsExactly(new float[] {1, -.5f}, within(1e-6f));
    assertThat(s).containsExactly(new float[] {.6f, -.3f, .8f, -.4f}, within(1e-6f));
    assertThat(out).containsExactly(new float[] {.6f, -.3f}, within(1e-6f));
    float[] k1 = {1, 0};
    float[] q1 = {.8f, .6f};
    float[] replayed = s.clone();
    kernels.deltaStep(s, 0, .5f, k1, 0, new float[] {1, 3}, 0, .25f, q1, 0, 2, 2, delta, 0, out, 0);
    assertThat(delta).containsExactly(new float[] {.175f, .7875f}, within(1e-6f));
    assertThat(s).containsExactly(new float[] {.475f, .6375f, .4f, -.2f}, within(1e-6f));
    assertThat(out).containsExactly(new float[] {.62f, .39f}, within(1e-6f));
    kernels.deltaReplay(replayed, 0, .5f, k1, 0, delta, 0, 2, 2);
    assertThat(replayed).isEqualTo(s);
  }

  @ParameterizedTest
  @MethodSource("all")
  void theLastTapOfACausalConvolutionMeetsTheNewestRow(FloatKernels kernels) {
    float[] rows = {9, 9, 1, 2, 3, 4};
    float[] out = new float[3];
    kernels.convolveCausal(rows, 2, new float[] {10, 0, 1, 0}, 2, 2, out, 1);
    assertThat(out[0]).isZero();
    assertThat(out[1]).isCloseTo((float) (13 / (1 + Math.exp(-13))), within(1e-5f));
    assertThat(out[2]).isZero();
  }

  @ParameterizedTest
  @MethodSource("all")
  void gatesAndUnitVectors(FloatKernels kernels) {
    float[] x = {7, 2, 4};
    kernels.sigmoidMultiply(x, 1, new float[] {0, -1000}, 0, 2);
    assertThat(x).containsExactly(7, 1, 0);
    float[] unit = {7, 3, 4};
    kernels.l2Norm(unit, 1, 2, 10f);
    assertThat(unit).containsExactly(new float[] {7, 6, 8}, within(1e-5f));
    float[] zero = new float[2];
    kernels.l2Norm(zero, 0, 2, 1f);
    assertThat(zero).containsOnly(0f);
  }
}
