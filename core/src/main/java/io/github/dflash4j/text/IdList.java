/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.Arrays;

/** A growing list of token ids. */
final class IdList {
  private int[] ids = new int[16];
  private int size;

  void add(int id) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
    }
    ids[size++] = id;
  }

  int size() {
    return size;
  }

  int get(int index) {
    return ids[index];
  }

  int[] toArray() {
    return Arrays.copyOf(ids, size);
  }
}
