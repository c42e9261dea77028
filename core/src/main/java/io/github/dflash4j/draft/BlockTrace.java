/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

/** Sees what happens inside a block pass. For tests; the pass does not depend on it. */
@FunctionalInterface
interface BlockTrace {
  BlockTrace NONE = (layer, point, rows, numbers) -> {};

  /**
   * Called when a point is reached.
   *
   * @param layer draft layer
   * @param point what was computed
   * @param rows the rows, valid during the call
   * @param numbers how many numbers count
   */
  void at(int layer, String point, float[] rows, int numbers);
}
