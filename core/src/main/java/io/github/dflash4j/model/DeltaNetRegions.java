/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.Workers;

/**
 * What one recurrent layer does to one sequence between its projections, split over the threads.
 * Made once per state, so that a forward makes no objects.
 */
final class DeltaNetRegions {
  private final GatedDeltaNet net;
  private final DeltaNetState state;
  private final Workers.Part preparing = this::prepare;
  private final Workers.Part running = this::run;
  private final Workers.Part gating = this::gate;
  private final Workers.Part replaying = this::replay;
  private FloatKernels kernels;
  private DeltaNetRows buffers;
  private int base;
  private int rows;
  private boolean inPlace;

  DeltaNetRegions(GatedDeltaNet net, DeltaNetState state) {
    this.net = net;
    this.state = state;
  }

  /**
   * Convolves and runs rows {@code first} and following.
   *
   * @param written whether the rows stay in any case and change the memory itself
   */
  void run(Compute compute, DeltaNetRows projected, int first, int count, boolean written) {
    kernels = compute.kernels();
    buffers = projected;
    base = first;
    rows = count;
    inPlace = written;
    compute
        .workers()
        .run(rows, Workers.grain(net.shape().channels() * net.shape().taps()), preparing);
    compute.workers().run(net.shape().valueHeads(), Workers.grain(memory() * rows), running);
  }

  /** Norms and gates rows from the first on; they end in the gates. */
  void gate(Compute compute, DeltaNetRows projected, int count) {
    kernels = compute.kernels();
    buffers = projected;
    compute.workers().run(count, Workers.grain(net.shape().valueWidth()), gating);
  }

  /** Repeats the first rows of the last forward on the memory. */
  void commit(Compute compute, int keep) {
    kernels = compute.kernels();
    rows = keep;
    compute.workers().run(net.shape().valueHeads(), Workers.grain(memory() * keep), replaying);
  }

  /** Numbers of the memory of a head. */
  private int memory() {
    return net.shape().keyDim() * net.shape().valueDim();
  }

  private void prepare(int from, int to) {
    for (int r = from; r < to; r++) {
      net.prepare(kernels, state, buffers, base, r);
    }
  }

  private void run(int from, int to) {
    for (int h = from; h < to; h++) {
      net.runHead(kernels, state, buffers, h, base, rows, inPlace);
    }
  }

  private void gate(int from, int to) {
    for (int r = from; r < to; r++) {
      net.gate(kernels, buffers, r);
    }
  }

  private void replay(int from, int to) {
    for (int h = from; h < to; h++) {
      state.replay(kernels, h, rows);
    }
  }
}
