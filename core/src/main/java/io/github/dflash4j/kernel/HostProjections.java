/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/**
 * Projections on this machine. Outputs are split over the threads in strips of 32, sums never are.
 * A call makes no objects: each calling thread keeps a task and each working thread its scratch.
 */
final class HostProjections implements ProjectionBackend {
  private final FloatKernels kernels;
  private final Workers workers;
  private final Activations activations;
  private final PanelProjector panels;
  private final FloatStrips floats;
  private final ThreadLocal<ProjectionTask> tasks;

  HostProjections(FloatKernels kernels, Workers workers, Activations activations) {
    this.kernels = kernels;
    this.workers = workers;
    this.activations = activations;
    this.panels = PanelProjector.of(kernels);
    this.floats = new FloatStrips(kernels);
    this.tasks = ThreadLocal.withInitial(() -> new ProjectionTask(panels, floats));
  }

  @Override
  public String name() {
    return kernels.name();
  }

  @Override
  public boolean rowsIndependent() {
    return true;
  }

  @Override
  public void project(WeightMatrix weights, float[] x, int rows, float[] y) {
    ProjectionTask task = tasks.get();
    task.begin(activations, x, rows);
    task.add(weights, y);
    task.run(workers);
  }

  /** See {@link Compute#largest}. */
  void largest(
      WeightMatrix weights, float[] x, int rows, int outputs, int most, LargestOutputs found) {
    ProjectionTask task = tasks.get();
    task.begin(activations, x, rows);
    task.largest(workers, weights, outputs, most, found);
  }

  /** See {@link Compute#project(float[], int, WeightMatrix, float[], WeightMatrix, float[])}. */
  void projectTogether(
      float[] x,
      int rows,
      WeightMatrix first,
      float[] y1,
      WeightMatrix second,
      float[] y2,
      WeightMatrix third,
      float[] y3) {
    ProjectionTask task = tasks.get();
    task.begin(activations, x, rows);
    task.add(first, y1);
    task.add(second, y2);
    if (third != null) {
      task.add(third, y3);
    }
    task.run(workers);
  }
}
