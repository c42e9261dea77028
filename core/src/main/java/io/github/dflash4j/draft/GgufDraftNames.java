/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import java.util.Map;

/** The names llama.cpp gives the tensors of a draft (dflash-algorithm 2.2). */
final class GgufDraftNames {
  private static final String LAYERS = "layers.";

  private static final Map<String, String> WHOLE =
      Map.of(
          "fc.weight", "fc.weight",
          "hidden_norm.weight", "enc.output_norm.weight",
          "norm.weight", "output_norm.weight",
          "candidate_selector.hidden_projection.weight", "selector_hidden.weight",
          "candidate_selector.predecessor_codebook", "selector_predecessor.weight",
          "candidate_selector.successor_codebook", "selector_successor.weight",
          "embed_tokens.weight", "token_embd.weight",
          "lm_head.weight", "output.weight",
          "d2t", "d2t");

  private static final Map<String, String> LAYER =
      Map.ofEntries(
          Map.entry("input_layernorm.weight", "attn_norm.weight"),
          Map.entry("self_attn.q_proj.weight", "attn_q.weight"),
          Map.entry("self_attn.k_proj.weight", "attn_k.weight"),
          Map.entry("self_attn.v_proj.weight", "attn_v.weight"),
          Map.entry("self_attn.o_proj.weight", "attn_output.weight"),
          Map.entry("self_attn.q_norm.weight", "attn_q_norm.weight"),
          Map.entry("self_attn.k_norm.weight", "attn_k_norm.weight"),
          Map.entry("post_attention_layernorm.weight", "ffn_norm.weight"),
          Map.entry("mlp.gate_proj.weight", "ffn_gate.weight"),
          Map.entry("mlp.up_proj.weight", "ffn_up.weight"),
          Map.entry("mlp.down_proj.weight", "ffn_down.weight"),
          Map.entry("attention_conv.base_kernel", "attn_conv_base"),
          Map.entry("attention_conv.kernel_projection.weight", "attn_conv_proj.weight"),
          Map.entry("mlp_conv.base_kernel", "ffn_conv_base"),
          Map.entry("mlp_conv.kernel_projection.weight", "ffn_conv_proj.weight"));

  private GgufDraftNames() {}

  static String of(String published) {
    if (!published.startsWith(LAYERS)) {
      return WHOLE.getOrDefault(published, published);
    }
    int dot = published.indexOf('.', LAYERS.length());
    String part = published.substring(dot + 1);
    return "blk" + published.substring(LAYERS.length() - 1, dot + 1) + LAYER.get(part);
  }
}
