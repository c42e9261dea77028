/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import io.github.dflash4j.draft.Proposal;
import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.statistics.ExactDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A draft for a {@link BigramTarget} with a known distribution q behind every history: it draws
 * from q, or proposes one token as a point mass.
 */
final class KnownDraft implements Draft {

  /** What q is. */
  enum Kind {
    /** The target's own distribution after all processors. */
    PERFECT(true),
    /** Nearly all of it where the target has little. */
    BAD(true),
    /** Some fixed distribution over half of the vocabulary, another one behind every token. */
    RANDOM(true),
    /** A point mass on what the target finds most likely. */
    SURE(false),
    /** A point mass on a fixed token, another one behind every token. */
    SURE_OF_ANY(false);

    private final boolean draws;

    Kind(boolean draws) {
      this.draws = draws;
    }
  }

  private final BigramTarget target;
  private final Kind kind;
  private final Sampling sampling;
  private final int block;
  private final int prompt;
  private final double[][] fixed;
  private final boolean ofLastTokenOnly;
  private final double[][] known;

  /**
   * @param sampling what the target's distribution is made with
   * @param block rows of a block
   * @param prompt tokens that count as prompt
   * @param seed of what is fixed
   */
  KnownDraft(BigramTarget target, Kind kind, Sampling sampling, int block, int prompt, long seed) {
    this.target = target;
    this.kind = kind;
    this.sampling = sampling;
    this.block = block;
    this.prompt = prompt;
    fixed = fixed(target.vocabulary(), seed);
    ofLastTokenOnly = !sampling.withLogitBias(Map.of()).changesLogits();
    known = new double[target.vocabulary()][];
  }

  private static double[][] fixed(int vocabulary, long seed) {
    Random random = new Random(seed);
    double[][] fixed = new double[vocabulary][vocabulary];
    for (double[] q : fixed) {
      List<Integer> ids = new ArrayList<>(IntStream.range(0, vocabulary).boxed().toList());
      Collections.shuffle(ids, random);
      for (int id : ids.subList(0, vocabulary / 2)) {
        q[id] = 0.05 + random.nextDouble();
      }
      normalise(q);
    }
    return fixed;
  }

  private static void normalise(double[] q) {
    double sum = Arrays.stream(q).sum();
    for (int id = 0; id < q.length; id++) {
      q[id] /= sum;
    }
  }

  /** q behind a history, or p for a draft that is sure. */
  private double[] distribution(int[] tokens, int length) {
    int last = tokens[length - 1];
    if (kind == Kind.RANDOM || kind == Kind.SURE_OF_ANY) {
      return fixed[last];
    }
    if (ofLastTokenOnly && known[last] != null) {
      return known[last];
    }
    double[] p = ExactDistribution.of(target.logits(last), sampling, tokens, prompt, length);
    double[] q = p == null ? fixed[last] : kind == Kind.BAD ? opposite(p) : p;
    known[last] = q;
    return q;
  }

  private static double[] opposite(double[] p) {
    double[] q = new double[p.length];
    for (int id = 0; id < q.length; id++) {
      q[id] = 1e-3 / (1e-3 + p[id]);
    }
    normalise(q);
    return q;
  }

  @Override
  public String describe() {
    return kind + ", block " + block;
  }

  @Override
  public int[] taps() {
    return new int[] {0};
  }

  @Override
  public int maxProposed() {
    return block - 1;
  }

  @Override
  public int candidates() {
    return kind.draws ? target.vocabulary() : 0;
  }

  @Override
  public DraftSession newSession(int capacity) {
    return new Session(capacity);
  }

  private final class Session implements DraftSession {
    private final int[] tokens;
    private final int[] ids = new int[target.vocabulary()];
    private final double[] q = new double[target.vocabulary()];
    private int length;

    Session(int capacity) {
      tokens = new int[capacity + block];
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public void append(float[] taps, int rowOffset, int rows) {
      for (int row = 0; row < rows; row++) {
        tokens[length++] = (int) taps[rowOffset + row];
      }
    }

    @Override
    public void propose(int anchor, int count, int[] out, int offset) {
      tokens[length] = anchor;
      for (int slot = 0; slot < count; slot++) {
        double[] p = distribution(tokens, length + 1 + slot);
        int best = 0;
        for (int id = 1; id < p.length; id++) {
          best = p[id] > p[best] ? id : best;
        }
        out[offset + slot] = best;
        tokens[length + 1 + slot] = best;
      }
    }

    @Override
    public void draw(
        int anchor, int count, double temperature, RandomGenerator random, Proposal out) {
      if (!kind.draws) {
        DraftSession.super.draw(anchor, count, temperature, random, out);
        return;
      }
      tokens[length] = anchor;
      for (int slot = 0; slot < count; slot++) {
        double[] all = distribution(tokens, length + 1 + slot);
        int candidates = 0;
        for (int id = all.length - 1; id >= 0; id--) {
          if (all[id] > 0) {
            ids[candidates] = id;
            q[candidates++] = all[id];
          }
        }
        int drawn = drawn(random.nextDouble(), candidates);
        out.set(slot, drawn, candidates, ids, q);
        tokens[length + 1 + slot] = drawn;
      }
    }

    private int drawn(double u, int candidates) {
      double left = u;
      for (int c = 0; c < candidates; c++) {
        left -= q[c];
        if (left < 0) {
          return ids[c];
        }
      }
      return ids[candidates - 1];
    }

    @Override
    public void truncate(int rows) {
      length = rows;
    }

    @Override
    public long bytes() {
      return 4L * tokens.length;
    }
  }
}
