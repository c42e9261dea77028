/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.kernel.KernelSelection;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RopeTest {

  @Test
  void anglesArePositionTimesFrequency() {
    float[] cos = new float[4];
    float[] sin = new float[4];
    Rope.standard(4, 10000).fill(3, 2, cos, sin);
    assertThat(cos[0]).isCloseTo((float) Math.cos(3), within(1e-7f));
    assertThat(sin[1]).isCloseTo((float) Math.sin(3 * 0.01), within(1e-7f));
    assertThat(cos[2]).isCloseTo((float) Math.cos(4), within(1e-7f));
    assertThat(sin[3]).isCloseTo((float) Math.sin(4 * 0.01), within(1e-7f));
  }

  @Test
  void largePositionsKeepTheirPhase() {
    float[] cos = new float[1];
    float[] sin = new float[1];
    Rope.standard(2, 1e7).fill(1_000_003, 1, cos, sin);
    assertThat(cos[0]).isEqualTo((float) StrictMath.cos(1_000_003.0));
    assertThat(sin[0]).isEqualTo((float) StrictMath.sin(1_000_003.0));
  }

  @Test
  void llama3ScalingHasTheDivisorsOfTheRealModel() {
    // target-models 3.3: Llama-3.2-1B, 32 frequencies.
    Rope plain = Rope.standard(64, 5e5);
    Rope scaled = Rope.llama3(64, 5e5, 32, 1, 4, 8192);
    for (int i = 0; i < 32; i++) {
      double divisor =
          switch (i) {
            case 15 -> 1.6513293;
            case 16 -> 3.2922621;
            case 17 -> 9.6667290;
            default -> i <= 14 ? 1 : 32;
          };
      assertThat(phase(plain, i) / phase(scaled, i)).isCloseTo(divisor, within(divisor * 3e-6));
    }
  }

  @Test
  void divisorsFromAFileDoTheSameAsTheScalingRule() {
    float[] divisors = new float[32];
    Arrays.fill(divisors, 2f);
    Rope halved = Rope.divided(64, 5e5, divisors);
    assertThat(phase(Rope.standard(64, 5e5), 5) / phase(halved, 5)).isCloseTo(2, within(1e-6));
    assertThatThrownBy(() -> Rope.divided(64, 5e5, new float[31]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void yarnInterpolatesLongWavesAndScalesCosines() {
    // By hand: d 4, theta 100, orig 2 pi 100: dim(rot) = 4 ln(100/rot) / (2 ln 100).
    // beta_fast 100 -> 0, beta_slow 1 -> 2, so the ramp is 0 for pair 0 and 1/2 for pair 1.
    Rope yarn = Rope.yarn(4, 100, 4, 2 * Math.PI * 100, 100, 1, 1.5);
    float[] cos = new float[2];
    float[] sin = new float[2];
    yarn.fill(0, 1, cos, sin);
    assertThat(cos).containsExactly(1.5f, 1.5f);
    yarn.fill(1, 1, cos, sin);
    assertThat(sin[0]).isCloseTo((float) (1.5 * Math.sin(1)), within(1e-6f));
    double second = 0.1 * (0.5 + 0.5 / 4);
    assertThat(sin[1]).isCloseTo((float) (1.5 * Math.sin(second)), within(1e-6f));
  }

  @Test
  void componentsBeyondThePairsStay() {
    Rope rope = Rope.standard(2, 10000);
    float[] cos = new float[1];
    float[] sin = new float[1];
    rope.fill(1, 1, cos, sin);
    float[] x = {1, 0, 5, 6, 0, 1, 7, 8};
    rope.rotate(KernelSelection.chosen(), x, 0, 2, 4, cos, sin, 0);
    assertThat(x)
        .containsExactly(
            (float) Math.cos(1),
            (float) Math.sin(1),
            5,
            6,
            (float) -Math.sin(1),
            (float) Math.cos(1),
            7,
            8);
  }

  @Test
  void neighboursArePairedOnRequest() {
    Rope rope = Rope.standard(4, 10000).ofNeighbours();
    float[] cos = new float[2];
    float[] sin = new float[2];
    rope.fill(1, 1, cos, sin);
    float[] x = {1, 0, 1, 0};
    rope.rotate(KernelSelection.chosen(), x, 0, 1, 4, cos, sin, 0);
    assertThat(x).containsExactly(cos[0], sin[0], cos[1], sin[1]);
  }

  @Test
  void oddNumbersOfComponentsAreRefused() {
    assertThatThrownBy(() -> Rope.standard(3, 10000)).isInstanceOf(IllegalArgumentException.class);
  }

  private static double phase(Rope rope, int pair) {
    // The smallest position with a phase large enough to be measured through a float sine.
    float[] cos = new float[rope.pairs()];
    float[] sin = new float[rope.pairs()];
    rope.fill(1, 1, cos, sin);
    return Math.atan2(sin[pair], cos[pair]);
  }

  @Test
  void reservedPositionsHaveTheAnglesOfThoseThatAreNot() {
    Rope plain = Rope.standard(8, 10000);
    Rope reserved = Rope.standard(8, 10000);
    reserved.reserve(3);
    reserved.reserve(7);
    reserved.reserve(5);
    // The rows lie on both sides of the last reserved position.
    for (long first : new long[] {0, 4, 6, 7, 1_000_000}) {
      float[] cos = new float[16];
      float[] sin = new float[16];
      float[] cosReserved = new float[16];
      float[] sinReserved = new float[16];
      plain.fill(first, 4, cos, sin);
      reserved.fill(first, 4, cosReserved, sinReserved);
      assertThat(cosReserved).as("cosines from %d", first).isEqualTo(cos);
      assertThat(sinReserved).as("sines from %d", first).isEqualTo(sin);
    }
  }
}
