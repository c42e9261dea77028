/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.FloatKernels;
import io.github.dflash4j.kernel.Workers;
import java.util.Arrays;

/**
 * Attention of query rows over a key/value cache (target-models 3.4). What a row sees is one range
 * of positions: that covers full, causal and sliding masks. Keys are visited in order of position,
 * so a result does not depend on how many rows are computed together, on the threads, or on where
 * the rows lie in the cache. Immutable and safe to share between threads.
 */
public final class Attention {
  private static final ThreadLocal<Region> REGIONS = ThreadLocal.withInitial(Region::new);

  private final Compute compute;
  private final int heads;
  private final int keyValueHeads;
  private final int headDim;
  private final float scale;
  private final ThreadLocal<float[]> scores = ThreadLocal.withInitial(() -> new float[0]);

  /**
   * Attention of a given shape with the scale {@code headDim^-0.5}.
   *
   * @param compute kernels and threads
   * @param heads query heads, a multiple of the key/value heads
   * @param keyValueHeads key/value heads
   * @param headDim size of a head
   */
  public Attention(Compute compute, int heads, int keyValueHeads, int headDim) {
    this.compute = compute;
    this.heads = heads;
    this.keyValueHeads = keyValueHeads;
    this.headDim = headDim;
    this.scale = (float) (1 / Math.sqrt(headDim));
  }

  /**
   * Attends from query rows.
   *
   * @param cache keys and values, those of the rows themselves included
   * @param layer which layer of the cache
   * @param q query rows, rotated, {@code heads x headDim} numbers each, from index 0
   * @param rows how many
   * @param from per row, the first position it sees
   * @param to per row, one past the last position it sees; greater than {@code from}
   * @param out receives rows of {@code heads x headDim} numbers
   */
  public void attend(
      KeyValueCache cache, int layer, float[] q, int rows, int[] from, int[] to, float[] out) {
    int longest = 1;
    for (int r = 0; r < rows; r++) {
      longest = Math.max(longest, to[r] - from[r]);
    }
    int grain = Workers.grain(2L * longest * headDim);
    Region region = REGIONS.get();
    region.set(this, cache, layer, q, from, to, out);
    try {
      compute.workers().run(rows * heads, grain, region);
    } finally {
      region.set(null, null, 0, null, null, null, null);
    }
  }

  /** The arguments of one call, kept by the calling thread so that a call makes no objects. */
  private static final class Region implements Workers.Part {
    private Attention attention;
    private KeyValueCache cache;
    private int layer;
    private float[] q;
    private int[] from;
    private int[] to;
    private float[] out;

    void set(
        Attention attention,
        KeyValueCache cache,
        int layer,
        float[] q,
        int[] from,
        int[] to,
        float[] out) {
      this.attention = attention;
      this.cache = cache;
      this.layer = layer;
      this.q = q;
      this.from = from;
      this.to = to;
      this.out = out;
    }

    @Override
    public void run(int first, int end) {
      for (int item = first; item < end; item++) {
        int r = item / attention.heads;
        int head = item % attention.heads;
        attention.attendHead(cache, layer, q, head, r, from[r], to[r], out);
      }
    }
  }

  private void attendHead(
      KeyValueCache cache, int layer, float[] q, int head, int row, int from, int to, float[] out) {
    FloatKernels kernels = compute.kernels();
    float[] keys = cache.keys(layer);
    float[] values = cache.values(layer);
    int at = (row * heads + head) * headDim;
    int base = head / (heads / keyValueHeads) * cache.slots();
    int count = to - from;
    float[] weights = scratch(count);
    for (int u = 0, run; u < count; u += run) {
      int slot = cache.slot(from + u);
      run = Math.min(count - u, cache.slots() - slot);
      kernels.dotRows(q, at, keys, (base + slot) * headDim, headDim, run, headDim, weights, u, 1);
    }
    for (int u = 0; u < count; u++) {
      weights[u] *= scale;
    }
    kernels.softmax(weights, 0, count);
    Arrays.fill(out, at, at + headDim, 0f);
    for (int u = 0, run; u < count; u += run) {
      int slot = cache.slot(from + u);
      run = Math.min(count - u, cache.slots() - slot);
      kernels.addWeightedRows(
          weights, u, values, (base + slot) * headDim, headDim, run, headDim, out, at);
    }
  }

  private float[] scratch(int size) {
    float[] array = scores.get();
    if (array.length < size) {
      array = new float[Math.max(size, 2 * array.length)];
      scores.set(array);
    }
    return array;
  }
}
