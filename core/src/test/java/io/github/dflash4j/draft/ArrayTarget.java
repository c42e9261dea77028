/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;
import java.util.Objects;
import java.util.Random;

/** Embedding and head over arrays, with random numbers to begin with. */
record ArrayTarget(int vocabulary, int hidden, float[] embedding, float[] head)
    implements TokenEmbedding, OutputHead {

  static ArrayTarget random(int vocabulary, int hidden, long seed) {
    Random random = new Random(seed);
    float[] embedding = new float[vocabulary * hidden];
    float[] head = new float[vocabulary * hidden];
    for (int i = 0; i < embedding.length; i++) {
      embedding[i] = (float) random.nextGaussian();
      head[i] = (float) random.nextGaussian();
    }
    return new ArrayTarget(vocabulary, hidden, embedding, head);
  }

  /** Rows of taps as a target would give them. */
  static float[] taps(int rows, int width, long seed) {
    Random random = new Random(seed);
    float[] taps = new float[rows * width];
    for (int i = 0; i < taps.length; i++) {
      taps[i] = (float) (2 * random.nextGaussian());
    }
    return taps;
  }

  float[] embedded(int anchor, int mask, int rows) {
    float[] out = new float[rows * hidden];
    for (int r = 0; r < rows; r++) {
      row(r == 0 ? anchor : mask, out, r * hidden);
    }
    return out;
  }

  @Override
  public void row(int token, float[] out, int offset) {
    Objects.checkIndex(token, vocabulary);
    System.arraycopy(embedding, token * hidden, out, offset, hidden);
  }

  @Override
  public void logits(float[] hiddenRows, int rows, float[] logits) {
    for (int r = 0; r < rows; r++) {
      for (int v = 0; v < vocabulary; v++) {
        double sum = 0;
        for (int i = 0; i < hidden; i++) {
          sum += (double) head[v * hidden + i] * hiddenRows[r * hidden + i];
        }
        logits[r * vocabulary + v] = (float) sum;
      }
    }
  }
}
