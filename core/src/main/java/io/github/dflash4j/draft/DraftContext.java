/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.draft;

import io.github.dflash4j.model.KeyValueCache;
import java.util.Arrays;

/**
 * The context of a draft: for every committed row the key and the value of each layer, computed
 * once and kept (dflash-algorithm 3.2, 6.5). A layer that slides keeps a ring of {@code window - 1}
 * rows and a block; a layer that does not keeps all rows. Block rows lie behind the context during
 * a pass and do not count as part of it. Filled by {@link DraftForward}; used by one thread at a
 * time.
 */
public final class DraftContext {
  private final DraftConfig config;
  private final int firstPosition;
  private final int capacity;
  private final KeyValueCache[] caches;
  private final int[] lowestHeld;
  private final boolean keepingAll;
  private int length;

  /**
   * An empty context with all its memory.
   *
   * @param config the draft
   * @param firstPosition position of the first row, usually 0
   * @param capacity rows it can hold
   * @throws IllegalArgumentException if the sizes are out of range or a layer does not fit an array
   */
  DraftContext(DraftConfig config, int firstPosition, int capacity) {
    this(config, firstPosition, capacity, false);
  }

  /**
   * A context that may keep the rows that sliding layers see no more, so that it can go back to any
   * length.
   */
  DraftContext(DraftConfig config, int firstPosition, int capacity, boolean keepingAll) {
    if (firstPosition < 0
        || capacity < 1
        || (long) firstPosition + capacity > LayerMask.LIMIT - config.blockSize()) {
      throw new IllegalArgumentException(
          "no context of " + capacity + " rows from position " + firstPosition);
    }
    this.config = config;
    this.firstPosition = firstPosition;
    this.capacity = capacity;
    this.keepingAll = keepingAll;
    this.caches = new KeyValueCache[config.layers()];
    this.lowestHeld = new int[config.layers()];
    for (int n = 0; n < caches.length; n++) {
      // A ring in any case: a context need not begin at position 0.
      int slots = keepingAll ? capacity + config.blockSize() : slots(config, n, capacity);
      caches[n] = new KeyValueCache(1, config.keyValueHeads(), config.headDim(), slots, true);
    }
    reset();
  }

  static int slots(DraftConfig config, int layer, int capacity) {
    return config.masks().get(layer).reach(capacity) + config.blockSize();
  }

  static long bytes(DraftConfig config, int layer, int capacity) {
    return 2L * config.keyValueWidth() * slots(config, layer, capacity) * Float.BYTES;
  }

  private void reset() {
    length = 0;
    Arrays.fill(lowestHeld, firstPosition);
  }

  /**
   * Position of the first row.
   *
   * @return usually 0
   */
  public int firstPosition() {
    return firstPosition;
  }

  /**
   * Rows in the context.
   *
   * @return the number of rows appended and not truncated
   */
  public int length() {
    return length;
  }

  /**
   * Position of the next row, which is that of the anchor of the next block.
   *
   * @return first position plus length
   */
  public int nextPosition() {
    return firstPosition + length;
  }

  /**
   * Rows it can hold.
   *
   * @return the capacity
   */
  public int capacity() {
    return capacity;
  }

  /**
   * Rows of a layer that are still there, the newest ones.
   *
   * @param layer a draft layer
   * @return the length, or less if the layer slides
   */
  public int rowsHeld(int layer) {
    return nextPosition() - lowestHeld[layer];
  }

  /**
   * Copies the key of a row: all heads, normed and rotated.
   *
   * @param layer a draft layer
   * @param position its position
   * @param out receives {@code key/value heads x head size} numbers
   * @param offset where they go
   * @throws IndexOutOfBoundsException if the row is not there (any more)
   */
  public void key(int layer, int position, float[] out, int offset) {
    copy(layer, position, caches[layer].keys(0), out, offset);
  }

  /**
   * Copies the value of a row: all heads.
   *
   * @param layer a draft layer
   * @param position its position
   * @param out receives {@code key/value heads x head size} numbers
   * @param offset where they go
   * @throws IndexOutOfBoundsException if the row is not there (any more)
   */
  public void value(int layer, int position, float[] out, int offset) {
    copy(layer, position, caches[layer].values(0), out, offset);
  }

  private void copy(int layer, int position, float[] rows, float[] out, int offset) {
    if (position < lowestHeld[layer] || position >= nextPosition()) {
      throw new IndexOutOfBoundsException(
          "layer " + layer + " holds positions " + lowestHeld[layer] + " to " + nextPosition());
    }
    KeyValueCache cache = caches[layer];
    int dim = config.headDim();
    for (int h = 0; h < config.keyValueHeads(); h++) {
      int from = (h * cache.slots() + cache.slot(position)) * dim;
      System.arraycopy(rows, from, out, offset + h * dim, dim);
    }
  }

  /**
   * Forgets rows from some row on.
   *
   * @param rows how many rows stay; 0 is always possible
   * @throws IllegalArgumentException if there are not so many rows, or a sliding layer has given up
   *     rows that would be seen again
   */
  public void truncate(int rows) {
    if (rows < 0 || rows > length) {
      throw new IllegalArgumentException("cannot go back to " + rows + " of " + length + " rows");
    }
    if (rows == 0) {
      reset();
      return;
    }
    for (int n = 0; n < caches.length; n++) {
      if (rows < length && hasGivenUp(n, rows)) {
        throw new IllegalArgumentException(
            "cannot go back to "
                + rows
                + " of "
                + length
                + " rows: layer "
                + n
                + " slides and has given up the rows before position "
                + lowestHeld[n]);
      }
    }
    length = rows;
    for (int n = 0; n < lowestHeld.length; n++) {
      lowestHeld[n] = Math.min(lowestHeld[n], nextPosition());
    }
  }

  /** Whether {@link #truncate} is possible. */
  boolean canTruncate(int rows) {
    if (rows == 0 || rows == length) {
      return true;
    }
    for (int n = 0; n < caches.length; n++) {
      if (hasGivenUp(n, rows)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasGivenUp(int layer, int rows) {
    int reach = config.masks().get(layer).reach(rows);
    return reach > 0 && firstPosition + rows - reach < lowestHeld[layer];
  }

  /**
   * Memory of keys and values.
   *
   * @return bytes
   */
  public long bytes() {
    long bytes = 0;
    for (KeyValueCache cache : caches) {
      bytes += cache.bytes();
    }
    return bytes;
  }

  DraftConfig config() {
    return config;
  }

  KeyValueCache cache(int layer) {
    return caches[layer];
  }

  void grow(int rows) {
    length += rows;
    if (keepingAll) {
      return;
    }
    for (int n = 0; n < lowestHeld.length; n++) {
      int reach = config.masks().get(n).reach(length);
      lowestHeld[n] = Math.max(lowestHeld[n], nextPosition() - reach);
    }
  }
}
