/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import io.github.dflash4j.model.DeltaNetState;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies of the recurrent state of one sequence at earlier lengths, a bounded number of them.
 * Memory of those given up is used again.
 */
final class Checkpoints {
  private final List<DeltaNetState> layers;
  private final List<Checkpoint> kept = new ArrayList<>();
  private final List<float[][]> spare = new ArrayList<>();
  private int most = TargetState.DEFAULT_CHECKPOINTS;

  /** The state of all layers after the first {@code length} rows. */
  private record Checkpoint(int length, float[][] states) {}

  Checkpoints(List<DeltaNetState> layers) {
    this.layers = layers;
  }

  void limit(int count) {
    most = count;
    while (kept.size() > most) {
      give(crowded());
    }
    while (kept.size() + spare.size() > most) {
      spare.removeLast();
    }
  }

  /** Copies the state, which is that of {@code length} rows. */
  void add(int length) {
    if (most == 0 || !kept.isEmpty() && kept.getLast().length() == length) {
      return;
    }
    if (kept.size() == most) {
      give(crowded());
    }
    float[][] states = spare.isEmpty() ? allocate() : spare.removeLast();
    for (int n = 0; n < states.length; n++) {
      layers.get(n).save(states[n]);
    }
    kept.add(new Checkpoint(length, states));
  }

  private float[][] allocate() {
    float[][] states = new float[layers.size()][];
    for (int n = 0; n < states.length; n++) {
      states[n] = new float[Math.toIntExact(layers.get(n).stateBytes() / Float.BYTES)];
    }
    return states;
  }

  /** The checkpoint nearest behind another one or the start, the oldest of several. */
  private int crowded() {
    int found = 0;
    for (int n = 1; n < kept.size(); n++) {
      if (gap(n) < gap(found)) {
        found = n;
      }
    }
    return found;
  }

  private int gap(int n) {
    return kept.get(n).length() - (n == 0 ? 0 : kept.get(n - 1).length());
  }

  private void give(int n) {
    spare.add(kept.remove(n).states());
  }

  /** Gives up the checkpoints behind a length. */
  void forgetBehind(int length) {
    while (!kept.isEmpty() && kept.getLast().length() > length) {
      give(kept.size() - 1);
    }
  }

  /**
   * Brings the layers back to the newest checkpoint at or before a length, or to the start.
   *
   * @return its length
   */
  int restore(int length) {
    forgetBehind(length);
    if (kept.isEmpty()) {
      layers.forEach(DeltaNetState::clear);
      return 0;
    }
    Checkpoint last = kept.getLast();
    for (int n = 0; n < layers.size(); n++) {
      layers.get(n).restore(last.states()[n]);
    }
    return last.length();
  }

  long bytes() {
    long each = layers.stream().mapToLong(DeltaNetState::stateBytes).sum();
    return (kept.size() + spare.size()) * each;
  }
}
