/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Multiplies strips of weights with rows of signed bytes. Panels are read as they lie, other
 * weights are brought into panel form a chunk at a time, which gives the same bits and is much
 * slower.
 */
final class PanelProjector {
  private final String name;
  private final Int8Quantizer quantizer;
  private final PanelScales scales;
  private final PanelKernel nibbles;
  private final PanelKernel sixBits;
  private final PanelKernel bytes;

  /** Chunks of FastFlowLM as they lie; null where vectors are not 512 bits wide. */
  private final PanelKernel flm;

  private PanelProjector(
      String name,
      Int8Quantizer quantizer,
      PanelScales scales,
      PanelKernel nibbles,
      PanelKernel sixBits,
      PanelKernel bytes,
      PanelKernel flm) {
    this.name = name;
    this.quantizer = quantizer;
    this.scales = scales;
    this.nibbles = nibbles;
    this.sixBits = sixBits;
    this.bytes = bytes;
    this.flm = flm;
  }

  /** The fastest with the given float kernels. */
  static PanelProjector of(FloatKernels kernels) {
    return kernels.name().startsWith("vector-") ? VectorCode.projector() : scalar();
  }

  /** Plain Java. */
  static PanelProjector scalar() {
    return new PanelProjector(
        "scalar",
        new Int8Quantizer(),
        new PanelScales(),
        new ScalarPanelKernel(PanelForm.Codes.NIBBLES),
        new ScalarPanelKernel(PanelForm.Codes.SIX_BITS),
        new ScalarPanelKernel(PanelForm.Codes.BYTES),
        null);
  }

  /** Apart, so that nothing else links to the vector module. */
  private static final class VectorCode {
    static PanelProjector projector() {
      return new PanelProjector(
          "vector-" + PanelSpecies.BITS,
          new VectorInt8Quantizer(),
          new VectorPanelScales(),
          new NibblePanelKernel(),
          new SixBitPanelKernel(),
          new BytePanelKernel(),
          PanelSpecies.BITS == 512 ? new FlmPanelKernel() : null);
    }
  }

  /** What computes, as {@link FloatKernels#name} has it. */
  String name() {
    return name;
  }

  /** Quantises one row of inputs; with pairs if a matrix of some form needs them. */
  void quantise(float[] x, int from, int in, Int8Rows to, int row, boolean pairs) {
    quantizer.set(x, from, in, to, row);
    if (pairs) {
      to.pairUp(row);
    }
  }

  /** Whether the kernel of a form reads activations in pairs. */
  boolean readsPairs(PanelForm form) {
    return flm != null && form == PanelForm.FLM_Q4_K;
  }

  private PanelKernel kernel(PanelForm form) {
    return switch (form.codes()) {
      case NIBBLES, FLM_NIBBLES -> nibbles;
      case SIX_BITS -> sixBits;
      case BYTES -> bytes;
    };
  }

  /**
   * Projects rows through one strip of 32 outputs; the results lie in the scratch, 32 for each row,
   * in the order of {@link #rowOf}.
   *
   * @param form the form of the weights
   * @param weights the matrix
   * @param firstRow a multiple of 32
   * @param x the activations
   * @param row their first row
   * @param rows how many
   * @param s the scratch of this thread
   */
  void strip(
      PanelForm form,
      WeightMatrix weights,
      int firstRow,
      Int8Rows x,
      int row,
      int rows,
      PanelScratch s) {
    s.clearResults(rows);
    boolean flmAsStored = flm != null && form == PanelForm.FLM_Q4_K;
    PanelKernel kernel = flmAsStored ? flm : kernel(form);
    int most = Math.min(kernel.mostRows(), PanelRowLimits.most(form.codes()));
    MemorySegment panel = weights.panel();
    long at = firstRow / PanelForm.ROWS * form.stripBytes(weights.in());
    for (int g = 0, chunk = 0; g < x.groups; g += PanelForm.GROUPS, chunk++) {
      int groups = Math.min(PanelForm.GROUPS, x.groups - g);
      MemorySegment from;
      long codes;
      if (form == PanelForm.FLM_Q4_K) {
        from = weights.tensor().data();
        long tile = PanelPacker.flmTile(firstRow, chunk, weights.in());
        codes = tile + form.headBytes(groups);
        if (flmAsStored) {
          FlmPanelScales.groups(from, tile, s);
        } else {
          scales.read(form, from, tile, groups, s);
          PanelPacker.pack(form, weights, firstRow, chunk, groups, s.chunk, 0, s.codes);
          from = s.chunk;
          codes = 0;
        }
      } else {
        from = panel == null ? s.chunk : panel;
        long start = panel == null ? 0 : at;
        if (panel == null) {
          PanelPacker.pack(form, weights, firstRow, chunk, groups, s.chunk, 0, s.codes);
        }
        scales.read(form, from, start, groups, s);
        codes = start + form.headBytes(groups);
      }
      multiply(
          kernel, most, from, codes, groups, x, row, rows, g * PanelForm.GROUP, flmAsStored, s);
      at += form.chunkBytes(groups);
    }
  }

  private void multiply(
      PanelKernel kernel,
      int most,
      MemorySegment from,
      long codes,
      int groups,
      Int8Rows x,
      int row,
      int rows,
      int column,
      boolean flmAsStored,
      PanelScratch s) {
    for (int t = 0; t < rows; ) {
      int taken = Integer.highestOneBit(Math.min(rows - t, most));
      s.clearSums(taken);
      kernel.multiply(from, codes, groups, x, row + t, taken, column, s);
      if (flmAsStored && t == 0) {
        FlmPanelScales.rows(from, codes - 512, s);
      }
      scales.addSums(s, t, taken);
      t += taken;
    }
  }

  /** Which row of a strip a slot of the results is. */
  int rowOf(PanelForm form, int slot) {
    return flm != null && form == PanelForm.FLM_Q4_K ? slot % 16 * 2 + slot / 16 : slot;
  }
}
