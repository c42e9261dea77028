/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dflash4j.draft.DraftSession;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingTapsTest {
  private static final int[] IDS = {11, 12, 15, 17};

  @Test
  void rowsAreHandedOverOnceAndInOrder() {
    PendingTaps pending = new PendingTaps(2, 4);
    Recorder draft = new Recorder(2);
    pending.add(new float[] {1, 2, 3, 4, 99, 99}, 2);
    pending.add(new float[] {5, 6}, 1);
    assertThat(pending.rows()).isEqualTo(3);
    assertThat(pending.moveTo(draft, IDS)).isEqualTo(3);
    assertThat(draft.seen).containsExactly(1f, 2f, 3f, 4f, 5f, 6f);
    assertThat(pending.moveTo(draft, IDS)).isZero();
    pending.add(new float[] {7, 8}, 1);
    assertThat(pending.moveTo(draft, IDS)).isEqualTo(1);
    assertThat(draft.seen).endsWith(7f, 8f).hasSize(8);
    assertThat(draft.batches).containsExactly(3, 1);
    assertThat(draft.tokens).containsExactly(11, 12, 15, 17);
  }

  @Test
  void rowsBehindTheFirstOnesCanBeForgotten() {
    PendingTaps pending = new PendingTaps(1, 4);
    Recorder draft = new Recorder(1);
    pending.add(new float[] {1, 2, 3}, 3);
    pending.keepFirst(5);
    assertThat(pending.rows()).isEqualTo(3);
    pending.keepFirst(2);
    assertThat(pending.moveTo(draft, IDS)).isEqualTo(2);
    assertThat(draft.seen).containsExactly(1f, 2f);
    assertThat(draft.tokens).containsExactly(11, 12);
  }

  @Test
  void wideRowsAreLimitedInNumberAndNarrowOnesInBytes() {
    int wide = 40_960;
    PendingTaps few = new PendingTaps(wide, 8);
    assertThat(few.hasRoomFor(PendingTaps.FEWEST_ROWS)).isTrue();
    assertThat(few.hasRoomFor(PendingTaps.FEWEST_ROWS + 1)).isFalse();
    PendingTaps many = new PendingTaps(5_120, 8);
    int rows = PendingTaps.MOST_BYTES / (5_120 * Float.BYTES);
    assertThat(many.hasRoomFor(rows)).isTrue();
    assertThat(many.hasRoomFor(rows + 1)).isFalse();
    assertThat(new PendingTaps(wide, 200).hasRoomFor(200)).as("a step always fits").isTrue();
  }

  @Test
  void memoryGrowsWithTheRowsAndStaysInItsBounds() {
    PendingTaps pending = new PendingTaps(5_120, 8);
    assertThat(pending.bytes()).isZero();
    float[] row = new float[5_120];
    pending.add(row, 1);
    assertThat(pending.bytes()).isLessThanOrEqualTo(2L * 5_120 * Float.BYTES);
    while (pending.hasRoomFor(1)) {
      pending.add(row, 1);
    }
    assertThat(pending.bytes()).isLessThanOrEqualTo(PendingTaps.MOST_BYTES);
    assertThatIllegalStateException().isThrownBy(() -> pending.add(row, 1));
    pending.drop();
    assertThat(pending.bytes()).isZero();
    assertThat(pending.rows()).isZero();
  }

  private static final class Recorder implements DraftSession {
    private final int width;
    private final List<Float> seen = new ArrayList<>();
    private final List<Integer> tokens = new ArrayList<>();
    private final List<Integer> batches = new ArrayList<>();

    Recorder(int width) {
      this.width = width;
    }

    @Override
    public int length() {
      return seen.size() / width;
    }

    @Override
    public void append(float[] taps, int rowOffset, int rows) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void append(int[] ids, int idOffset, float[] taps, int rowOffset, int rows) {
      batches.add(rows);
      for (int row = 0; row < rows; row++) {
        tokens.add(ids[idOffset + row]);
      }
      for (int i = rowOffset * width; i < (rowOffset + rows) * width; i++) {
        seen.add(taps[i]);
      }
    }

    @Override
    public void propose(int anchor, int count, int[] out, int offset) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void truncate(int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long bytes() {
      return 0;
    }
  }
}
