/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.util.Objects;

/**
 * What a model computes with: the float operations, where its projections run, and the threads. One
 * per model; several generations share it.
 *
 * @param kernels float operations
 * @param projections where projections run
 * @param workers threads; owned by whoever made this object and closed through {@link #close()}
 * @param activations what the inputs of projections are
 */
public record Compute(
    FloatKernels kernels, ProjectionBackend projections, Workers workers, Activations activations)
    implements AutoCloseable {

  /**
   * The fastest kernels of this machine (see {@link KernelSelection}).
   *
   * @param threads number of threads, at least 1
   * @return a new object to be closed by the caller
   */
  public static Compute host(int threads) {
    return with(KernelSelection.chosen(), threads);
  }

  /**
   * The double-precision reference: slow, for checks.
   *
   * @return a new object; closing it does nothing
   */
  public static Compute reference() {
    return with(KernelSelection.reference(), 1);
  }

  /**
   * Given kernels.
   *
   * @param kernels float operations
   * @param threads number of threads, at least 1
   * @return a new object to be closed by the caller
   */
  public static Compute with(FloatKernels kernels, int threads) {
    Workers workers = threads == 1 ? new LoneWorker() : new WorkerTeam(threads);
    return new Compute(
        kernels,
        new HostProjections(kernels, workers, Activations.FLOAT32),
        workers,
        Activations.FLOAT32);
  }

  /**
   * The same kernels and threads with other activations. Projections that run elsewhere stay as
   * they are: what a backend multiplies is its own affair.
   *
   * @param activations what the inputs of projections are
   * @return a view that shares the threads of this object
   */
  public Compute withActivations(Activations activations) {
    if (activations == this.activations
        || !(projections instanceof HostProjections)
        || kernels instanceof ReferenceKernels) {
      return this;
    }
    return new Compute(
        kernels, new HostProjections(kernels, workers, activations), workers, activations);
  }

  /**
   * The same kernels and threads with projections that run elsewhere.
   *
   * @param backend where projections run
   * @return a view that shares the threads of this object
   */
  public Compute projectingOn(ProjectionBackend backend) {
    return new Compute(kernels, backend, workers, Activations.FLOAT32);
  }

  /**
   * Projects rows; see {@link ProjectionBackend#project}.
   *
   * @param weights the matrix
   * @param x input rows
   * @param rows how many
   * @param y output rows
   * @throws IllegalStateException if the model is closed or the backend failed in whatever way; the
   *     message names the backend and the matrix
   */
  public void project(WeightMatrix weights, float[] x, int rows, float[] y) {
    try {
      projections.project(weights, x, rows, y);
    } catch (RuntimeException e) {
      throw failure(weights, e);
    }
  }

  /**
   * Projects the same rows through two matrices in one go where the host computes, else one after
   * the other. The results are those of single projections.
   *
   * @param x input rows
   * @param rows how many
   * @param first a matrix
   * @param y1 receives its output rows
   * @param second a matrix of as many inputs
   * @param y2 receives its output rows
   * @throws IllegalStateException if the model is closed or the backend failed in whatever way
   */
  public void project(
      float[] x, int rows, WeightMatrix first, float[] y1, WeightMatrix second, float[] y2) {
    project(x, rows, first, y1, second, y2, null, null);
  }

  /**
   * Projects the same rows through three matrices in one go where the host computes, else one after
   * the other. The results are those of single projections.
   *
   * @param x input rows
   * @param rows how many
   * @param first a matrix
   * @param y1 receives its output rows
   * @param second a matrix of as many inputs
   * @param y2 receives its output rows
   * @param third a matrix of as many inputs, or null
   * @param y3 receives its output rows
   * @throws IllegalStateException if the model is closed or the backend failed in whatever way
   */
  public void project(
      float[] x,
      int rows,
      WeightMatrix first,
      float[] y1,
      WeightMatrix second,
      float[] y2,
      WeightMatrix third,
      float[] y3) {
    if (!(projections instanceof HostProjections host)) {
      project(first, x, rows, y1);
      project(second, x, rows, y2);
      if (third != null) {
        project(third, x, rows, y3);
      }
      return;
    }
    try {
      host.projectTogether(x, rows, first, y1, second, y2, third, y3);
    } catch (RuntimeException e) {
      throw failure(first, e);
    }
  }

  /**
   * Finds the largest outputs of each row, without writing the others where the host computes. They
   * are those that writing all and sorting would give, bit for bit.
   *
   * @param weights the matrix
   * @param x input rows
   * @param rows how many
   * @param outputs how many of the first outputs take part, 1 to all
   * @param most how many of them are wanted, at least 1
   * @param found receives them
   * @throws IllegalArgumentException if there are not so many outputs, or none is wanted
   * @throws IllegalStateException if the model is closed or the backend failed in whatever way
   */
  public void largest(
      WeightMatrix weights, float[] x, int rows, int outputs, int most, LargestOutputs found) {
    if (outputs < 1 || outputs > weights.out()) {
      throw new IllegalArgumentException(
          outputs + " outputs of " + weights.out() + " cannot take part");
    }
    if (most < 1) {
      throw new IllegalArgumentException("there are no " + most + " largest outputs");
    }
    if (projections instanceof HostProjections host) {
      try {
        host.largest(weights, x, rows, outputs, most, found);
      } catch (RuntimeException e) {
        throw failure(weights, e);
      }
      return;
    }
    float[] y = found.wholeRows(Math.multiplyExact(rows, weights.out()));
    project(weights, x, rows, y);
    found.select(y, 0, weights.out(), rows, outputs, most);
  }

  /**
   * Whether {@link #largest} writes no outputs but the largest.
   *
   * @return true if projections run on the host
   */
  public boolean findsLargest() {
    return projections instanceof HostProjections;
  }

  private IllegalStateException failure(WeightMatrix weights, RuntimeException e) {
    return new IllegalStateException(
        "projections on "
            + projections.name()
            + " failed at "
            + weights.name()
            + ": "
            + Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName()),
        e);
  }

  @Override
  public void close() {
    workers.close();
  }
}
