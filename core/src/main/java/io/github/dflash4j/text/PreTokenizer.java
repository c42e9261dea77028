/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

/**
 * Cuts text into the pieces that merges never cross. Every code point belongs to exactly one piece,
 * pieces come in order. Implementations are stateless scanners: a pattern from a file is compared
 * with known ones, never executed.
 */
interface PreTokenizer {

  /** Takes the piece {@code [from, to)}. */
  @FunctionalInterface
  interface Pieces {
    void accept(int from, int to);
  }

  /** Cuts the whole text, given as code points. */
  void split(int[] text, Pieces pieces);
}
