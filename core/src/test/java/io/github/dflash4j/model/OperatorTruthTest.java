/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.FixedMath;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.KernelSelection;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Operators of a hybrid layer against what vLLM computed, within the tolerances it states. */
class OperatorTruthTest {

  private static Stream<Arguments> each(String... names) {
    return Stream.of(KernelSelection.named("scalar"), KernelSelection.reference())
        .flatMap(kernels -> Stream.of(names).map(n -> Arguments.of(new OperatorCase(n), kernels)));
  }

  static Stream<Arguments> decodes() {
    return each("gdn_decode_f32_small", "gdn_decode_f32_realdims");
  }

  static Stream<Arguments> prefills() {
    return each(
        "gdn_prefill_f32_small", "gdn_prefill_f32_small_noinit", "gdn_prefill_f32_realdims");
  }

  static Stream<Arguments> convolutions() {
    return each(
        "causal_conv1d_fwd_f32_small",
        "causal_conv1d_fwd_f32_realdims",
        "causal_conv1d_update_f32_small",
        "causal_conv1d_update_f32_realdims");
  }

  static Stream<Arguments> gatedNorms() {
    return each(
        "rmsnorm_gated_f32_small_silu",
        "rmsnorm_gated_f32_realdims_silu",
        "rmsnorm_gated_f32_realdims_sigmoid");
  }

  static Stream<Arguments> l2Norms() {
    return each("l2norm_f32_small", "l2norm_f32_realdims");
  }

  static Stream<Arguments> attentions() {
    return each("dense_attention_f32_small", "dense_attention_f32_realdims");
  }

  @ParameterizedTest
  @MethodSource("decodes")
  void aSingleStepOfTheDeltaRule(OperatorCase c, FloatKernels kernels) {
    Rule rule = new Rule(c);
    float[] q = c.floats("q");
    float[] k = c.floats("k");
    float[] rates = c.floats("A_log");
    float[] biases = c.floats("dt_bias");
    float[] a = c.floats("a");
    float[] b = c.floats("b");
    float[] logDecays = new float[a.length];
    for (int i = 0; i < a.length; i++) {
      int head = i % rule.valueHeads;
      float rate = (float) -Math.exp(rates[head]);
      rule.decays[i] = GatedDeltaNet.decay(rate, a[i] + biases[head]);
      logDecays[i] = (float) Math.log(rule.decays[i]);
      rule.betas[i] = FixedMath.sigmoid(b[i]);
    }
    c.near(logDecays, "g");
    c.near(rule.betas, "beta");
    for (int at = 0; at < q.length; at += rule.keyDim) {
      kernels.l2Norm(q, at, rule.keyDim, rule.scale);
      kernels.l2Norm(k, at, rule.keyDim, 1f);
    }
    int[] starts = IntStream.rangeClosed(0, c.arg("batch")).toArray();
    rule.run(kernels, q, k, starts);
  }

  @ParameterizedTest
  @MethodSource("prefills")
  void manyStepsOfTheDeltaRule(OperatorCase c, FloatKernels kernels) {
    Rule rule = new Rule(c);
    float[] q = c.floats("q");
    for (int i = 0; i < q.length; i++) {
      q[i] *= rule.scale;
    }
    float[] g = c.floats("g");
    for (int i = 0; i < g.length; i++) {
      rule.decays[i] = (float) Math.exp(g[i]);
    }
    System.arraycopy(c.floats("beta"), 0, rule.betas, 0, rule.betas.length);
    int[] starts = ints(c.floats("query_start_loc"));
    rule.run(kernels, q, c.floats("k"), starts);
  }

  /** Sequences of a case, each with a memory of its own. */
  private static final class Rule {
    final OperatorCase c;
    final int keyHeads;
    final int valueHeads;
    final int keyDim;
    final int valueDim;
    final float scale;
    final float[] v;
    final float[] decays;
    final float[] betas;

    Rule(OperatorCase c) {
      this.c = c;
      this.keyHeads = c.arg("Hk");
      this.valueHeads = c.arg("Hv");
      this.keyDim = c.arg("Dk");
      this.valueDim = c.arg("Dv");
      this.scale = (float) c.args().requireNumber("scale");
      this.v = c.floats("v");
      this.decays = new float[v.length / valueDim];
      this.betas = new float[v.length / valueDim];
    }

    void run(FloatKernels kernels, float[] q, float[] k, int[] starts) {
      float[] state = turned(c.floats("state_in"), valueDim, keyDim);
      float[] out = new float[v.length];
      float[] delta = new float[valueDim];
      for (int s = 0; s + 1 < starts.length; s++) {
        for (int h = 0; h < valueHeads; h++) {
          int memory = (s * valueHeads + h) * keyDim * valueDim;
          for (int t = starts[s]; t < starts[s + 1]; t++) {
            int item = t * valueHeads + h;
            int key = (t * keyHeads + h / (valueHeads / keyHeads)) * keyDim;
            kernels.deltaStep(
                state,
                memory,
                decays[item],
                k,
                key,
                v,
                item * valueDim,
                betas[item],
                q,
                key,
                keyDim,
                valueDim,
                delta,
                0,
                out,
                item * valueDim);
          }
        }
      }
      c.near(out, "out");
      c.near(turned(state, keyDim, valueDim), "state_out");
    }
  }

  @ParameterizedTest
  @MethodSource("convolutions")
  void theShortConvolutionAndItsWindow(OperatorCase c, FloatKernels kernels) {
    int channels = c.arg("dim");
    int taps = c.arg("width");
    boolean update = c.toString().contains("update");
    int[] starts =
        update
            ? IntStream.rangeClosed(0, c.arg("batch")).toArray()
            : ints(c.floats("query_start_loc"));
    float[] x = c.floats("x");
    float[] kernel = turned(c.floats("weight"), channels, taps);
    float[] windows = turned(c.floats("conv_state_in"), channels, taps - 1);
    float[] out = new float[x.length];
    int window = (taps - 1) * channels;
    for (int s = 0; s + 1 < starts.length; s++) {
      int rows = starts[s + 1] - starts[s];
      float[] raw = new float[window + rows * channels];
      if (update || c.floats("has_initial_state")[s] != 0) {
        System.arraycopy(windows, s * window, raw, 0, window);
      }
      System.arraycopy(x, starts[s] * channels, raw, window, rows * channels);
      for (int t = 0; t < rows; t++) {
        kernels.convolveCausal(
            raw, t * channels, kernel, taps, channels, out, (starts[s] + t) * channels);
      }
      System.arraycopy(raw, rows * channels, windows, s * window, window);
    }
    c.near(out, "out");
    c.near(turned(windows, taps - 1, channels), "conv_state_out");
  }

  @ParameterizedTest
  @MethodSource("gatedNorms")
  void theNormBeforeTheGate(OperatorCase c, FloatKernels kernels) {
    float[] x = c.floats("x");
    float[] gate = c.floats("gate");
    float[] weight = c.floats("weight");
    for (int at = 0; at < x.length; at += weight.length) {
      kernels.rmsNorm(x, at, weight, 1e-6f, weight.length, x, at);
    }
    if (c.args().requireString("activation").equals("silu")) {
      kernels.siluMultiply(gate, x, 0, x.length);
      c.near(gate, "out");
    } else {
      kernels.sigmoidMultiply(x, 0, gate, 0, x.length);
      c.near(x, "out");
    }
  }

  @ParameterizedTest
  @MethodSource("l2Norms")
  void theNormOfKeys(OperatorCase c, FloatKernels kernels) {
    float[] x = c.floats("x");
    int width = c.toString().endsWith("small") ? 6 : 128;
    for (int at = 0; at < x.length; at += width) {
      kernels.l2Norm(x, at, width, 1f);
    }
    c.near(x, "out");
  }

  @Test
  void theNormWithOnePlusItsWeight() {
    OperatorCase c = new OperatorCase("rmsnorm_gemma_bf16_8x128");
    float[] x = c.floats("x");
    float[] weight = plusOne(c.floats("weight"));
    float[] out = new float[x.length];
    for (int at = 0; at < x.length; at += weight.length) {
      KernelSelection.named("scalar").rmsNorm(x, at, weight, 1e-6f, weight.length, out, at);
    }
    c.near(out, "out");
  }

  @ParameterizedTest
  @MethodSource("attentions")
  void gatedAttentionWithPartialRotation(OperatorCase c, FloatKernels kernels) {
    int heads = c.arg("num_q_heads");
    int keyValueHeads = c.arg("num_kv_heads");
    int dim = c.arg("head_dim");
    Rope rope = Rope.standard(c.arg("rotary_dim"), c.args().requireNumber("base"));
    int[] positions = ints(c.floats("positions"));
    assertThat(positions).isEqualTo(IntStream.range(0, positions.length).toArray());
    int rows = positions.length;
    float[] cos = new float[rows * rope.pairs()];
    float[] sin = new float[rows * rope.pairs()];
    rope.fill(0, rows, cos, sin);
    float[] q = c.floats("q");
    float[] k = c.floats("k");
    float[] v = c.floats("v");
    norm(kernels, q, plusOne(c.floats("q_norm_weight")));
    norm(kernels, k, plusOne(c.floats("k_norm_weight")));
    KeyValueCache cache = new KeyValueCache(1, keyValueHeads, dim, rows, false);
    for (int r = 0; r < rows; r++) {
      rope.rotate(kernels, q, r * heads * dim, heads, dim, cos, sin, r);
      rope.rotate(kernels, k, r * keyValueHeads * dim, keyValueHeads, dim, cos, sin, r);
      cache.put(0, r, k, v, r * keyValueHeads * dim);
    }
    float[] out = new float[q.length];
    try (Compute compute = Compute.with(kernels, 1)) {
      int[] to = IntStream.rangeClosed(1, rows).toArray();
      new Attention(compute, heads, keyValueHeads, dim)
          .attend(cache, 0, q, rows, new int[rows], to, out);
    }
    c.near(out, "attn");
    kernels.sigmoidMultiply(out, 0, c.floats("gate"), 0, out.length);
    c.near(out, "out");
  }

  private static void norm(FloatKernels kernels, float[] x, float[] weight) {
    for (int at = 0; at < x.length; at += weight.length) {
      kernels.rmsNorm(x, at, weight, 1e-6f, weight.length, x, at);
    }
  }

  private static float[] plusOne(float[] weight) {
    for (int i = 0; i < weight.length; i++) {
      weight[i] += 1f;
    }
    return weight;
  }

  /** Turns each matrix {@code [rows, columns]} of a stack round. */
  private static float[] turned(float[] x, int rows, int columns) {
    float[] out = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      int matrix = i / (rows * columns);
      int row = i / columns % rows;
      out[(matrix * columns + i % columns) * rows + row] = x[i];
    }
    return out;
  }

  private static int[] ints(float[] numbers) {
    int[] out = new int[numbers.length];
    Arrays.setAll(out, i -> (int) numbers[i]);
    return out;
  }
}
