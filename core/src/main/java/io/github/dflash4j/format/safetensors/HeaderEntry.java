/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.format.safetensors;

import java.util.Arrays;

/**
 * One tensor as the header of a safetensors file states it, whatever its dtype.
 *
 * @param name the name of the tensor
 * @param dtype the dtype string as written, for example {@code BF16} or {@code I8}
 * @param shape the shape as written, outermost dimension first; empty for a scalar
 * @param begin first byte, relative to the data section
 * @param end one past the last byte, relative to the data section
 */
public record HeaderEntry(String name, String dtype, long[] shape, long begin, long end) {

  /**
   * An entry; the shape is copied.
   *
   * @param name the name of the tensor
   * @param dtype the dtype string as written
   * @param shape the shape as written
   * @param begin first byte, relative to the data section
   * @param end one past the last byte
   */
  public HeaderEntry {
    shape = shape.clone();
  }

  /**
   * The shape as written.
   *
   * @return a copy
   */
  @Override
  public long[] shape() {
    return shape.clone();
  }

  /**
   * Bytes of the tensor.
   *
   * @return end minus begin
   */
  public long bytes() {
    return end - begin;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HeaderEntry entry
        && name.equals(entry.name)
        && dtype.equals(entry.dtype)
        && Arrays.equals(shape, entry.shape)
        && begin == entry.begin
        && end == entry.end;
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name + " " + dtype + Arrays.toString(shape) + " @" + begin + ".." + end;
  }
}
