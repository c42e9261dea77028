/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

/**
 * Shape of the candidate selector of generation 2 (dflash-algorithm 5).
 *
 * @param rank numbers in a codebook row
 * @param candidates tokens considered per row
 * @param vocabulary rows of a codebook; ids from there on are never proposed
 */
public record SelectorShape(int rank, int candidates, int vocabulary) {

  /**
   * A shape.
   *
   * @param rank numbers in a codebook row
   * @param candidates tokens considered per row
   * @param vocabulary rows of a codebook
   * @throws IllegalArgumentException if one of them is not at least 1, or there are more candidates
   *     than ids
   */
  public SelectorShape {
    if (rank < 1 || candidates < 1 || candidates > vocabulary) {
      throw new IllegalArgumentException(
          "rank " + rank + ", " + candidates + " candidates of " + vocabulary);
    }
  }
}
