/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

/**
 * Shape of the grouped convolutions of generation 2 (dflash-algorithm 4).
 *
 * @param taps rows a convolution reads, its own included
 * @param group channels that share a dynamic kernel
 */
public record ConvolutionShape(int taps, int group) {

  /**
   * A shape.
   *
   * @param taps rows a convolution reads, its own included
   * @param group channels that share a dynamic kernel
   * @throws IllegalArgumentException if one of them is not at least 1
   */
  public ConvolutionShape {
    if (taps < 1 || group < 1) {
      throw new IllegalArgumentException(taps + " taps in groups of " + group);
    }
  }

  /**
   * Numbers in the dynamic kernels of a row: both sides, all taps, all groups.
   *
   * @param hidden numbers in a hidden row
   * @return {@code 2 x taps x hidden / group}
   */
  public int dynamicWidth(int hidden) {
    return 2 * taps * (hidden / group);
  }
}
