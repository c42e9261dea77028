/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import java.util.OptionalInt;

/**
 * What a draft package does not say about itself.
 *
 * @param flmLanes 16 or 32: the order of the codes in the 5120- and 8704-byte chunks of a
 *     FastFlowLM package; empty to conclude it from the package, which is refused where it cannot
 *     be. Other packagings do not depend on it
 */
public record DraftOptions(OptionalInt flmLanes) {

  /**
   * Checks the options.
   *
   * @param flmLanes 16 or 32, or empty
   * @throws IllegalArgumentException if the number is another one
   */
  public DraftOptions {
    if (flmLanes.isPresent() && flmLanes.getAsInt() != 16 && flmLanes.getAsInt() != 32) {
      throw new IllegalArgumentException(
          "codes of FastFlowLM chunks are ordered in 16 or 32 lanes, not " + flmLanes.getAsInt());
    }
  }

  /**
   * Nothing is declared.
   *
   * @return the options
   */
  public static DraftOptions defaults() {
    return new DraftOptions(OptionalInt.empty());
  }

  /**
   * Declares the order of the codes in a FastFlowLM package.
   *
   * @param lanes 16 or 32
   * @return a changed copy
   * @throws IllegalArgumentException if it is another number
   */
  public DraftOptions withFlmLanes(int lanes) {
    return new DraftOptions(OptionalInt.of(lanes));
  }
}
