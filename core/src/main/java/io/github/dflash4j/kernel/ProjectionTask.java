/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.util.Arrays;

/** One dispatch: some matrices on the same input rows. Kept by the calling thread. */
final class ProjectionTask implements Workers.Part {
  /** Multiply-adds below which another thread does not pay. */
  private static final int PART_WORK = 1 << 15;

  /** Rows whose activations stay near while all strips pass by. */
  private static final int TILE = 32;

  /** Of strips that some rows go through before the next do: they stay in a cache of their core. */
  private static final int NEAR_BYTES = 1 << 18;

  private static final int STRIP = PanelForm.ROWS;
  private static final ThreadLocal<PanelScratch> SCRATCH =
      ThreadLocal.withInitial(PanelScratch::new);

  private final PanelProjector panels;
  private final FloatStrips floats;
  private final Int8Rows quantised = new Int8Rows();
  private final Workers.Part quantising = this::quantise;
  private WeightMatrix[] weights = new WeightMatrix[4];
  private float[][] outputs = new float[4][];
  private int count;
  private Activations activations;
  private float[] x;
  private int rows;
  private boolean pairs;

  /** Where the largest outputs go in place of all; null for all. */
  private LargestOutputs largest;

  /** How many of the first outputs may be among them. */
  private int limit;

  ProjectionTask(PanelProjector panels, FloatStrips floats) {
    this.panels = panels;
    this.floats = floats;
  }

  void begin(Activations activations, float[] x, int rows) {
    this.activations = activations;
    this.x = x;
    this.rows = rows;
    count = 0;
  }

  void add(WeightMatrix matrix, float[] y) {
    if (count == weights.length) {
      weights = Arrays.copyOf(weights, 2 * count);
      outputs = Arrays.copyOf(outputs, 2 * count);
    }
    weights[count] = matrix;
    outputs[count++] = y;
  }

  /** Finds the largest of the first outputs of one matrix. */
  void largest(Workers workers, WeightMatrix matrix, int outputs, int most, LargestOutputs found) {
    add(matrix, null);
    largest = found;
    limit = outputs;
    found.clear(rows, most);
    run(workers);
  }

  void run(Workers workers) {
    try {
      int in = weights[0].in();
      int strips = 0;
      boolean bytes = false;
      pairs = false;
      for (int i = 0; i < count; i++) {
        strips += Math.ceilDiv(weights[i].out(), STRIP);
        PanelForm form = form(weights[i]);
        bytes |= form != null;
        pairs |= form != null && panels.readsPairs(form);
      }
      if (bytes) {
        quantised.prepare(rows, in);
        if (pairs) {
          quantised.preparePairs(rows);
        }
        workers.run(rows, Math.max(1, PART_WORK / in), quantising);
      }
      long stripWork = Math.max(1L, (long) in * rows * STRIP);
      workers.run(strips, (int) Math.max(1, PART_WORK / stripWork), this);
    } finally {
      Arrays.fill(weights, 0, count, null);
      Arrays.fill(outputs, 0, count, null);
      x = null;
      largest = null;
    }
  }

  private PanelForm form(WeightMatrix matrix) {
    return activations == Activations.INT8 ? PanelForm.of(matrix.type()) : null;
  }

  private void quantise(int from, int to) {
    int in = weights[0].in();
    for (int r = from; r < to; r++) {
      panels.quantise(x, r * in, in, quantised, r, pairs);
    }
  }

  @Override
  public void run(int from, int to) {
    PanelScratch scratch = SCRATCH.get();
    if (largest != null) {
      scratch.largest.clear(rows, largest.most());
    }
    int before = 0;
    for (int i = 0; i < count; i++) {
      int strips = Math.ceilDiv(weights[i].out(), STRIP);
      int first = Math.max(0, from - before);
      int end = Math.min(strips, to - before);
      if (first < end) {
        project(weights[i], outputs[i], first, end, scratch);
      }
      before += strips;
    }
    if (largest != null) {
      largest.merge(scratch.largest, rows);
    }
  }

  private void project(WeightMatrix matrix, float[] y, int first, int end, PanelScratch s) {
    PanelForm form = form(matrix);
    if (form == null) {
      int to = Math.min(matrix.out(), end * STRIP);
      projectFloats(matrix, y, first * STRIP, to, s);
      return;
    }
    int left = rows == 1 ? projectTwo(form, matrix, y, first, end, s) : first;
    int most = panels.rowsAtOnce(form, matrix);
    if (most == 0) {
      for (int row = 0; row < rows; row += TILE) {
        projectStrips(form, matrix, y, left, end, row, Math.min(TILE, rows - row), s);
      }
      return;
    }
    int near = (int) Math.max(1, NEAR_BYTES / form.stripBytes(matrix.in()));
    for (int strip = left; strip < end; strip += near) {
      int taken;
      for (int row = 0; row < rows; row += taken) {
        taken = Integer.highestOneBit(Math.min(most, rows - row));
        projectStrips(form, matrix, y, strip, Math.min(end, strip + near), row, taken, s);
      }
    }
  }

  private void projectStrips(
      PanelForm form,
      WeightMatrix matrix,
      float[] y,
      int first,
      int end,
      int row,
      int taken,
      PanelScratch s) {
    for (int strip = first; strip < end; strip++) {
      panels.strip(form, matrix, strip * STRIP, quantised, row, taken, s);
      use(form, matrix, y, strip, row, taken, 0, s);
    }
  }

  /** Strips of the first half with strips of the second; returns the first that is left. */
  private int projectTwo(
      PanelForm form, WeightMatrix matrix, float[] y, int first, int end, PanelScratch s) {
    int unit = panels.stripsApart(form, matrix);
    if (unit == 0) {
      return first;
    }
    int apart = (end - first) / 2 / unit * unit;
    for (int strip = first; strip < first + apart; strip++) {
      panels.twoStrips(form, matrix, strip * STRIP, (strip + apart) * STRIP, quantised, 0, s);
      use(form, matrix, y, strip, 0, 1, 0, s);
      use(form, matrix, y, strip + apart, 0, 1, STRIP, s);
    }
    return first + 2 * apart;
  }

  private void use(
      PanelForm form,
      WeightMatrix matrix,
      float[] y,
      int strip,
      int row,
      int taken,
      int from,
      PanelScratch s) {
    if (largest == null) {
      store(form, matrix, strip * STRIP, y, row, taken, from, s);
    } else {
      compare(form, strip * STRIP, row, taken, from, s);
    }
  }

  private void projectFloats(WeightMatrix matrix, float[] y, int from, int to, PanelScratch s) {
    if (largest == null) {
      floats.project(matrix, x, rows, y, from, matrix.out(), from, to, s);
      return;
    }
    for (int o = from; o < to; o += STRIP) {
      int end = Math.min(to, o + STRIP);
      float[] results = s.results(rows);
      floats.project(matrix, x, rows, results, 0, STRIP, o, end, s);
      compare(null, o, 0, rows, 0, s);
    }
  }

  private void compare(PanelForm form, int o, int row, int taken, int from, PanelScratch s) {
    LargestOutputs seen = s.largest;
    for (int t = 0; t < taken; t++) {
      for (int slot = 0; slot < STRIP; slot++) {
        float value = s.results[from + t * STRIP + slot];
        if (seen.isBelow(row + t, value)) {
          continue; // as nearly all are
        }
        int output = o + (form == null ? slot : panels.rowOf(form, slot));
        if (output < limit) {
          seen.add(row + t, output, value);
        }
      }
    }
  }

  private void store(
      PanelForm form,
      WeightMatrix matrix,
      int o,
      float[] y,
      int row,
      int taken,
      int from,
      PanelScratch s) {
    int out = matrix.out();
    int valid = Math.min(STRIP, out - o);
    for (int t = 0; t < taken; t++) {
      int at = (row + t) * out + o;
      for (int slot = 0; slot < STRIP; slot++) {
        int r = panels.rowOf(form, slot);
        if (r < valid) {
          y[at + r] = s.results[from + t * STRIP + slot];
        }
      }
    }
  }
}
