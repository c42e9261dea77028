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
  private static final long PAGE = 4096;
  private static final int FORMS = PanelForm.values().length;

  private final String name;
  private final Int8Quantizer quantizer;
  private final PanelScales scales;

  /** Whether kernels read activations in pairs. */
  private final boolean pairs;

  /** By form, where whole chunks are multiplied; else null. */
  private final ChunkKernel[] chunkKernels = new ChunkKernel[FORMS];

  /** By form, where there is no chunk kernel. */
  private final PanelKernel[] kernels = new PanelKernel[FORMS];

  /** Chunks of FastFlowLM as they lie; null where vectors are not 512 bits wide. */
  private final PanelKernel flm;

  private PanelProjector(
      String name, Int8Quantizer quantizer, PanelScales scales, boolean pairs, PanelKernel flm) {
    this.name = name;
    this.quantizer = quantizer;
    this.scales = scales;
    this.pairs = pairs;
    this.flm = flm;
  }

  /** The fastest with the given float kernels. */
  static PanelProjector of(FloatKernels kernels) {
    return kernels.name().startsWith("vector-") ? VectorCode.projector() : scalar();
  }

  /** Plain Java. */
  static PanelProjector scalar() {
    PanelProjector scalar =
        new PanelProjector("scalar", new Int8Quantizer(), new PanelScales(), false, null);
    for (PanelForm form : PanelForm.values()) {
      scalar.kernels[form.ordinal()] =
          new ScalarPanelKernel(form.codes().inPanels(), form.codesStride());
    }
    return scalar;
  }

  /** Apart, so that nothing else links to the vector module. */
  private static final class VectorCode {
    static PanelProjector projector() {
      PanelProjector vectors =
          new PanelProjector(
              "vector-" + PanelSpecies.BITS,
              new VectorInt8Quantizer(),
              new VectorPanelScales(),
              true,
              PanelSpecies.BITS == 512 ? new FlmPanelKernel() : null);
      for (PanelForm form : PanelForm.values()) {
        int i = form.ordinal();
        switch (form) {
          case Q4_K -> vectors.chunkKernels[i] = new Q4KPanelKernel();
          case Q5_K -> vectors.chunkKernels[i] = new Q5KPanelKernel();
          case Q6_K -> vectors.chunkKernels[i] = new Q6KPanelKernel();
          case Q4_0, Q4_1, FLM_Q4_K -> vectors.kernels[i] = new NibblePanelKernel();
          case Q8_0 -> vectors.kernels[i] = new BytePanelKernel();
        }
      }
      return vectors;
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
    return form.codes() != PanelForm.Codes.BYTES && pairs;
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
    ChunkKernel whole = chunkKernels[form.ordinal()];
    if (whole != null) {
      chunks(whole, form, weights, firstRow, x, row, rows, s);
      return;
    }
    scales.begin(form, s);
    if (form == PanelForm.FLM_Q4_K) {
      flmChunks(weights, firstRow, x, row, rows, s);
    } else {
      chunks(kernels[form.ordinal()], form, weights, firstRow, x, row, rows, s);
    }
  }

  /**
   * How many strips apart two of them are to be that {@link #twoStrips} takes together: as few as
   * lie apart by whole pages; 0 if it takes none.
   */
  int stripsApart(PanelForm form, WeightMatrix weights) {
    ChunkKernel kernel = chunkKernels[form.ordinal()];
    boolean taken = kernel != null && kernel.takesTwo() && weights.panel() != null;
    if (!taken || PanelRowLimits.most(form) == 1) {
      return 0;
    }
    long strip = form.stripBytes(weights.in());
    return (int) (PAGE / Math.min(PAGE, Long.lowestOneBit(strip)));
  }

  /**
   * Projects one row through two strips of a panel; the results of the second lie behind those of
   * the first.
   */
  void twoStrips(
      PanelForm form,
      WeightMatrix weights,
      int firstRow,
      int secondRow,
      Int8Rows x,
      int row,
      PanelScratch s) {
    s.clearResults(2);
    ChunkKernel kernel = chunkKernels[form.ordinal()];
    MemorySegment panel = weights.panel();
    long strip = form.stripBytes(weights.in());
    long at = firstRow / PanelForm.ROWS * strip;
    long apart = (secondRow - firstRow) / PanelForm.ROWS * strip;
    for (int g = 0; g < x.groups; g += PanelForm.GROUPS) {
      int groups = Math.min(PanelForm.GROUPS, x.groups - g);
      int column = g * PanelForm.GROUP;
      kernel.addTwo(panel, at, at + apart, groups, x, row, column, s.results, 0, PanelForm.ROWS);
      at += form.chunkBytes(groups);
    }
  }

  /**
   * How many rows go through a strip at once; 0 if a strip is better read with all rows. Strips are
   * read from memory in one go: back and forth within them, what the processor reads ahead of time
   * would be lost at each turn.
   */
  int rowsAtOnce(PanelForm form, WeightMatrix weights) {
    ChunkKernel kernel = chunkKernels[form.ordinal()];
    return kernel == null || weights.panel() == null
        ? 0
        : Math.min(kernel.mostRows(), PanelRowLimits.most(form));
  }

  private static void chunks(
      ChunkKernel kernel,
      PanelForm form,
      WeightMatrix weights,
      int firstRow,
      Int8Rows x,
      int row,
      int rows,
      PanelScratch s) {
    int most = Math.min(kernel.mostRows(), PanelRowLimits.most(form));
    MemorySegment panel = weights.panel();
    long at = firstRow / PanelForm.ROWS * form.stripBytes(weights.in());
    for (int g = 0, chunk = 0; g < x.groups; g += PanelForm.GROUPS, chunk++) {
      int groups = Math.min(PanelForm.GROUPS, x.groups - g);
      MemorySegment from = panel == null ? s.chunk : panel;
      long start = panel == null ? 0 : at;
      if (panel == null) {
        PanelPacker.pack(form, weights, firstRow, chunk, groups, s.chunk, 0, s.codes);
      }
      int taken;
      for (int t = 0; t < rows; t += taken) {
        taken = Integer.highestOneBit(Math.min(rows - t, most));
        int column = g * PanelForm.GROUP;
        int to = t * PanelForm.ROWS;
        kernel.add(from, start, groups, x, row + t, taken, column, s.results, to);
      }
      at += form.chunkBytes(groups);
    }
  }

  private void chunks(
      PanelKernel kernel,
      PanelForm form,
      WeightMatrix weights,
      int firstRow,
      Int8Rows x,
      int row,
      int rows,
      PanelScratch s) {
    int most = Math.min(kernel.mostRows(), PanelRowLimits.most(form));
    MemorySegment panel = weights.panel();
    long at = firstRow / PanelForm.ROWS * form.stripBytes(weights.in());
    for (int g = 0, chunk = 0; g < x.groups; g += PanelForm.GROUPS, chunk++) {
      int groups = Math.min(PanelForm.GROUPS, x.groups - g);
      MemorySegment from = panel == null ? s.chunk : panel;
      long start = panel == null ? 0 : at;
      if (panel == null) {
        PanelPacker.pack(form, weights, firstRow, chunk, groups, s.chunk, 0, s.codes);
      }
      scales.read(form, from, start, groups, s);
      long codes = start + form.codesAt(groups);
      multiply(kernel, most, from, codes, groups, x, row, rows, g * PanelForm.GROUP, false, s);
      at += form.chunkBytes(groups);
    }
  }

  private void flmChunks(
      WeightMatrix weights, int firstRow, Int8Rows x, int row, int rows, PanelScratch s) {
    PanelForm form = PanelForm.FLM_Q4_K;
    PanelKernel kernel = flm == null ? kernels[form.ordinal()] : flm;
    int most = Math.min(kernel.mostRows(), PanelRowLimits.most(form));
    MemorySegment stored = weights.tensor().data();
    for (int g = 0, chunk = 0; g < x.groups; g += PanelForm.GROUPS, chunk++) {
      int groups = Math.min(PanelForm.GROUPS, x.groups - g);
      int column = g * PanelForm.GROUP;
      long tile = PanelPacker.flmTile(firstRow, chunk, weights.in());
      if (flm != null) {
        FlmPanelScales.groups(stored, tile, s);
        long codes = tile + form.codesAt(groups);
        multiply(kernel, most, stored, codes, groups, x, row, rows, column, true, s);
      } else {
        scales.read(form, stored, tile, groups, s);
        PanelPacker.pack(form, weights, firstRow, chunk, groups, s.chunk, 0, s.codes);
        multiply(kernel, most, s.chunk, 0, groups, x, row, rows, column, false, s);
      }
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
