/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import java.util.Arrays;

/**
 * Where two texts first differ, and what the target thinks there. The two texts are the same for
 * every token before.
 *
 * @param index 0-based place in the text
 * @param position its position, counted from the first token of the prompt
 * @param plain the token of the plain run, -1 if it had ended
 * @param speculative the token of the speculative run, -1 if it had ended
 * @param choice the target's two most likely tokens there, computed once more without a draft. A
 *     clear choice ({@link TopTwo#isClear()}) says that the difference is a defect; an unclear one,
 *     that rounding may have turned it over
 */
public record Divergence(int index, int position, int plain, int speculative, TopTwo choice) {

  /**
   * Where two texts first differ.
   *
   * @param plain ids of one text
   * @param other ids of the other
   * @return the 0-based place, -1 if they are the same
   */
  public static int firstDifference(int[] plain, int[] other) {
    return Arrays.mismatch(plain, other);
  }

  static int at(int[] ids, int index) {
    return index < ids.length ? ids[index] : -1;
  }
}
