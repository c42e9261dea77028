/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.DraftPackage;
import io.github.dflash4j.format.TestSafetensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Real weights whose right answer is known by hand: a Qwen3 target whose logits are a table by the
 * last token (F1 with a successor table, F1p with probabilities), a draft of generation 1 that
 * proposes one token always (F2) and one of generation 2 that proposes by a table over an alphabet
 * of 16 tokens (F3), perfectly or not. Ids are those of {@link ByteTokenizer}.
 *
 * <p>All layers add nothing, so a hidden row stays the embedding of its token, which is one-hot and
 * of mean square 1: column x of the head is what the target says behind token x. For a draft the
 * hidden row is the embedding of the mask token: the head's column of the mask token gives the same
 * logit to all tokens of the alphabet, and the selector's codebooks do the rest.
 */
final class AlphabetModels {
  static final int VOCABULARY = 256 + ByteTokenizer.SPECIALS;

  /** The last special token; neither written nor read. */
  static final int MASK = VOCABULARY - 1;

  /** The alphabet is {@code a} to {@code p}. */
  static final int FIRST = 'a';

  static final int LETTERS = 16;
  static final int BLOCK = 8;

  private static final int HIDDEN = 288;
  private static final int LAYERS = 2;
  private static final int HEADS = 4;
  private static final int KEY_VALUE_HEADS = 2;
  private static final int HEAD_DIM = 16;
  private static final int INTERMEDIATE = 16;

  /** Mean square 1 for a row with one number other than 0. */
  private static final float ROOT = (float) Math.sqrt(HIDDEN);

  /** By how much the token of a constant draft wins. */
  private static final float LEAD = 1 / 16f;

  private AlphabetModels() {}

  /** F1: the logit of the successor of x is 17, all others are below 0, none like another. */
  static double[][] successors(IntUnaryOperator successor) {
    double[][] logits = new double[VOCABULARY][VOCABULARY];
    for (int last = 0; last < VOCABULARY; last++) {
      for (int id = 0; id < VOCABULARY; id++) {
        logits[last][id] = -0.0017 * id;
      }
      logits[last][successor.applyAsInt(last)] = 17;
    }
    return logits;
  }

  /** The successor of a letter in the alphabet as a ring; other ids are followed by {@code a}. */
  static int nextLetter(int id) {
    return isLetter(id) ? FIRST + (id - FIRST + 1) % LETTERS : FIRST;
  }

  private static boolean isLetter(int id) {
    return id >= FIRST && id < FIRST + LETTERS;
  }

  /** F1p: logits within the alphabet, behind other ids those behind {@code a}; nothing else. */
  static double[][] ofLetters(double[][] letters) {
    double[][] logits = new double[VOCABULARY][VOCABULARY];
    for (int last = 0; last < VOCABULARY; last++) {
      Arrays.fill(logits[last], -60);
      System.arraycopy(letters[isLetter(last) ? last - FIRST : 0], 0, logits[last], FIRST, LETTERS);
    }
    return logits;
  }

  /**
   * Writes the target.
   *
   * @param logits by the last token, then by the token judged
   * @param constant the letter that a draft of generation 1 proposes
   * @param context positions
   */
  static Path writeTarget(Path folder, double[][] logits, int constant, int context) {
    TestSafetensors file = new TestSafetensors();
    float[] embedding = new float[VOCABULARY * HIDDEN];
    float[] head = new float[VOCABULARY * HIDDEN];
    for (int x = 0; x < VOCABULARY; x++) {
      embedding[x * HIDDEN + x] = ROOT;
      for (int id = 0; id < VOCABULARY; id++) {
        head[id * HIDDEN + x] =
            x == MASK ? (isLetter(id) ? 0 : -1) : (float) (logits[x][id] / ROOT);
      }
    }
    head[constant * HIDDEN + MASK] = LEAD / ROOT;
    file.f32("model.embed_tokens.weight", shape(VOCABULARY, HIDDEN), embedding);
    file.f32("lm_head.weight", shape(VOCABULARY, HIDDEN), head);
    file.f32("model.norm.weight", shape(HIDDEN), filled(1, HIDDEN));
    for (int layer = 0; layer < LAYERS; layer++) {
      writeLayer(file, "model.layers." + layer + ".");
    }
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("config.json"), config(context));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    file.write(folder.resolve("model.safetensors"));
    return folder;
  }

  private static void writeLayer(TestSafetensors file, String layer) {
    int queries = HEADS * HEAD_DIM;
    int keys = KEY_VALUE_HEADS * HEAD_DIM;
    String attention = layer + "self_attn.";
    file.f32(layer + "input_layernorm.weight", shape(HIDDEN), filled(1, HIDDEN));
    file.f32(layer + "post_attention_layernorm.weight", shape(HIDDEN), filled(1, HIDDEN));
    file.f32(attention + "q_proj.weight", shape(queries, HIDDEN), wave(queries * HIDDEN));
    file.f32(attention + "k_proj.weight", shape(keys, HIDDEN), wave(keys * HIDDEN));
    file.f32(attention + "v_proj.weight", shape(keys, HIDDEN), wave(keys * HIDDEN));
    file.f32(attention + "q_norm.weight", shape(HEAD_DIM), filled(1, HEAD_DIM));
    file.f32(attention + "k_norm.weight", shape(HEAD_DIM), filled(1, HEAD_DIM));
    file.f32(attention + "o_proj.weight", shape(HIDDEN, queries), new float[HIDDEN * queries]);
    int mlp = INTERMEDIATE * HIDDEN;
    file.f32(layer + "mlp.gate_proj.weight", shape(INTERMEDIATE, HIDDEN), wave(mlp));
    file.f32(layer + "mlp.up_proj.weight", shape(INTERMEDIATE, HIDDEN), wave(mlp));
    file.f32(layer + "mlp.down_proj.weight", shape(HIDDEN, INTERMEDIATE), new float[mlp]);
  }

  private static String config(int context) {
    return """
    {"architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "attention_bias": false,
     "hidden_act": "silu", "hidden_size": %d, "intermediate_size": %d,
     "num_hidden_layers": %d, "num_attention_heads": %d, "num_key_value_heads": %d,
     "head_dim": %d, "max_position_embeddings": %d, "rms_norm_eps": 1e-06,
     "rope_parameters": {"rope_theta": 1000000.0, "rope_type": "default"},
     "tie_word_embeddings": false, "use_sliding_window": false, "vocab_size": %d}
    """
        .formatted(
            HIDDEN, INTERMEDIATE, LAYERS, HEADS, KEY_VALUE_HEADS, HEAD_DIM, context, VOCABULARY);
  }

  /** F2: writes a draft of generation 1 that proposes the target's constant in every slot. */
  static Path writeConstantDraft(Path folder) {
    return silent(1).as("F32").write(folder);
  }

  /**
   * F3: writes a draft of generation 2.
   *
   * @param scores by the letter before, then by the letter proposed; its distribution is their
   *     softmax
   * @param constant as given to {@link #writeTarget}
   */
  static Path writeLetterDraft(Path folder, double[][] scores, int constant) {
    DraftPackage draft = silent(2);
    String selector = "candidate_selector.";
    Arrays.fill(draft.values(selector + "hidden_projection.weight"), 1 / ROOT);
    float[] predecessors = draft.values(selector + "predecessor_codebook");
    float[] successors = draft.values(selector + "successor_codebook");
    Arrays.fill(predecessors, 0);
    Arrays.fill(successors, 0);
    for (int a = 0; a < LETTERS; a++) {
      for (int b = 0; b < LETTERS; b++) {
        float lead = b == constant - FIRST ? LEAD : 0;
        predecessors[(FIRST + a) * LETTERS + b] = (float) scores[a][b] - lead;
      }
      successors[(FIRST + a) * LETTERS + a] = 1;
    }
    return draft.as("F32").write(folder);
  }

  /** Scores of a perfect greedy draft: 50 for the next letter. */
  static double[][] nextLetterScores() {
    double[][] scores = new double[LETTERS][LETTERS];
    for (int a = 0; a < LETTERS; a++) {
      scores[a][(a + 1) % LETTERS] = 50;
    }
    return scores;
  }

  /** Layers that add nothing, and convolutions that change nothing. */
  private static DraftPackage silent(int generation) {
    DraftPackage draft =
        DraftPackage.random(generation, 1)
            .layers("full_attention")
            .with("hidden_size", HIDDEN)
            .with("intermediate_size", 16)
            .with("num_attention_heads", 4)
            .with("num_key_value_heads", 2)
            .with("head_dim", 16)
            .with("vocab_size", VOCABULARY)
            .with("num_target_layers", LAYERS)
            .withNested("block_size", BLOCK)
            .withNested("mask_token_id", MASK)
            .withNested("target_layer_ids", List.of(0, 1));
    if (generation == 2) {
      draft
          .withNested("conv_group_size", 16)
          .withNested("selector_rank", LETTERS)
          .withNested("selector_top_k", LETTERS);
    }
    draft.fill(2);
    for (Map.Entry<String, DraftPackage.Values> entry : draft.tensors.entrySet()) {
      String name = entry.getKey();
      float[] values = entry.getValue().values();
      if (name.endsWith("norm.weight")) {
        Arrays.fill(values, 1);
      } else if (name.endsWith("o_proj.weight")
          || name.endsWith("down_proj.weight")
          || name.endsWith("kernel_projection.weight")) {
        Arrays.fill(values, 0);
      } else if (name.endsWith("base_kernel")) {
        for (int i = 0; i < values.length; i++) {
          // Two sides of two taps: the first tap is the row itself.
          values[i] = i / HIDDEN % 2 == 0 ? 1 : 0;
        }
      }
    }
    return draft;
  }

  private static long[] shape(long... sizes) {
    return sizes;
  }

  private static float[] filled(float value, int size) {
    float[] values = new float[size];
    Arrays.fill(values, value);
    return values;
  }

  /** Any weights, as nothing comes of them. */
  private static float[] wave(int size) {
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = 0.05f * (float) StrictMath.sin(i);
    }
    return values;
  }
}
