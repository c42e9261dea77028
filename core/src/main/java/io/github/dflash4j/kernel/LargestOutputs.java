/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

import java.util.Arrays;

/**
 * The largest outputs of each row of a projection, without the others: by value descending, equal
 * ones by their numbers ascending. What is not a number counts as negative infinity and is
 * remembered ({@link #best}). Its memory grows to what was asked for and stays, so that it is used
 * again and again without making objects. Used by one caller at a time, whose threads share it.
 */
public final class LargestOutputs {
  /** In place of an output, where one of them is not a number or all are negative infinity. */
  public static final int NOT_A_NUMBER = -1;

  private int most;
  private int[] counts = {};
  private boolean[] broken = {};

  /** What is below it cannot be among the largest: the last one kept, once there are enough. */
  private float[] least = {};

  private int[] outputs = {};
  private float[] values = {};
  private float[] wholeRows = {};

  /** Without memory yet. */
  public LargestOutputs() {}

  /**
   * With memory.
   *
   * @param rows how many rows
   * @param most how many outputs of each
   */
  public LargestOutputs(int rows, int most) {
    clear(rows, most);
  }

  /**
   * Forgets everything and makes room.
   *
   * @param newRows how many rows, 0 or more
   * @param newMost how many outputs of each are kept, at least 1
   */
  public void clear(int newRows, int newMost) {
    int size = Math.multiplyExact(newRows, newMost);
    if (counts.length < newRows) {
      counts = new int[newRows];
      broken = new boolean[newRows];
      least = new float[newRows];
    }
    if (outputs.length < size) {
      outputs = new int[size];
      values = new float[size];
    }
    most = newMost;
    Arrays.fill(counts, 0, newRows, 0);
    Arrays.fill(broken, 0, newRows, false);
    Arrays.fill(least, 0, newRows, Float.NEGATIVE_INFINITY);
  }

  /** How many outputs of a row are kept. */
  int most() {
    return most;
  }

  /** Takes what a part found; the order in which parts come changes nothing. */
  synchronized void merge(LargestOutputs part, int rows) {
    for (int r = 0; r < rows; r++) {
      broken[r] |= part.broken[r];
      for (int rank = 0; rank < part.counts[r]; rank++) {
        add(r, part.output(r, rank), part.value(r, rank));
      }
    }
  }

  /** Whether a value is none of the largest so far; not of what is not a number. */
  boolean isBelow(int row, float value) {
    return value < least[row];
  }

  void add(int row, int output, float value) {
    if (isBelow(row, value)) {
      return;
    }
    float number = value;
    if (Float.isNaN(value)) {
      broken[row] = true;
      number = Float.NEGATIVE_INFINITY;
    }
    int from = row * most;
    int count = counts[row];
    int at = place(from, from + count, output, number);
    if (at == from + most) {
      return;
    }
    int moved = Math.min(count, most - 1) - (at - from);
    System.arraycopy(outputs, at, outputs, at + 1, moved);
    System.arraycopy(values, at, values, at + 1, moved);
    outputs[at] = output;
    values[at] = number;
    counts[row] = Math.min(most, count + 1);
    if (counts[row] == most) {
      least[row] = values[from + most - 1];
    }
  }

  /** Behind all that go before. */
  private int place(int from, int to, int output, float value) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = low + high >>> 1;
      float there = values[middle];
      if (there > value || there == value && outputs[middle] < output) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Finds the largest of outputs that are there.
   *
   * @param y rows of outputs
   * @param offset where the first row starts
   * @param stride from row to row
   * @param rows how many rows
   * @param taking how many of the first outputs of a row take part
   * @param newMost how many of them are kept, at least 1
   */
  public void select(float[] y, int offset, int stride, int rows, int taking, int newMost) {
    clear(rows, newMost);
    for (int r = 0; r < rows; r++) {
      int at = offset + r * stride;
      for (int o = 0; o < taking; o++) {
        add(r, o, y[at + o]);
      }
    }
  }

  /**
   * A buffer for those who have to write all outputs before they can find the largest. Kept from
   * call to call.
   *
   * @param size numbers it has to hold
   * @return the buffer, with whatever is in it
   */
  public float[] wholeRows(int size) {
    if (wholeRows.length < size) {
      wholeRows = new float[size];
    }
    return wholeRows;
  }

  /**
   * How many outputs of a row there are.
   *
   * @param row the row
   * @return as many as were asked for, or all that took part if those are fewer
   */
  public int count(int row) {
    return counts[row];
  }

  /**
   * An output.
   *
   * @param row the row
   * @param rank 0 for the largest, below {@link #count}
   * @return its number
   */
  public int output(int row, int rank) {
    return outputs[row * most + rank];
  }

  /**
   * The value of an output.
   *
   * @param row the row
   * @param rank 0 for the largest, below {@link #count}
   * @return the value; negative infinity for what is not a number
   */
  public float value(int row, int rank) {
    return values[row * most + rank];
  }

  /**
   * The first of the largest outputs, if all are numbers.
   *
   * @param row the row
   * @return its number, or {@link #NOT_A_NUMBER}
   */
  public int best(int row) {
    boolean none = counts[row] == 0 || value(row, 0) == Float.NEGATIVE_INFINITY;
    return broken[row] || none ? NOT_A_NUMBER : output(row, 0);
  }

  /**
   * Copies the outputs of a row.
   *
   * @param row the row
   * @param toOutputs receives their numbers, in order
   * @param toValues receives their values
   * @param at where both go
   * @return how many there are, {@link #count}
   */
  public int copy(int row, int[] toOutputs, float[] toValues, int at) {
    System.arraycopy(outputs, row * most, toOutputs, at, counts[row]);
    System.arraycopy(values, row * most, toValues, at, counts[row]);
    return counts[row];
  }

  /**
   * Gives rows to another object, in place of all that it has.
   *
   * @param first the first row
   * @param rows how many rows
   * @param to receives them as its first rows
   * @param toMost how many outputs of each it gets, at most as many as are kept here
   */
  public void give(int first, int rows, LargestOutputs to, int toMost) {
    to.clear(rows, toMost);
    for (int r = 0; r < rows; r++) {
      to.broken[r] = broken[first + r];
      to.counts[r] = Math.min(toMost, counts[first + r]);
      int from = (first + r) * most;
      System.arraycopy(outputs, from, to.outputs, r * toMost, to.counts[r]);
      System.arraycopy(values, from, to.values, r * toMost, to.counts[r]);
    }
  }

  /**
   * Memory held.
   *
   * @return bytes of its buffers
   */
  public long bytes() {
    return (long) counts.length * (Integer.BYTES + 1 + Float.BYTES)
        + (long) outputs.length * (Integer.BYTES + Float.BYTES)
        + (long) wholeRows.length * Float.BYTES;
  }
}
