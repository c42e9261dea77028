/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.weights.TensorStore;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A target whose logits are a table by the last token, so that the distribution of every text is
 * known exactly. As {@link TableTarget} without its audit, for millions of tokens. Its taps are the
 * token of each row.
 */
final class BigramTarget implements Target {
  private final double[][] logits;
  private final int context;

  /**
   * @param logits a row for every last token
   * @param context positions
   */
  BigramTarget(double[][] logits, int context) {
    this.logits = logits;
    this.context = context;
  }

  /** Logits that are the logarithms of probabilities, some large and some small. */
  static double[][] randomLogits(int vocabulary, long seed) {
    Random random = new Random(seed);
    double[][] logits = new double[vocabulary][vocabulary];
    for (double[] row : logits) {
      double sum = 0;
      for (int id = 0; id < vocabulary; id++) {
        row[id] = Math.exp(1.3 * random.nextGaussian());
        sum += row[id];
      }
      for (int id = 0; id < vocabulary; id++) {
        row[id] = Math.log(row[id] / sum);
      }
    }
    return logits;
  }

  /** The same distribution behind every token. */
  static double[][] constantLogits(double... probabilities) {
    double[][] logits = new double[probabilities.length][probabilities.length];
    for (double[] row : logits) {
      for (int id = 0; id < row.length; id++) {
        row[id] = Math.log(probabilities[id]);
      }
    }
    return logits;
  }

  /** Logits behind a token. */
  double[] logits(int token) {
    return logits[token];
  }

  int vocabulary() {
    return logits.length;
  }

  @Override
  public TargetSpec spec() {
    return new TargetSpec(
        "llama",
        "bigram",
        "test",
        1,
        1,
        1,
        1,
        1,
        2,
        logits.length,
        context,
        1e-5f,
        1e4,
        "default",
        2,
        false,
        List.of(),
        Optional.empty());
  }

  @Override
  public TokenEmbedding embedding() {
    throw new UnsupportedOperationException();
  }

  @Override
  public OutputHead head() {
    throw new UnsupportedOperationException();
  }

  @Override
  public TensorStore weights() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Compute compute() {
    throw new UnsupportedOperationException();
  }

  @Override
  public TargetState newState(int capacity, int maxRows, int... taps) {
    return new State(maxRows);
  }

  @Override
  public void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    State own = (State) state;
    own.pending = rows;
    for (int row = 0; row < rows; row++) {
      own.taps[row] = tokens[offset + row];
    }
    for (int out = 0; out < logitRows; out++) {
      double[] from = logits[tokens[offset + rows - logitRows + out]];
      for (int id = 0; id < from.length; id++) {
        own.logits[out * from.length + id] = (float) from[id];
      }
    }
  }

  @Override
  public void close() {}

  private final class State implements TargetState {
    private final int maxRows;
    private final float[] logits;
    private final float[] taps;
    private int length;
    private int pending;

    State(int maxRows) {
      this.maxRows = maxRows;
      logits = new float[maxRows * vocabulary()];
      taps = new float[maxRows];
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public int pendingRows() {
      return pending;
    }

    @Override
    public int capacity() {
      return context;
    }

    @Override
    public int maxRows() {
      return maxRows;
    }

    @Override
    public void commit(int keep) {
      length += keep;
      pending = 0;
    }

    @Override
    public void truncate(int rows) {
      length = rows;
      pending = 0;
    }

    @Override
    public float[] logits() {
      return logits;
    }

    @Override
    public float[] taps() {
      return taps;
    }

    @Override
    public float[] finalHidden() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long bytes() {
      return 4L * (logits.length + taps.length);
    }
  }
}
