/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.kernel.Compute;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One context row and one block row through one layer of two components, worked out on paper
 * (dflash-algorithm 3.2 to 3.5). All matrices are identities but those of the MLP.
 */
class LayerByHandTest {
  @TempDir Path folder;

  @Test
  void oneContextRowAndOneBlockRow() {
    DraftPackage p =
        DraftPackage.random(1, 1)
            .layers("full_attention")
            .with("hidden_size", 2)
            .with("intermediate_size", 1)
            .with("num_attention_heads", 1)
            .with("num_key_value_heads", 1)
            .with("head_dim", 2)
            .with("use_sliding_window", false)
            .without("sliding_window")
            .withNested("target_layer_ids", List.of(0))
            .fill(1);
    for (String name :
        List.of(
            "fc.weight",
            "layers.0.self_attn.q_proj.weight",
            "layers.0.self_attn.k_proj.weight",
            "layers.0.self_attn.v_proj.weight",
            "layers.0.self_attn.o_proj.weight")) {
      set(p, name, 1, 0, 0, 1);
    }
    for (String name :
        List.of(
            "hidden_norm.weight",
            "norm.weight",
            "layers.0.input_layernorm.weight",
            "layers.0.post_attention_layernorm.weight",
            "layers.0.self_attn.q_norm.weight",
            "layers.0.self_attn.k_norm.weight")) {
      set(p, name, 1, 1);
    }
    set(p, "layers.0.mlp.gate_proj.weight", 1, 0);
    set(p, "layers.0.mlp.up_proj.weight", 0, 1);
    set(p, "layers.0.mlp.down_proj.weight", 1, 0);

    // Context: tap (3, 4), root mean square sqrt(12.5), so c = (0.848528, 1.131371); that has root
    // mean square 1, so k = v = c, and position 0 rotates nothing.
    // Block: embedding (1, -1) is its own norm; position 1 rotates q and k by 1 radian to
    // (cos 1 + sin 1, sin 1 - cos 1) = (1.381773, 0.301169).
    // Scores over sqrt(2): with the context 1.513207 / 1.414214 = 1.070000, with itself 1.414214;
    // softmax 0.414786 and 0.585214.
    // Attention: 0.414786 c + 0.585214 (1, -1) = (0.937172, -0.115937); h = (1.937172, -1.115937).
    // MLP: norm (1.225426, -0.705926); silu(1.225426) = 0.947275, times up -0.705926 = -0.668706;
    // h = (1.268466, -1.115937); its root mean square is 1.194638.
    float[] hidden = new float[2];
    try (Compute compute = Compute.host(1);
        DraftModel model = Drafts.open(p.write(folder), compute)) {
      model.newForward().blockUncached(new float[] {3, 4}, 1, 0, new float[] {1, -1}, 1, hidden);
    }
    assertThat(hidden[0]).isCloseTo(1.061800f, within(1e-5f));
    assertThat(hidden[1]).isCloseTo(-0.934122f, within(1e-5f));
  }

  private static void set(DraftPackage p, String name, float... values) {
    DraftPackage.Values old = p.tensors.get(name);
    assertThat(old.values()).as(name).hasSameSizeAs(values);
    p.tensors.put(name, new DraftPackage.Values(old.dtype(), old.shape(), values));
  }
}
