/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.target;

/** Where the gates of attention heads lie in the rows of the query projection. */
enum Gating {
  /** There are no gates. */
  NONE,
  /** Each head has its query and then its gate. */
  BESIDE,
  /** All queries come first, then all gates. */
  BEHIND;

  /** Index of the query of a head in a projected row. */
  int query(int head, int headDim) {
    return (this == BESIDE ? 2 * head : head) * headDim;
  }

  /** Index of the gate of a head in a projected row. */
  int gate(int head, int heads, int headDim) {
    return (this == BESIDE ? 2 * head + 1 : heads + head) * headDim;
  }
}
