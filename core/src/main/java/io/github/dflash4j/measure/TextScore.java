/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.decode.SlotFigures;
import java.util.ArrayList;
import java.util.List;

/**
 * How well a draft knows one text.
 *
 * <p>Acceptance of slot j is counted over the blocks that reach it: those in which the slots before
 * were accepted, and which have a slot j at all. A block that is {@link ScoredStart#open()} reaches
 * no slot behind its last accepted one, since nobody knows whether it would be accepted.
 *
 * @param tokens tokens of the text
 * @param starts the blocks, in order
 */
public record TextScore(int tokens, List<ScoredStart> starts) {

  /**
   * Copies the list.
   *
   * @throws NullPointerException if the list or an element is null
   */
  public TextScore {
    starts = List.copyOf(starts);
  }

  /**
   * Against the target's own greedy choice: what the decode loop would accept.
   *
   * @return acceptance slot by slot
   */
  public SlotCounts byTarget() {
    return slots(true);
  }

  /**
   * Against the tokens of the text, whatever the target thinks of them.
   *
   * @return acceptance slot by slot
   */
  public SlotCounts inText() {
    return slots(false);
  }

  private SlotCounts slots(boolean byTarget) {
    int widest = starts.stream().mapToInt(start -> start.proposed().size()).max().orElse(0);
    List<SlotFigures> slots = new ArrayList<>();
    for (int slot = 1; slot <= widest; slot++) {
      int verified = 0;
      int reached = 0;
      int accepted = 0;
      for (ScoredStart start : starts) {
        int right = byTarget ? start.acceptedByTarget() : start.foundInText();
        boolean unknown = byTarget && start.open() && slot > right;
        if (start.proposed().size() >= slot) {
          verified++;
          reached += right >= slot - 1 && !unknown ? 1 : 0;
          accepted += right >= slot ? 1 : 0;
        }
      }
      slots.add(new SlotFigures(slot, verified, reached, accepted));
    }
    return new SlotCounts(slots);
  }
}
