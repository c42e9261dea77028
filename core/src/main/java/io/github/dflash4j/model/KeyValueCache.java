/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.model;

/**
 * Keys and values of one sequence. Rows are addressed by absolute position; keys are stored
 * rotated, so where a row lies does not matter. A plain cache has a slot for every position; a ring
 * keeps the newest positions only. The rows of one head lie one after the other. Owned and used by
 * one thread at a time for writing; reads of finished rows may be shared.
 */
public final class KeyValueCache {
  private final float[][] keys;
  private final float[][] values;
  private final int heads;
  private final int headDim;
  private final int slots;
  private final boolean ring;

  /**
   * A cache with all its memory.
   *
   * @param layers layers
   * @param heads key/value heads
   * @param headDim size of a head
   * @param slots rows held per layer
   * @param ring whether position p uses slot {@code p mod slots}; else positions must be below
   *     {@code slots}
   * @throws IllegalArgumentException if a layer does not fit an array; says so before allocating
   */
  public KeyValueCache(int layers, int heads, int headDim, int slots, boolean ring) {
    long perLayer = (long) slots * heads * headDim;
    if (slots < 1 || perLayer > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          slots + " positions of " + heads + " x " + headDim + " numbers do not fit a cache layer");
    }
    this.heads = heads;
    this.headDim = headDim;
    this.slots = slots;
    this.ring = ring;
    this.keys = new float[layers][(int) perLayer];
    this.values = new float[layers][(int) perLayer];
  }

  /**
   * Stores the key and value rows of one position.
   *
   * @param layer the layer
   * @param position absolute position
   * @param key all heads of the key, rotated
   * @param value all heads of the value
   * @param offset where the row starts in both
   */
  public void put(int layer, int position, float[] key, float[] value, int offset) {
    int slot = slot(position);
    for (int h = 0; h < heads; h++) {
      int to = (h * slots + slot) * headDim;
      System.arraycopy(key, offset + h * headDim, keys[layer], to, headDim);
      System.arraycopy(value, offset + h * headDim, values[layer], to, headDim);
    }
  }

  /**
   * The slot of a position.
   *
   * @param position absolute position
   * @return its slot
   * @throws IndexOutOfBoundsException if a plain cache has no such position
   */
  public int slot(int position) {
    if (ring) {
      return position % slots;
    }
    if (position < 0 || position >= slots) {
      throw new IndexOutOfBoundsException("position " + position + " of " + slots);
    }
    return position;
  }

  /**
   * Rows held per layer.
   *
   * @return the number of slots
   */
  public int slots() {
    return slots;
  }

  /**
   * Keys of a layer: the row of head h and slot s starts at {@code (h * slots + s) * headDim}.
   *
   * @param layer the layer
   * @return the array itself
   */
  public float[] keys(int layer) {
    return keys[layer];
  }

  /**
   * Values of a layer, laid out as {@link #keys}.
   *
   * @param layer the layer
   * @return the array itself
   */
  public float[] values(int layer) {
    return values[layer];
  }

  /**
   * Memory held.
   *
   * @return bytes of all keys and values
   */
  public long bytes() {
    return 2L * keys.length * heads * headDim * slots * Float.BYTES;
  }
}
