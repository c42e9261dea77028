/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.format.json.JsonFields;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.KernelSelection;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rotary positions, plain and scaled, against what vLLM computed. */
class RopeTruthTest {

  @ParameterizedTest
  @ValueSource(strings = {"rope_f32_pos_short", "rope_f32_pos_131k"})
  void plainPositions(String name) {
    OperatorCase c = new OperatorCase(name);
    Rope rope = Rope.standard(c.arg("rotary_dim"), c.args().requireNumber("base"));
    rotated(c, rope);
  }

  // Targets.
  @ParameterizedTest
  @ValueSource(
      strings = {"long_rope_llama3_neox_f32_bands", "long_rope_llama3_neox_f32_equal_factors"})
  void bandsOfLlama3(String name) {
    OperatorCase c = new OperatorCase(name);
    JsonFields p = c.args().requireObject("rope_parameters");
    Rope rope =
        Rope.llama3(
            p.requireInt("rope_dim", 2, 64),
            p.requireNumber("rope_theta"),
            p.requireNumber("factor"),
            p.requireNumber("low_freq_factor"),
            p.requireNumber("high_freq_factor"),
            p.requireNumber("original_max_position_embeddings"));
    table(c, rope);
    rotated(c, rope);
  }

  // Drafts.
  @ParameterizedTest
  @ValueSource(strings = {"long_rope_yarn_neox_f32_truncate", "long_rope_yarn_neox_bf16"})
  void yarn(String name) {
    OperatorCase c = new OperatorCase(name);
    JsonFields p = c.args().requireObject("rope_parameters");
    double factor = p.requireNumber("factor");
    double attention = (0.1 * Math.log(factor) + 1) * p.findNumber("attn_factor").orElse(1);
    Rope rope =
        Rope.yarn(
            p.requireInt("rope_dim", 2, 64),
            p.requireNumber("rope_theta"),
            factor,
            p.requireNumber("original_max_position_embeddings"),
            32,
            1,
            attention);
    table(c, rope);
    rotated(c, rope);
  }

  /** Cosines and sines of all positions. */
  private static void table(OperatorCase c, Rope rope) {
    int rows = c.arg("max_position");
    int pairs = rope.pairs();
    float[] cos = new float[rows * pairs];
    float[] sin = new float[rows * pairs];
    rope.fill(0, rows, cos, sin);
    float[] both = new float[2 * rows * pairs];
    for (int r = 0; r < rows; r++) {
      System.arraycopy(cos, r * pairs, both, 2 * r * pairs, pairs);
      System.arraycopy(sin, r * pairs, both, (2 * r + 1) * pairs, pairs);
    }
    c.near(both, "cos_sin_cache");
  }

  private static void rotated(OperatorCase c, Rope rope) {
    float[] positions = c.floats("positions");
    assertThat(positions).isNotEmpty();
    int dim = c.arg("head_size");
    float[] cos = new float[rope.pairs()];
    float[] sin = new float[rope.pairs()];
    for (FloatKernels kernels :
        List.of(KernelSelection.named("scalar"), KernelSelection.reference())) {
      for (String[] rows : new String[][] {{"q", "num_q_heads"}, {"k", "num_kv_heads"}}) {
        float[] x = c.floats(rows[0] + "_in");
        int heads = c.arg(rows[1]);
        for (int r = 0; r < positions.length; r++) {
          rope.fill((long) positions[r], 1, cos, sin);
          rope.rotate(kernels, x, r * heads * dim, heads, dim, cos, sin, 0);
        }
        c.near(x, rows[0] + "_out");
      }
    }
  }
}
