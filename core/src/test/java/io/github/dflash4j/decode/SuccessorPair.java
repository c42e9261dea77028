/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.goldens.EditableFolder;
import io.github.dflash4j.goldens.GoldenCase;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * A random hybrid target and a draft that is right about half of the time. The target's embedding
 * tells a token apart in the first 272 of its 320 numbers, its layers write to the last 32 only,
 * and its head sums two parts: a table of successors over the former, and random numbers over the
 * latter, which depend on all of the recurrent state. The draft knows the table only.
 */
final class SuccessorPair {
  static final int VOCABULARY = 272;
  private static final int HIDDEN = 320;
  private static final int TABLE = 288;

  private final int[] successors;
  private final Path folder;

  private SuccessorPair(int[] successors, Path folder) {
    this.successors = successors;
    this.folder = folder;
  }

  /**
   * Writes the target.
   *
   * @param noise weight of the random part of the head: the larger, the more drafts are wrong
   */
  static SuccessorPair write(Path folder, long seed, float noise) {
    Random random = new Random(seed);
    int[] successors = cycle(random);
    EditableFolder f = EditableFolder.read(GoldenCase.root().resolve("targets/qwen35_tiny"));
    f.config(text -> text.replace("\"hidden_size\": 32", "\"hidden_size\": " + HIDDEN));
    f.config(text ->
        text.replace("\"num_hidden_layers\": 8", "\"num_hidden_layers\": 4")
            .replaceAll("(?s)\"layer_types\": \\[.*?\\],", ""));
    f.remove(name -> name.matches("(mtp|.*layers\\.[4-7])\\..*"));
    for (String name : f.tensors().keySet().toArray(String[]::new)) {
      EditableFolder.Numbers old = f.tensor(name);
      boolean writes = name.matches(".*(o_proj|out_proj|down_proj)\\.weight");
      boolean rowNorm = name.matches(".*(layernorm|language_model\\.norm)\\.weight");
      if (rowNorm) {
        f.put(name, new long[] {HIDDEN}, new float[HIDDEN]);
      } else if (writes) {
        int columns = (int) old.shape()[1];
        float[] values = new float[HIDDEN * columns];
        fill(random, values, TABLE * columns, 1 / Math.sqrt(columns));
        f.put(name, new long[] {HIDDEN, columns}, values);
      } else if (old.shape().length == 2) {
        int rows = (int) old.shape()[0];
        float[] values = new float[rows * HIDDEN];
        fill(random, values, 0, 1 / Math.sqrt(HIDDEN));
        f.put(name, new long[] {rows, HIDDEN}, values);
      }
    }
    float[] embedding = f.tensor("model.language_model.embed_tokens.weight").values();
    Arrays.fill(embedding, 0f);
    float[] head = f.tensor("lm_head.weight").values();
    for (int x = 0; x < VOCABULARY; x++) {
      embedding[x * HIDDEN + x] = (float) Math.sqrt(TABLE);
      for (int v = 0; v < VOCABULARY; v++) {
        head[v * HIDDEN + x] = v == successors[x] ? 1f : -0.0001f * v;
      }
      for (int i = TABLE; i < HIDDEN; i++) {
        head[x * HIDDEN + i] = noise * (float) random.nextGaussian();
      }
    }
    return new SuccessorPair(successors, f.write(folder));
  }

  private static void fill(Random random, float[] values, int from, double spread) {
    for (int i = from; i < values.length; i++) {
      values[i] = (float) (random.nextGaussian() * spread);
    }
  }

  /** A permutation that is one cycle over all tokens. */
  private static int[] cycle(Random random) {
    int[] order = new int[VOCABULARY];
    for (int i = 1; i < order.length; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    int[] successors = new int[VOCABULARY];
    for (int i = 0; i < order.length; i++) {
      successors[order[i]] = order[(i + 1) % order.length];
    }
    return successors;
  }

  Path folder() {
    return folder;
  }

  int successor(int token) {
    return successors[token];
  }

  /** The draft, which needs no tap and proposes chains of the table. */
  Draft draft(int block) {
    return new Draft() {
      @Override
      public String describe() {
        return "successors, block " + block;
      }

      @Override
      public int[] taps() {
        return new int[] {0};
      }

      @Override
      public int maxProposed() {
        return block - 1;
      }

      @Override
      public DraftSession newSession(int capacity) {
        return new Session();
      }
    };
  }

  private final class Session implements DraftSession {
    private int length;

    @Override
    public int length() {
      return length;
    }

    @Override
    public void append(float[] taps, int rowOffset, int rows) {
      length += rows;
    }

    @Override
    public void propose(int anchor, int count, int[] out, int offset) {
      int token = anchor;
      for (int i = 0; i < count; i++) {
        token = successors[token];
        out[offset + i] = token;
      }
    }

    @Override
    public void truncate(int newLength) {
      length = newLength;
    }

    @Override
    public long bytes() {
      return 0;
    }
  }
}
