/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a FastFlowLM package of a target does not say about itself. Other packagings do not depend
 * on it.
 *
 * @param lanes 16 or 32: the order of the codes in the 5120- and 8704-byte chunks; empty to
 *     conclude it from the package, which is refused where it cannot be
 * @param valueHeads the order of the value heads of recurrent layers; empty to go by what is known
 *     of the packages' converter, and refused where nothing is known
 */
public record FlmOptions(OptionalInt lanes, Optional<ValueHeads> valueHeads) {

  /** In which order value heads follow each other. */
  public enum ValueHeads {
    /** The value heads of a key head are next to each other, as in Hugging Face folders. */
    GROUPED,
    /** One value head of every key head, then the next of every key head, as in GGUF files. */
    TILED
  }

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if the lanes are neither 16 nor 32
   */
  public FlmOptions {
    if (lanes.isPresent() && lanes.getAsInt() != 16 && lanes.getAsInt() != 32) {
      throw new IllegalArgumentException(
          "codes of FastFlowLM chunks are ordered in 16 or 32 lanes, not " + lanes.getAsInt());
    }
  }

  /**
   * Nothing is declared.
   *
   * @return the options
   */
  public static FlmOptions defaults() {
    return new FlmOptions(OptionalInt.empty(), Optional.empty());
  }

  /**
   * Declares the order of the codes.
   *
   * @param count 16 or 32
   * @return a changed copy
   * @throws IllegalArgumentException if it is another number
   */
  public FlmOptions withLanes(int count) {
    return new FlmOptions(OptionalInt.of(count), valueHeads);
  }

  /**
   * Declares the order of the value heads.
   *
   * @param order the order
   * @return a changed copy
   */
  public FlmOptions withValueHeads(ValueHeads order) {
    return new FlmOptions(lanes, Optional.of(order));
  }
}
