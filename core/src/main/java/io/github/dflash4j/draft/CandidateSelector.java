/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.WeightMatrix;
import io.github.dflash4j.model.OutputHead;
import io.github.dflash4j.weights.Tensor;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/**
 * The candidate selector of generation 2 (dflash-algorithm 5). A predicting row has a hidden row
 * {@code f}, its largest logits {@code U} and {@code g = f hidden_projection^T}; with {@code a} the
 * token of the row before (the anchor for the first), A the predecessor and S the successor
 * codebook,
 *
 * <pre>{@code
 * score(b | a) = U(b) + sum over i of A[a, i] * g[i] * S[b, i]
 * }</pre>
 *
 * for the candidates b only. The greedy walk takes the first of the largest scores of a row and
 * makes it the predecessor of the next. Codebooks are read from their file a row at a time.
 *
 * <p>Holds scratch, so used by one thread at a time.
 */
public final class CandidateSelector {
  private final Compute compute;
  private final WeightMatrix projection;
  private final Codebook predecessors;
  private final Codebook successors;
  private final float[] gated;
  private final float[] successorRows;
  private final double[] q;
  private final int[] drawnFrom;

  /**
   * A selector.
   *
   * @param compute what computes it
   * @param projection hidden projection, {@code [rank, hidden]}
   * @param predecessors predecessor codebook, {@code [vocabulary, rank]}
   * @param successors successor codebook of the same shape
   * @param width candidates per row at most
   * @throws IllegalArgumentException if the shapes do not fit each other
   */
  public CandidateSelector(
      Compute compute, WeightMatrix projection, Tensor predecessors, Tensor successors, int width) {
    this(compute, projection, predecessors, successors, width, new LongAdder());
  }

  /** Counts codebook rows for the model as well. */
  CandidateSelector(
      Compute compute,
      WeightMatrix projection,
      Tensor predecessors,
      Tensor successors,
      int width,
      LongAdder rowsRead) {
    this.compute = compute;
    this.projection = projection;
    this.predecessors = new Codebook(predecessors, rowsRead);
    this.successors = new Codebook(successors, rowsRead);
    int rank = projection.out();
    if (this.predecessors.rank() != rank
        || this.successors.rank() != rank
        || this.predecessors.rows() != this.successors.rows()) {
      throw new IllegalArgumentException(
          predecessors + " and " + successors + " are no codebooks of rank " + rank);
    }
    this.gated = new float[rank];
    this.successorRows = new float[Math.multiplyExact(width, rank)];
    this.q = new double[width];
    this.drawnFrom = new int[width];
  }

  /**
   * Numbers in a codebook row.
   *
   * @return the rank
   */
  public int rank() {
    return projection.out();
  }

  /**
   * Ids that have codebook rows; only they can be proposed or precede a proposal.
   *
   * @return rows of a codebook
   */
  public int vocabulary() {
    return successors.rows();
  }

  /**
   * Projects hidden rows: {@code g = f hidden_projection^T}.
   *
   * @param hidden final-normed rows of the predicting rows from index 0
   * @param rows how many
   * @param g receives rows of {@link #rank()} numbers from index 0
   */
  public void project(float[] hidden, int rows, float[] g) {
    compute.project(projection, hidden, rows, g);
  }

  /**
   * Finds the candidates of rows. Of a row's logits only the largest count: nothing here is
   * normalised over the vocabulary.
   *
   * @param head gives the logits
   * @param hidden final-normed rows of the predicting rows from index 0
   * @param rows how many rows
   * @param vocabulary ids below this are considered; padding rows lie above
   * @param transform what is done to the logits; only those of candidates are computed, which gives
   *     the same ids since it never decreases
   * @param out receives candidates and their transformed logits
   * @throws IllegalArgumentException if ids without codebook row are to be considered
   */
  public void collect(
      OutputHead head,
      float[] hidden,
      int rows,
      int vocabulary,
      LogitTransform transform,
      Candidates out) {
    check(vocabulary);
    head.mostLikely(hidden, rows, vocabulary, out.width, out.largest);
    take(rows, transform, out);
  }

  /**
   * Finds the candidates of rows whose logits are there.
   *
   * @param logits logits of the head, rows {@code stride} apart from index 0
   * @param stride from row to row
   * @param rows how many rows
   * @param vocabulary as above
   * @param transform as above
   * @param out receives candidates and their transformed logits
   * @throws IllegalArgumentException if ids without codebook row are to be considered
   */
  public void collect(
      float[] logits,
      int stride,
      int rows,
      int vocabulary,
      LogitTransform transform,
      Candidates out) {
    check(vocabulary);
    out.largest.select(logits, 0, stride, rows, vocabulary, out.width);
    take(rows, transform, out);
  }

  private void check(int vocabulary) {
    if (vocabulary < 1 || vocabulary > vocabulary()) {
      throw new IllegalArgumentException(
          vocabulary + " ids, but the codebooks have " + vocabulary() + " rows");
    }
  }

  private static void take(int rows, LogitTransform transform, Candidates out) {
    for (int r = 0; r < rows; r++) {
      int at = r * out.width;
      out.count(out.largest.copy(r, out.ids, out.logits, at));
      transform.apply(out.logits, at, out.count());
      out.orderEqualLogits(r);
    }
  }

  /**
   * Scores the candidates of one row.
   *
   * @param row the row, as in {@code candidates} and {@code g}
   * @param predecessor token of the row before, the anchor for row 0
   * @param g what {@link #project} gave
   * @param candidates what {@link #collect} found; receives the scores of the row
   * @throws IndexOutOfBoundsException if the predecessor has no codebook row
   */
  public void score(int row, int predecessor, float[] g, Candidates candidates) {
    int rank = rank();
    predecessors.row(predecessor, gated, 0);
    for (int i = 0; i < rank; i++) {
      gated[i] *= g[row * rank + i];
    }
    int at = row * candidates.width;
    for (int s = 0; s < candidates.count(); s++) {
      successors.row(candidates.ids[at + s], successorRows, s * rank);
    }
    compute
        .kernels()
        .dotRows(
            gated, 0, successorRows, 0, rank, candidates.count(), rank, candidates.scores, at, 1);
    for (int s = at; s < at + candidates.count(); s++) {
      candidates.scores[s] += candidates.logits[s];
    }
  }

  /**
   * The greedy walk.
   *
   * @param anchor the last known token
   * @param g what {@link #project} gave
   * @param rows rows to walk over
   * @param candidates what {@link #collect} found; receives the scores along the path
   * @param out receives one token per row
   * @param offset where they go
   * @throws IndexOutOfBoundsException if the anchor has no codebook row
   */
  public void walk(int anchor, float[] g, int rows, Candidates candidates, int[] out, int offset) {
    int predecessor = anchor;
    for (int r = 0; r < rows; r++) {
      score(r, predecessor, g, candidates);
      predecessor = candidates.id(r, candidates.best(r));
      out[offset + r] = predecessor;
    }
  }

  /**
   * The walk at a temperature above 0: every token is drawn from {@link Candidates#distribution}
   * given the one drawn before it (dflash-algorithm 5, items 6 to 9).
   *
   * @param anchor the last known token
   * @param g what {@link #project} gave
   * @param rows rows to walk over
   * @param candidates what {@link #collect} found; receives the scores along the path
   * @param temperature above 0
   * @param random one number of it is used for each row
   * @param out receives one drawn token per row, with the probabilities of its candidates
   * @throws IndexOutOfBoundsException if the anchor has no codebook row
   * @throws IllegalArgumentException if the temperature is not above 0
   */
  public void draw(
      int anchor,
      float[] g,
      int rows,
      Candidates candidates,
      double temperature,
      RandomGenerator random,
      Proposal out) {
    int predecessor = anchor;
    for (int r = 0; r < rows; r++) {
      score(r, predecessor, g, candidates);
      candidates.distribution(r, temperature, q);
      predecessor = candidates.id(r, drawn(random.nextDouble(), candidates.count()));
      for (int s = 0; s < candidates.count(); s++) {
        drawnFrom[s] = candidates.id(r, s);
      }
      out.set(r, predecessor, candidates.count(), drawnFrom, q);
    }
  }

  /** The candidate in whose share of [0, 1) the number lies; rounding may leave a rest. */
  private int drawn(double u, int count) {
    int last = 0;
    double left = u;
    for (int s = 0; s < count; s++) {
      if (q[s] > 0) {
        left -= q[s];
        last = s;
        if (left < 0) {
          return s;
        }
      }
    }
    return last;
  }

  /**
   * Memory of the buffers.
   *
   * @return bytes
   */
  public long bytes() {
    return ((long) gated.length + successorRows.length) * Float.BYTES
        + (long) q.length * (Double.BYTES + Integer.BYTES);
  }
}
