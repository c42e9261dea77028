/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

/** Buffers of a forward, all made at once; nothing is allocated per pass. */
final class ForwardBuffers {
  final float[] taps;
  final float[] fused;
  final float[][] keys;
  final float[][] values;
  final float[] cos;
  final float[] sin;
  final float[] residual;
  final float[] normed;
  final float[] convolved;
  final float[] dynamic;
  final float[] q;
  final float[] attended;
  final float[] y;
  final float[] gate;
  final float[] up;
  final int[] from;
  final int[] to;

  ForwardBuffers(DraftConfig c) {
    int block = c.blockSize();
    int rows = Math.max(block, DraftForward.CHUNK);
    taps = rows(DraftForward.CHUNK, c.tapWidth());
    fused = rows(DraftForward.CHUNK, c.hidden());
    keys = new float[c.layers()][Math.multiplyExact(rows, c.keyValueWidth())];
    values = new float[c.layers()][Math.multiplyExact(rows, c.keyValueWidth())];
    cos = rows(rows, c.headDim() / 2);
    sin = rows(rows, c.headDim() / 2);
    residual = rows(block, c.hidden());
    normed = rows(block, c.hidden());
    boolean convolutions = c.convolution().isPresent();
    convolved = rows(block, convolutions ? c.hidden() : 0);
    dynamic = rows(block, dynamicWidth(c));
    q = rows(block, c.queryWidth());
    attended = rows(block, c.queryWidth());
    y = rows(block, c.hidden());
    gate = rows(block, c.intermediate());
    up = rows(block, c.intermediate());
    from = new int[block];
    to = new int[block];
  }

  private static int dynamicWidth(DraftConfig c) {
    return c.convolution().map(s -> s.dynamicWidth(c.hidden())).orElse(0);
  }

  private static float[] rows(int rows, int width) {
    return new float[Math.multiplyExact(rows, width)];
  }

  /** Bytes of all buffers, without making them. */
  static long bytes(DraftConfig c) {
    long block = c.blockSize();
    long rows = Math.max(block, DraftForward.CHUNK);
    long convolved = c.convolution().isPresent() ? c.hidden() : 0;
    long perBlockRow =
        3L * c.hidden() + convolved + dynamicWidth(c) + 2L * c.queryWidth() + 2L * c.intermediate();
    long floats =
        (long) DraftForward.CHUNK * (c.tapWidth() + c.hidden())
            + rows * (2L * c.layers() * c.keyValueWidth() + c.headDim())
            + block * perBlockRow;
    return floats * Float.BYTES + 2 * block * Integer.BYTES;
  }
}
