/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.weights.TensorStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * A target that writes by a {@link Continuation}, keeps exact account of committed and pending
 * rows, and records every forward. Its taps are the position and the token of each row, so that a
 * draft can see whether it was given exactly the committed rows.
 */
final class TableTarget implements Target {
  static final int HIDDEN = 2;

  /** A call of {@link #forward}. */
  record Forward(int start, int rows, int logitRows) {}

  final List<Forward> forwards = Collections.synchronizedList(new ArrayList<>());
  private final int vocabulary;
  private final int context;
  private final Continuation continuation;
  private int paddingRows;
  private int firstTied = -1;
  private int secondTied = -1;
  private int positionOfNan = -1;
  private int failingForward = -1;
  private IntConsumer beforeForward = forward -> {};
  private final AtomicInteger states = new AtomicInteger();

  TableTarget(int vocabulary, int context, Continuation continuation) {
    this.vocabulary = vocabulary;
    this.context = context;
    this.continuation = continuation;
  }

  /** More rows in the vocabulary, with logits above all others. */
  TableTarget withPadding(int rows) {
    paddingRows = rows;
    return this;
  }

  /** Whenever one of them comes, the other has the same logit. */
  TableTarget tying(int first, int second) {
    firstTied = first;
    secondTied = second;
    return this;
  }

  /** NaN among the logits of this position. */
  TableTarget withNanAt(int position) {
    positionOfNan = position;
    return this;
  }

  /** The forward of this number, from 0, throws half-way. */
  TableTarget failingAt(int forward) {
    failingForward = forward;
    return this;
  }

  /** Told the number of every forward, from 0. */
  void beforeForward(IntConsumer hook) {
    beforeForward = hook;
  }

  /** How many states were made so far. */
  int states() {
    return states.get();
  }

  /** Ids with a token. */
  int tokens() {
    return vocabulary;
  }

  Continuation continuation() {
    return continuation;
  }

  @Override
  public TargetSpec spec() {
    return new TargetSpec(
        "llama",
        "table",
        "test",
        4,
        HIDDEN,
        4,
        1,
        1,
        2,
        vocabulary + paddingRows,
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
    assertThat(capacity).isBetween(1, context);
    states.incrementAndGet();
    return new State(capacity, maxRows, taps);
  }

  @Override
  public void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    State own = (State) state;
    assertThat(own.pending).as("rows left pending by the step before").isZero();
    assertThat(rows).isBetween(1, own.maxRows);
    assertThat(own.length + rows).as("rows the state holds").isLessThanOrEqualTo(own.capacity);
    beforeForward.accept(forwards.size());
    boolean fails = forwards.size() == failingForward;
    forwards.add(new Forward(own.length, rows, logitRows));
    for (int row = 0; row < rows; row++) {
      assertThat(tokens[offset + row]).isBetween(0, vocabulary + paddingRows - 1);
      own.tokens[own.length + row] = tokens[offset + row];
    }
    if (fails) {
      throw new IllegalStateException("planted failure");
    }
    own.pending = rows;
    Arrays.fill(own.logits, Float.NaN);
    for (int row = rows - logitRows, out = 0; row < rows; row++, out++) {
      own.writeLogits(own.length + row, out);
    }
    own.writeTaps(rows);
  }

  @Override
  public void close() {}

  private final class State implements TargetState {
    private final int capacity;
    private final int maxRows;
    private final int[] taps;
    private final int[] tokens;
    private final float[] logits;
    private final float[] tapped;
    private int length;
    private int pending;

    State(int capacity, int maxRows, int[] taps) {
      this.capacity = capacity;
      this.maxRows = maxRows;
      this.taps = taps.clone();
      tokens = new int[capacity];
      logits = new float[maxRows * (vocabulary + paddingRows)];
      tapped = new float[maxRows * taps.length * HIDDEN];
    }

    private void writeLogits(int position, int out) {
      int offset = out * (vocabulary + paddingRows);
      for (int id = 0; id < vocabulary; id++) {
        logits[offset + id] = -0.0001f * id;
      }
      Arrays.fill(logits, offset + vocabulary, offset + vocabulary + paddingRows, 100);
      int next = continuation.next(tokens, position + 1);
      logits[offset + next] = 1;
      if (next == firstTied || next == secondTied) {
        logits[offset + firstTied] = 1;
        logits[offset + secondTied] = 1;
      }
      if (position == positionOfNan) {
        logits[offset + vocabulary / 2] = Float.NaN;
      }
    }

    private void writeTaps(int rows) {
      Arrays.fill(tapped, Float.NaN);
      for (int i = 0; i < rows * taps.length; i++) {
        int position = length + i / taps.length;
        tapped[i * HIDDEN] = position;
        tapped[i * HIDDEN + 1] = tokens[position];
      }
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
      assertThat(keep).isBetween(0, pending);
      length += keep;
      pending = 0;
      Arrays.fill(tokens, length, capacity, -1);
    }

    @Override
    public void truncate(int length) {
      assertThat(length).isBetween(0, this.length);
      this.length = length;
      pending = 0;
    }

    @Override
    public float[] logits() {
      return logits;
    }

    @Override
    public float[] taps() {
      return tapped;
    }

    @Override
    public float[] finalHidden() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long bytes() {
      return 4L * (tokens.length + logits.length + tapped.length);
    }
  }
}
