/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dflash4j.kernel.Compute;
import io.github.dflash4j.kernel.KernelSelection;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("vector-widths")
class AttentionTest {
  private static final int HEADS = 4;
  private static final int KV = 2;
  private static final int DIM = 6;
  private static final long SEED = 5;

  @Test
  void oneRowByHand() {
    // Equal scores: the result is the mean of the values seen.
    KeyValueCache cache = new KeyValueCache(1, 1, 2, 4, false);
    cache.put(0, 0, new float[] {1, 0}, new float[] {10, 20}, 0);
    cache.put(0, 1, new float[] {1, 5}, new float[] {30, 60}, 0);
    cache.put(0, 2, new float[] {9, 9}, new float[] {-1, -1}, 0);
    float[] out = new float[2];
    new Attention(Compute.reference(), 1, 1, 2)
        .attend(cache, 0, new float[] {1, 0}, 1, new int[] {0}, new int[] {2}, out);
    assertThat(out).containsExactly(20, 40);
  }

  @Test
  void everyRangeEqualsANaiveComputation() {
    Random random = new Random(SEED);
    int length = 23;
    KeyValueCache cache = new KeyValueCache(1, KV, DIM, length, false);
    float[][] keys = new float[length][];
    float[][] values = new float[length][];
    for (int p = 0; p < length; p++) {
      keys[p] = gaussians(random, KV * DIM);
      values[p] = gaussians(random, KV * DIM);
      cache.put(0, p, keys[p], values[p], 0);
    }
    float[] q = gaussians(random, HEADS * DIM);
    try (Compute compute = Compute.host(1)) {
      Attention attention = new Attention(compute, HEADS, KV, DIM);
      for (int from = 0; from < length; from++) {
        for (int to = from + 1; to <= length; to++) {
          float[] out = new float[HEADS * DIM];
          attention.attend(cache, 0, q, 1, new int[] {from}, new int[] {to}, out);
          double[] naive = naive(q, keys, values, from, to);
          for (int i = 0; i < out.length; i++) {
            assertThat((double) out[i])
                .as("range %d..%d seed %d", from, to, SEED)
                .isCloseTo(naive[i], within(1e-5));
          }
        }
      }
    }
  }

  @Test
  void aRingHasTheBitsOfAPlainCacheWhereverItsRowsLie() {
    Random random = new Random(SEED + 1);
    int window = 7;
    KeyValueCache plain = new KeyValueCache(1, KV, DIM, 40, false);
    KeyValueCache ring = new KeyValueCache(1, KV, DIM, window, true);
    try (Compute compute = Compute.host(1)) {
      Attention attention = new Attention(compute, HEADS, KV, DIM);
      for (int p = 0; p < 40; p++) {
        float[] k = gaussians(random, KV * DIM);
        float[] v = gaussians(random, KV * DIM);
        plain.put(0, p, k, v, 0);
        ring.put(0, p, k, v, 0);
        float[] q = gaussians(random, HEADS * DIM);
        int[] from = {Math.max(0, p - window + 1)};
        int[] to = {p + 1};
        float[] a = new float[HEADS * DIM];
        float[] b = new float[HEADS * DIM];
        attention.attend(plain, 0, q, 1, from, to, a);
        attention.attend(ring, 0, q, 1, from, to, b);
        assertThat(b).as("position %d", p).isEqualTo(a);
      }
    }
  }

  @Test
  void aRowHasTheSameBitsAloneAndAmongOthersOnAnyNumberOfThreads() {
    Random random = new Random(SEED + 2);
    int rows = 17;
    KeyValueCache cache = new KeyValueCache(1, KV, DIM, 600, false);
    for (int p = 0; p < 600; p++) {
      cache.put(0, p, gaussians(random, KV * DIM), gaussians(random, KV * DIM), 0);
    }
    float[] q = gaussians(random, rows * HEADS * DIM);
    int[] from = new int[rows];
    int[] to = new int[rows];
    for (int r = 0; r < rows; r++) {
      from[r] = r % 3 == 0 ? 0 : 500 + r;
      to[r] = 580 + r;
    }
    float[] expected = new float[q.length];
    try (Compute one = Compute.host(1)) {
      Attention attention = new Attention(one, HEADS, KV, DIM);
      for (int r = 0; r < rows; r++) {
        float[] single = new float[HEADS * DIM];
        attention.attend(
            cache,
            0,
            Arrays.copyOfRange(q, r * HEADS * DIM, (r + 1) * HEADS * DIM),
            1,
            new int[] {from[r]},
            new int[] {to[r]},
            single);
        System.arraycopy(single, 0, expected, r * HEADS * DIM, single.length);
      }
    }
    for (String kernels : new String[] {"scalar", "vector-128", "vector-256", "vector-512"}) {
      for (int threads : new int[] {1, 2, 7}) {
        try (Compute compute = Compute.with(KernelSelection.named(kernels), threads)) {
          float[] out = new float[q.length];
          new Attention(compute, HEADS, KV, DIM).attend(cache, 0, q, rows, from, to, out);
          assertThat(out).as("%s on %d threads", kernels, threads).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void cachesTooLargeForAnArrayAreRefusedBeforeAllocating() {
    assertThatThrownBy(() -> new KeyValueCache(1, 8, 128, 1 << 21, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("do not fit");
    KeyValueCache small = new KeyValueCache(2, 1, 2, 3, false);
    assertThatThrownBy(() -> small.slot(3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(small.bytes()).isEqualTo(2 * 2 * 3 * 2 * 4);
  }

  private static double[] naive(float[] q, float[][] keys, float[][] values, int from, int to) {
    double[] out = new double[HEADS * DIM];
    for (int h = 0; h < HEADS; h++) {
      int kv = h / (HEADS / KV) * DIM;
      double[] weight = new double[to];
      double sum = 0;
      for (int u = from; u < to; u++) {
        double score = 0;
        for (int i = 0; i < DIM; i++) {
          score += (double) q[h * DIM + i] * keys[u][kv + i];
        }
        weight[u] = Math.exp(score / Math.sqrt(DIM));
        sum += weight[u];
      }
      for (int u = from; u < to; u++) {
        for (int i = 0; i < DIM; i++) {
          out[h * DIM + i] += weight[u] / sum * values[u][kv + i];
        }
      }
    }
    return out;
  }

  private static float[] gaussians(Random random, int n) {
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = (float) random.nextGaussian();
    }
    return out;
  }
}
