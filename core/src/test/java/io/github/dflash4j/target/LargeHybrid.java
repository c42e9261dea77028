/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.goldens.EditableFolder;
import io.github.dflash4j.goldens.GoldenCase;
import java.nio.file.Path;
import java.util.Random;

/**
 * A random hybrid whose sizes fit FastFlowLM's chunks, with two value heads for a key head as the
 * 4B and 9B have.
 */
public final class LargeHybrid {
  private static final long SEED = 20261203;

  private LargeHybrid() {}

  /** All its numbers. */
  static EditableFolder folder() {
    EditableFolder folder = EditableFolder.read(GoldenCase.root().resolve("targets/qwen35_tiny"));
    int hidden = 64;
    int mlp = 6176;
    int channels = 2 * 2 * 16 + 4 * 16;
    folder.config(text ->
        text.replace("\"hidden_size\": 32", "\"hidden_size\": " + hidden)
            .replace("\"intermediate_size\": 48", "\"intermediate_size\": " + mlp)
            .replace("\"linear_num_value_heads\": 6", "\"linear_num_value_heads\": 4")
            .replace("\"linear_key_head_dim\": 8", "\"linear_key_head_dim\": 16")
            .replace("\"linear_value_head_dim\": 8", "\"linear_value_head_dim\": 16")
            .replace("\"vocab_size\": 272", "\"vocab_size\": 288")
            .replace("\"num_hidden_layers\": 8", "\"num_hidden_layers\": 4")
            .replaceAll("(?s)\"layer_types\": \\[.*?\\],", ""));
    folder.remove(name -> name.matches("(mtp|.*layers\\.[4-7])\\..*"));
    Random random = new Random(SEED);
    for (String name : folder.tensors().keySet().toArray(String[]::new)) {
      long[] old = folder.tensor(name).shape();
      long[] shape = old.clone();
      if (name.endsWith("A_log") || name.endsWith("dt_bias")) {
        shape[0] = 4;
      } else if (name.endsWith("linear_attn.norm.weight")) {
        shape[0] = 16;
      } else if (name.matches(".*(in_proj_qkv|conv1d)\\.weight")) {
        shape[0] = channels;
      } else if (name.endsWith("in_proj_z.weight")) {
        shape[0] = 64;
      } else if (name.matches(".*in_proj_[ab]\\.weight")) {
        shape[0] = 4;
      } else if (name.matches(".*(gate|up)_proj\\.weight")) {
        shape[0] = mlp;
      } else if (name.matches(".*(embed_tokens|lm_head)\\.weight")) {
        shape[0] = 288;
      } else if (name.matches(
          ".*(o_proj|out_proj|down_proj|layernorm|language_model.norm).weight")) {
        shape[0] = hidden;
      }
      if (shape.length == 2) {
        shape[1] =
            name.endsWith("down_proj.weight")
                ? mlp
                : name.endsWith("linear_attn.out_proj.weight")
                    ? 64
                    : name.endsWith("o_proj.weight") ? old[1] : hidden;
      }
      int count = 1;
      for (long n : shape) {
        count *= (int) n;
      }
      float[] values = new float[count];
      boolean plain = name.endsWith("linear_attn.norm.weight");
      for (int i = 0; i < count; i++) {
        // Numbers that BF16 holds, also behind their 1.
        float w = (random.nextInt(129) - 64) / 128f;
        values[i] = plain ? 1f + w / 2 : shape.length == 2 ? w * 0.25f : w;
      }
      folder.put(name, shape, values);
    }
    return folder;
  }

  /** A package in the formats that the converter chooses. */
  static FlmTargetPackage packaged(EditableFolder folder) {
    return new FlmTargetPackage(folder)
        .format(name ->
            name.contains("ssm_alpha") || name.contains("ssm_beta")
                ? "BF16"
                : name.equals("lm_head.weight") || name.contains("out_proj") ? "q80" : "q4k");
  }

  /** Writes such a package. */
  public static Path writeFlm(Path to) {
    return packaged(folder()).write(to);
  }
}
