/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import java.util.Random;

/** A draft for one text of a real target: it knows the text, and errs at random. */
final class OracleDraft implements Draft {
  private static final double RIGHT = 0.75;

  private final int[] text;
  private final int block;
  private final int vocabulary;
  private final int lastLayer;
  private final long seed;

  /**
   * @param text prompt and the target's text behind it
   * @param lastLayer the last layer of the target, which is tapped beside the first
   */
  OracleDraft(int[] text, int block, int vocabulary, int lastLayer, long seed) {
    this.text = text.clone();
    this.block = block;
    this.vocabulary = vocabulary;
    this.lastLayer = lastLayer;
    this.seed = seed;
  }

  @Override
  public String describe() {
    return "oracle, block " + block;
  }

  @Override
  public int[] taps() {
    return new int[] {0, lastLayer};
  }

  @Override
  public int maxProposed() {
    return block - 1;
  }

  @Override
  public DraftSession newSession(int capacity) {
    return new Session();
  }

  private final class Session implements DraftSession {
    private final Random random = new Random(seed);
    private int length;

    @Override
    public int length() {
      return length;
    }

    @Override
    public void append(float[] taps, int rowOffset, int rows) {
      length += rows;
    }

    @Override
    public void propose(int anchor, int count, int[] out, int offset) {
      for (int slot = 1; slot <= count; slot++) {
        boolean right = length + slot < text.length && random.nextDouble() < RIGHT;
        out[offset + slot - 1] = right ? text[length + slot] : random.nextInt(vocabulary);
      }
    }

    @Override
    public void truncate(int to) {
      length = to;
    }

    @Override
    public long bytes() {
      return 0;
    }
  }
}
