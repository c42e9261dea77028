/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.model.DeltaNetState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Everything that a committed row leaves behind. */
record StateBits(List<int[]> arrays) {
  static StateBits of(TargetState state) {
    StackState s = (StackState) state;
    List<int[]> arrays = new ArrayList<>();
    for (DeltaNetState layer : s.recurrent) {
      arrays.add(bits(layer.memory()));
      arrays.add(bits(layer.window()));
    }
    TargetSpec spec = s.owner.spec();
    for (int layer = 0; layer < spec.attentionLayers(); layer++) {
      for (int head = 0; head < spec.keyValueHeads(); head++) {
        int from = head * s.cache.slots() * spec.headDim();
        int to = from + s.length() * spec.headDim();
        arrays.add(bits(Arrays.copyOfRange(s.cache.keys(layer), from, to)));
        arrays.add(bits(Arrays.copyOfRange(s.cache.values(layer), from, to)));
      }
    }
    return new StateBits(arrays);
  }

  void same(StateBits other, String what) {
    assertThat(arrays).hasSameSizeAs(other.arrays).isNotEmpty();
    for (int i = 0; i < arrays.size(); i++) {
      assertThat(arrays.get(i)).as("%s, array %d", what, i).isEqualTo(other.arrays.get(i));
    }
  }

  static int[] row(float[] rows, int row, int width) {
    return bits(Arrays.copyOfRange(rows, row * width, (row + 1) * width));
  }

  static int[] bits(float[] numbers) {
    int[] bits = new int[numbers.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToRawIntBits(numbers[i]);
    }
    return bits;
  }
}
