/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.weights.TensorStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A target that counts: behind every token it writes the next id, and 0 behind the last. Its one
 * tap is the token of each row. A row may be made to prefer the id after that when it is one of
 * several, as if sums were in another order there.
 */
final class SuccessorTarget implements Target {
  /** How many taps each state was made with, oldest first; plain decoding needs none. */
  final List<Integer> tapsOfStates = new ArrayList<>();

  private final int vocabulary;
  private final int context;
  private final int skewedPosition;
  private final float gap;

  private SuccessorTarget(int vocabulary, int context, int skewedPosition, float gap) {
    this.vocabulary = vocabulary;
    this.context = context;
    this.skewedPosition = skewedPosition;
    this.gap = gap;
  }

  static SuccessorTarget of(int vocabulary, int context) {
    return new SuccessorTarget(vocabulary, context, -1, 1);
  }

  /** With another choice at this position in a pass of several rows with logits. */
  SuccessorTarget skewedAt(int position, float gapThere) {
    return new SuccessorTarget(vocabulary, context, position, gapThere);
  }

  int next(int token) {
    return (token + 1) % vocabulary;
  }

  @Override
  public TargetSpec spec() {
    return new TargetSpec(
        "llama",
        "counting",
        "test",
        1,
        1,
        1,
        1,
        1,
        1,
        vocabulary,
        context,
        1e-5f,
        1e4,
        "default",
        1,
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
    tapsOfStates.add(taps.length);
    return new State(capacity, maxRows);
  }

  @Override
  public void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    State own = (State) state;
    own.pending = rows;
    for (int row = 0; row < rows; row++) {
      own.taps[row] = tokens[offset + row];
    }
    for (int row = rows - logitRows, out = 0; row < rows; row++, out++) {
      int right = next(tokens[offset + row]);
      boolean skewed = logitRows > 1 && own.length + row == skewedPosition;
      Arrays.fill(own.logits, out * vocabulary, (out + 1) * vocabulary, 0);
      own.logits[out * vocabulary + right] = 16;
      own.logits[out * vocabulary + next(right)] = skewed ? 17 : 16 - gap;
    }
  }

  @Override
  public void close() {}

  private final class State implements TargetState {
    private final int capacity;
    private final int maxRows;
    private final float[] logits;
    private final float[] taps;
    private int length;
    private int pending;

    State(int capacity, int maxRows) {
      this.capacity = capacity;
      this.maxRows = maxRows;
      logits = new float[maxRows * vocabulary];
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
      return capacity;
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
    public void truncate(int to) {
      length = to;
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
