/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.draft.Draft;
import io.github.dflash4j.draft.DraftSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A draft for a {@link SuccessorTarget}: it counts on from the anchor, but for blocks that are
 * given. It checks that its context is the text up to the anchor, if it was told the text.
 */
final class CountingDraft implements Draft {
  private final int block;
  private final int vocabulary;
  private final List<Integer> text;
  private final Map<Integer, List<Integer>> given = new HashMap<>();

  CountingDraft(int block, int vocabulary, List<Integer> text) {
    this.block = block;
    this.vocabulary = vocabulary;
    this.text = text;
  }

  /** Another block behind the anchor at this position. */
  CountingDraft proposing(int anchor, Integer... ids) {
    given.put(anchor, List.of(ids));
    return this;
  }

  @Override
  public String describe() {
    return "counting, block " + block;
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
  public DraftSession newSession(int capacity) {
    return new Session();
  }

  private final class Session implements DraftSession {
    private final List<Integer> context = new ArrayList<>();

    @Override
    public int length() {
      return context.size();
    }

    @Override
    public void append(float[] taps, int rowOffset, int rows) {
      for (int row = rowOffset; row < rowOffset + rows; row++) {
        context.add((int) taps[row]);
      }
    }

    @Override
    public void propose(int anchor, int count, int[] out, int offset) {
      if (!text.isEmpty()) {
        assertThat(context).isEqualTo(text.subList(0, context.size()));
        assertThat(anchor).isEqualTo(text.get(context.size()));
      }
      List<Integer> ids = given.get(context.size());
      for (int i = 0; i < count; i++) {
        out[offset + i] = ids == null ? (anchor + 1 + i) % vocabulary : ids.get(i);
      }
    }

    @Override
    public void truncate(int length) {
      context.subList(length, context.size()).clear();
    }

    @Override
    public long bytes() {
      return 4L * context.size();
    }
  }
}
