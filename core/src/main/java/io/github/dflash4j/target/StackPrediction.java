/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.model.MatrixEmbedding;
import io.github.dflash4j.model.MatrixHead;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.model.PredictionHead;
import io.github.dflash4j.model.PredictionRows;
import io.github.dflash4j.model.TokenEmbedding;
import java.util.List;

/** The head for multi-token prediction of a stack, run with the stack's own attention and MLP. */
final class StackPrediction implements PredictionHead {
  private final StackTarget target;
  private final StackWeights stack;
  private final PredictionWeights weights;
  private final TokenEmbedding embedding;
  private final OutputHead head;

  /** What a state needs to know: one layer, and that has attention. */
  private final TargetSpec sizes;

  StackPrediction(StackTarget target, StackWeights stack, PredictionWeights weights) {
    this.target = target;
    this.stack = stack;
    this.weights = weights;
    this.embedding = new MatrixEmbedding(weights.embedding());
    this.head = new MatrixHead(target.compute(), weights.head());
    this.sizes = oneLayer(target.spec());
  }

  private static TargetSpec oneLayer(TargetSpec s) {
    return new TargetSpec(
        s.architecture(),
        s.name(),
        s.packaging(),
        1,
        s.hidden(),
        s.intermediate(),
        s.heads(),
        s.keyValueHeads(),
        s.headDim(),
        s.vocabulary(),
        s.contextLength(),
        s.normEpsilon(),
        s.ropeTheta(),
        s.ropeType(),
        s.rotaryDims(),
        s.tiedHead(),
        List.of(),
        s.hybrid().map(h -> new HybridSpec(h.recurrent(), List.of(0), 0)));
  }

  @Override
  public int hidden() {
    return sizes.hidden();
  }

  @Override
  public int tap() {
    return target.spec().layers() - 1;
  }

  @Override
  public long keyValueBytesPerToken() {
    return sizes.keyValueBytesPerToken();
  }

  @Override
  public void finalNorm(float[] tapped, int row, float[] out, int outRow) {
    int hidden = hidden();
    target
        .compute()
        .kernels()
        .rmsNorm(
            tapped,
            row * hidden,
            stack.finalNorm(),
            sizes.normEpsilon(),
            hidden,
            out,
            outRow * hidden);
  }

  @Override
  public OutputHead head() {
    return head;
  }

  @Override
  public PredictionRows newRows(int capacity, int maxRows) {
    return new Rows(capacity, maxRows);
  }

  private final class Rows implements PredictionRows {
    private final StackState s;
    private final float[] joined;

    Rows(int capacity, int maxRows) {
      s =
          new StackState(
              target,
              sizes,
              stack.rope(),
              List.of(),
              capacity,
              new StateRows(maxRows, maxRows),
              new int[0]);
      joined = new float[Math.multiplyExact(maxRows, 2 * sizes.hidden())];
    }

    @Override
    public void forward(int first, int[] ids, int idOffset, float[] from, int row, int rows) {
      target.checkOpen();
      target.checkTokens(ids, idOffset, rows);
      if (rows < 1 || rows > s.maxRows() || first + rows > s.capacity()) {
        throw new IllegalArgumentException(
            rows
                + " rows at position "
                + first
                + " do not fit "
                + s.maxRows()
                + " rows and "
                + s.capacity()
                + " positions");
      }
      s.truncate(first);
      s.begin(rows, 0);
      join(ids, idOffset, from, row, rows);
      target.compute().project(weights.fusion(), joined, rows, s.hidden);
      stack.rope().fill(first, rows, s.cos, s.sin);
      target.layer(s, weights.layer(), rows);
      s.regions.norm(s.hidden, 0, weights.norm(), rows, s.finalHidden);
      s.finish(rows);
      s.commit(rows);
    }

    // The embedding comes first (target-models 5).
    private void join(int[] ids, int idOffset, float[] from, int row, int rows) {
      int hidden = sizes.hidden();
      for (int r = 0; r < rows; r++) {
        int at = 2 * r * hidden;
        embedding.row(ids[idOffset + r], joined, at);
        norm(joined, at, weights.embeddingNorm(), at);
        norm(from, (row + r) * hidden, weights.hiddenNorm(), at + hidden);
      }
    }

    private void norm(float[] x, int at, float[] weight, int to) {
      target
          .compute()
          .kernels()
          .rmsNorm(x, at, weight, sizes.normEpsilon(), sizes.hidden(), joined, to);
    }

    @Override
    public float[] hidden() {
      return s.finalHidden;
    }

    @Override
    public long bytes() {
      return s.bytes() + (long) joined.length * Float.BYTES;
    }
  }
}
