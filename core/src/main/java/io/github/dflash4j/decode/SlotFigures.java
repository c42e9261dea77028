/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

/**
 * How one slot of the block did. Slot 1 is the first drafted token, right behind the anchor; the
 * anchor itself is no slot.
 *
 * @param slot 1-based place in the block
 * @param verified steps that verified a token in this slot
 * @param reached those of them in which all slots before were accepted
 * @param accepted those of them in which this slot was accepted too
 */
public record SlotFigures(int slot, int verified, int reached, int accepted) {

  /**
   * Acceptance given that the slots before were accepted.
   *
   * @return accepted / reached, 0 if never reached
   */
  public double acceptance() {
    return reached == 0 ? 0 : (double) accepted / reached;
  }
}
