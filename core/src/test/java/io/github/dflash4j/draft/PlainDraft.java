/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import java.util.Arrays;
import java.util.Map;

/**
 * A draft written down once more, as slowly and plainly as possible: doubles, no cache, no windows
 * cut off but masks over all rows. What the product computes is compared with it.
 */
final class PlainDraft {
  private final DraftPackage p;
  private final int[] windows;
  private final boolean[] causal;
  private final double theta;
  private final int hidden;
  private final int dim;
  private final int heads;
  private final int keyValueHeads;

  /**
   * @param p the package
   * @param windows per layer, 0 for none
   * @param causal per layer
   */
  PlainDraft(DraftPackage p, int[] windows, boolean[] causal) {
    this.p = p;
    this.windows = windows;
    this.causal = causal;
    Object stated =
        p.config.get("rope_parameters") instanceof Map<?, ?> m
            ? m.get("rope_theta")
            : p.config.get("rope_theta");
    this.theta = ((Number) stated).doubleValue();
    this.hidden = p.number("hidden_size");
    this.dim = p.number("head_dim");
    this.heads = p.number("num_attention_heads");
    this.keyValueHeads = p.number("num_key_value_heads");
  }

  /** Final-normed hidden rows of a block behind all rows of {@code taps}. */
  float[] block(float[] taps, float[] embedded) {
    int contextRows = taps.length / (p.tapCount() * hidden);
    double[][] context = project("fc.weight", matrix(taps, p.tapCount() * hidden));
    normRows(context, "hidden_norm.weight");
    double[][] h = matrix(embedded, hidden);
    for (int n = 0; n < windows.length; n++) {
      String layer = "layers." + n + ".";
      double[][] x = copy(h);
      normRows(x, layer + "input_layernorm.weight");
      double[][] dynamic = dynamic(layer + "attention_conv", x);
      double[][] y =
          attention(n, context, convolve(layer + "attention_conv", 0, x, dynamic), contextRows);
      add(h, convolve(layer + "attention_conv", 1, y, dynamic));
      x = copy(h);
      normRows(x, layer + "post_attention_layernorm.weight");
      dynamic = dynamic(layer + "mlp_conv", x);
      y = mlp(layer, convolve(layer + "mlp_conv", 0, x, dynamic));
      add(h, convolve(layer + "mlp_conv", 1, y, dynamic));
    }
    normRows(h, "norm.weight");
    float[] out = new float[h.length * hidden];
    for (int r = 0; r < h.length; r++) {
      for (int i = 0; i < hidden; i++) {
        out[r * hidden + i] = (float) h[r][i];
      }
    }
    return out;
  }

  /** The greedy proposal for block rows 1 and following. */
  int[] propose(float[] blockHidden, ArrayTarget target, int anchor) {
    int rows = blockHidden.length / hidden - 1;
    double[][] f = matrix(Arrays.copyOfRange(blockHidden, hidden, blockHidden.length), hidden);
    double[][] g = p.second() ? project("candidate_selector.hidden_projection.weight", f) : null;
    int[] tokens = new int[rows];
    int predecessor = anchor;
    for (int r = 0; r < rows; r++) {
      double[] logits = new double[target.vocabulary()];
      for (int v = 0; v < logits.length; v++) {
        for (int i = 0; i < hidden; i++) {
          logits[v] += target.head()[v * hidden + i] * f[r][i];
        }
      }
      tokens[r] = p.second() ? pick(logits, g[r], predecessor) : argmax(logits);
      predecessor = tokens[r];
    }
    return tokens;
  }

  private int pick(double[] logits, double[] g, int predecessor) {
    float[] before = p.values("candidate_selector.predecessor_codebook");
    float[] after = p.values("candidate_selector.successor_codebook");
    double[] left = logits.clone();
    double best = Double.NEGATIVE_INFINITY;
    int picked = -1;
    for (int c = 0; c < p.number("selector_top_k"); c++) {
      int id = argmax(left);
      left[id] = Double.NEGATIVE_INFINITY;
      double score = logits[id];
      for (int i = 0; i < g.length; i++) {
        score += before[predecessor * g.length + i] * g[i] * after[id * g.length + i];
      }
      if (score > best) {
        best = score;
        picked = id;
      }
    }
    return picked;
  }

  private static int argmax(double[] x) {
    int best = 0;
    for (int i = 1; i < x.length; i++) {
      best = x[i] > x[best] ? i : best;
    }
    return best;
  }

  private double[][] attention(int n, double[][] context, double[][] x, int contextRows) {
    String attn = "layers." + n + ".self_attn.";
    double[][] all = new double[contextRows + x.length][];
    System.arraycopy(context, 0, all, 0, contextRows);
    System.arraycopy(x, 0, all, contextRows, x.length);
    double[][] q = project(attn + "q_proj.weight", x);
    double[][] k = project(attn + "k_proj.weight", all);
    double[][] v = project(attn + "v_proj.weight", all);
    rotate(q, attn + "q_norm.weight", heads, contextRows);
    rotate(k, attn + "k_norm.weight", keyValueHeads, 0);
    double[][] out = new double[x.length][heads * dim];
    for (int r = 0; r < x.length; r++) {
      for (int h = 0; h < heads; h++) {
        attendHead(n, q[r], k, v, h, contextRows + r, out[r]);
      }
    }
    return project(attn + "o_proj.weight", out);
  }

  private void attendHead(
      int n, double[] q, double[][] k, double[][] v, int h, int position, double[] out) {
    int kv = h / (heads / keyValueHeads) * dim;
    double[] weights = new double[k.length];
    double sum = 0;
    for (int t = 0; t < k.length; t++) {
      boolean seen = !causal[n] || t <= position;
      seen &= windows[n] == 0 || Math.abs(position - t) < windows[n];
      if (seen) {
        double score = 0;
        for (int i = 0; i < dim; i++) {
          score += q[h * dim + i] * k[t][kv + i];
        }
        weights[t] = Math.exp(score / Math.sqrt(dim));
        sum += weights[t];
      }
    }
    for (int t = 0; t < k.length; t++) {
      for (int i = 0; i < dim; i++) {
        out[h * dim + i] += weights[t] / sum * v[t][kv + i];
      }
    }
  }

  private void rotate(double[][] rows, String norm, int count, int firstPosition) {
    for (int r = 0; r < rows.length; r++) {
      for (int h = 0; h < count; h++) {
        double[] head = Arrays.copyOfRange(rows[r], h * dim, (h + 1) * dim);
        normRows(new double[][] {head}, norm);
        for (int i = 0; i < dim / 2; i++) {
          double angle = (firstPosition + r) * Math.pow(theta, -2.0 * i / dim);
          double a = head[i];
          double b = head[i + dim / 2];
          rows[r][h * dim + i] = a * Math.cos(angle) - b * Math.sin(angle);
          rows[r][h * dim + i + dim / 2] = b * Math.cos(angle) + a * Math.sin(angle);
        }
      }
    }
  }

  private double[][] mlp(String layer, double[][] x) {
    double[][] gate = project(layer + "mlp.gate_proj.weight", x);
    double[][] up = project(layer + "mlp.up_proj.weight", x);
    for (int r = 0; r < x.length; r++) {
      for (int i = 0; i < gate[r].length; i++) {
        gate[r][i] = gate[r][i] / (1 + Math.exp(-gate[r][i])) * up[r][i];
      }
    }
    return project(layer + "mlp.down_proj.weight", gate);
  }

  private double[][] dynamic(String conv, double[][] x) {
    return p.second() ? project(conv + ".kernel_projection.weight", x) : null;
  }

  private double[][] convolve(String conv, int side, double[][] y, double[][] dynamic) {
    if (dynamic == null) {
      return y;
    }
    float[] base = p.values(conv + ".base_kernel");
    int taps = p.number("conv_kernel_size");
    int group = p.number("conv_group_size");
    int groups = hidden / group;
    double[][] out = new double[y.length][hidden];
    for (int t = 0; t < y.length; t++) {
      for (int o = 0; o < taps && o <= t; o++) {
        for (int i = 0; i < hidden; i++) {
          double kernel =
              base[(side * taps + o) * hidden + i]
                  + dynamic[t][i / group + groups * (o + taps * side)];
          out[t][i] += kernel * y[t - o][i];
        }
      }
    }
    return out;
  }

  private double[][] project(String name, double[][] x) {
    float[] w = p.values(name);
    int out = (int) p.tensors.get(name).shape()[0];
    double[][] y = new double[x.length][out];
    for (int r = 0; r < x.length; r++) {
      int in = x[r].length;
      for (int o = 0; o < out; o++) {
        for (int i = 0; i < in; i++) {
          y[r][o] += w[o * in + i] * x[r][i];
        }
      }
    }
    return y;
  }

  private void normRows(double[][] x, String name) {
    float[] w = p.values(name);
    double eps = ((Number) p.config.get("rms_norm_eps")).doubleValue();
    for (double[] row : x) {
      double squares = 0;
      for (double value : row) {
        squares += value * value;
      }
      double scale = 1 / Math.sqrt(squares / row.length + eps);
      for (int i = 0; i < row.length; i++) {
        row[i] = row[i] * scale * w[i];
      }
    }
  }

  private static double[][] matrix(float[] x, int width) {
    double[][] out = new double[x.length / width][width];
    for (int i = 0; i < x.length; i++) {
      out[i / width][i % width] = x[i];
    }
    return out;
  }

  private static double[][] copy(double[][] x) {
    return Arrays.stream(x).map(double[]::clone).toArray(double[][]::new);
  }

  private static void add(double[][] h, double[][] y) {
    for (int r = 0; r < h.length; r++) {
      for (int i = 0; i < h[r].length; i++) {
        h[r][i] += y[r][i];
      }
    }
  }
}
