/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.TokenEmbedding;
import io.github.dflash4j.target.Target;
import io.github.dflash4j.target.TargetSpec;
import io.github.dflash4j.target.TargetState;
import io.github.dflash4j.weights.TensorStore;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A target that writes what it is told to, whatever the prompt, and a draft that knows it too but
 * errs at places that can be chosen. Before every pass of the target a hook is called, which may
 * wait or throw.
 */
final class ScriptedTarget implements Target {
  private static final int CONTEXT = 4096;

  private final int vocabulary;
  private final int end;
  private volatile int[] script = {};
  private volatile Runnable beforePass = () -> {};

  /**
   * @param end written behind the script
   */
  ScriptedTarget(int vocabulary, int end) {
    this.vocabulary = vocabulary;
    this.end = end;
  }

  /** What to write from now on. */
  ScriptedTarget write(int... ids) {
    script = ids;
    return this;
  }

  ScriptedTarget beforePass(Runnable hook) {
    beforePass = hook;
    return this;
  }

  private int scripted(int index) {
    int[] now = script;
    return index >= 0 && index < now.length ? now[index] : end;
  }

  /** A draft that errs at every so many-th token of the script. */
  Draft draft(int block, int errsEvery) {
    return new ScriptedDraft(block, errsEvery);
  }

  @Override
  public TargetSpec spec() {
    return new TargetSpec(
        "llama",
        "scripted",
        "test",
        1,
        1,
        1,
        1,
        1,
        1,
        vocabulary,
        CONTEXT,
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
    return new State(capacity, maxRows);
  }

  @Override
  public void forward(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    State own = (State) state;
    beforePass.run();
    own.run(rows, logitRows, 1);
  }

  /** Only prompts are read. */
  @Override
  public void read(TargetState state, int[] tokens, int offset, int rows, int logitRows) {
    State own = (State) state;
    beforePass.run();
    own.prompt = own.length + rows;
    own.run(rows, logitRows, 0);
    own.commit(rows);
  }

  @Override
  public void close() {}

  private final class State implements TargetState {
    private final int capacity;
    private final int maxRows;
    private final float[] logits;
    private final float[] taps;
    private int prompt;
    private int length;
    private int pending;

    State(int capacity, int maxRows) {
      this.capacity = capacity;
      this.maxRows = maxRows;
      logits = new float[maxRows * vocabulary];
      taps = new float[maxRows];
    }

    void run(int rows, int logitRows, float tap) {
      pending = rows;
      Arrays.fill(taps, 0, rows, tap);
      Arrays.fill(logits, 0, logitRows * vocabulary, 0);
      for (int row = 0; row < logitRows; row++) {
        int position = length + rows - logitRows + row;
        logits[row * vocabulary + scripted(position + 1 - prompt)] = 20;
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

  private final class ScriptedDraft implements Draft {
    private final int block;
    private final int errsEvery;

    ScriptedDraft(int block, int errsEvery) {
      this.block = block;
      this.errsEvery = errsEvery;
    }

    @Override
    public String describe() {
      return "scripted, block " + block;
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
      return new DraftSession() {
        private int prompt;
        private int length;

        @Override
        public int length() {
          return length;
        }

        @Override
        public void append(float[] taps, int rowOffset, int rows) {
          for (int row = 0; row < rows; row++) {
            length++;
            prompt = taps[rowOffset + row] == 0 ? length : prompt;
          }
        }

        @Override
        public void propose(int anchor, int count, int[] out, int offset) {
          for (int i = 0; i < count; i++) {
            int index = length - prompt + 1 + i;
            int right = scripted(index);
            out[offset + i] = index % errsEvery == errsEvery - 1 ? (right + 1) % 256 : right;
          }
        }

        @Override
        public void truncate(int to) {
          length = to;
          prompt = Math.min(prompt, to);
        }

        @Override
        public long bytes() {
          return 0;
        }
      };
    }
  }
}
