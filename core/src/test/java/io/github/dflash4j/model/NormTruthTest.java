/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.KernelSelection;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plain norm and the gate of the MLP against what vLLM computed. */
class NormTruthTest {

  static Stream<FloatKernels> kernels() {
    return Stream.of(KernelSelection.named("scalar"), KernelSelection.reference());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void theNorm(FloatKernels kernels) {
    for (String name : new String[] {"rmsnorm_f32_8x128", "rmsnorm_bf16_8x128"}) {
      OperatorCase c = new OperatorCase(name);
      c.near(normed(c, kernels, c.floats("x")), "out");
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void theNormOfASum(FloatKernels kernels) {
    OperatorCase c = new OperatorCase("rmsnorm_fused_residual_f32_8x128");
    float[] x = c.floats("x");
    float[] residual = c.floats("residual_in");
    for (int i = 0; i < x.length; i++) {
      residual[i] += x[i];
    }
    c.near(residual, "residual_out");
    c.near(normed(c, kernels, residual), "out");
  }

  private static float[] normed(OperatorCase c, FloatKernels kernels, float[] x) {
    float[] weight = c.floats("weight");
    float epsilon = (float) c.args().requireNumber("eps");
    float[] out = new float[x.length];
    for (int at = 0; at < x.length; at += weight.length) {
      kernels.rmsNorm(x, at, weight, epsilon, weight.length, out, at);
    }
    return out;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void theGateOfTheMlp(FloatKernels kernels) {
    OperatorCase c = new OperatorCase("silu_and_mul_bf16_8x256");
    float[] x = c.floats("x");
    int width = x.length / 16;
    float[] out = new float[x.length / 2];
    for (int r = 0; r < 8; r++) {
      float[] gate = Arrays.copyOfRange(x, 2 * r * width, (2 * r + 1) * width);
      float[] up = Arrays.copyOfRange(x, (2 * r + 1) * width, (2 * r + 2) * width);
      kernels.siluMultiply(gate, up, 0, width);
      System.arraycopy(gate, 0, out, r * width, width);
    }
    c.near(out, "out");
  }
}
