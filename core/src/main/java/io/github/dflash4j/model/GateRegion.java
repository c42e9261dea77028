/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.Workers;

/**
 * The gate of an MLP, split over the threads. The arguments of a call are kept by the calling
 * thread, so that a call makes no objects.
 */
final class GateRegion implements Workers.Part {
  /** Numbers below which another thread does not pay: each takes an exp and a division. */
  private static final int PART_WORK = 1 << 13;

  private static final ThreadLocal<GateRegion> REGIONS = ThreadLocal.withInitial(GateRegion::new);

  private FloatKernels kernels;
  private float[] gate;
  private float[] up;

  private GateRegion() {}

  /** {@link FloatKernels#siluMultiply} on the first numbers of two arrays. */
  static void siluMultiply(Compute compute, float[] gate, float[] up, int count) {
    GateRegion region = REGIONS.get();
    region.kernels = compute.kernels();
    region.gate = gate;
    region.up = up;
    try {
      compute.workers().run(count, PART_WORK, region);
    } finally {
      region.gate = null;
      region.up = null;
    }
  }

  @Override
  public void run(int from, int to) {
    kernels.siluMultiply(gate, up, from, to - from);
  }
}
