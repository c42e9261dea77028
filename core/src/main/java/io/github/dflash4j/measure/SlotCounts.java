/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.decode.SlotFigures;
import java.util.ArrayList;
import java.util.List;

/**
 * Acceptance slot by slot, summed over steps.
 *
 * @param slots from slot 1 on, without a gap
 */
public record SlotCounts(List<SlotFigures> slots) {
  /** Of no step. */
  public static final SlotCounts NONE = new SlotCounts(List.of());

  /**
   * Copies the list.
   *
   * @throws NullPointerException if the list or an element is null
   */
  public SlotCounts {
    slots = List.copyOf(slots);
  }

  /**
   * Both sums together.
   *
   * @param other other steps
   * @return the sum, as wide as the wider of the two
   */
  public SlotCounts plus(SlotCounts other) {
    List<SlotFigures> sum = new ArrayList<>();
    int widest = Math.max(slots.size(), other.slots.size());
    for (int i = 0; i < widest; i++) {
      SlotFigures a = at(i);
      SlotFigures b = other.at(i);
      sum.add(
          new SlotFigures(
              i + 1,
              a.verified() + b.verified(),
              a.reached() + b.reached(),
              a.accepted() + b.accepted()));
    }
    return new SlotCounts(sum);
  }

  private SlotFigures at(int index) {
    return index < slots.size() ? slots.get(index) : new SlotFigures(index + 1, 0, 0, 0);
  }

  /**
   * How many drafted tokens of a whole block are accepted on average: with {@code a(i)} the
   * acceptance of slot i given the slots before, the sum over j of the product of {@code a(1)} to
   * {@code a(j)}. Where every step has all slots and none is left undecided this is the plain mean.
   *
   * @return 0 to the number of slots; a slot never reached counts as never accepted
   */
  public double meanAccepted() {
    double mean = 0;
    double all = 1;
    for (SlotFigures slot : slots) {
      all *= slot.acceptance();
      mean += all;
    }
    return mean;
  }
}
