/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import java.util.List;

/**
 * One block that a draft proposed inside of a text.
 *
 * @param anchor position of the anchor, which is a token of the text
 * @param proposed the proposed tokens; fewer than a whole block only at the end of the text
 * @param acceptedByTarget how many of them, from the first on, are the target's choice behind the
 *     tokens before, as far as that can be seen
 * @param open whether that can be seen no further: all of these but the last are the text's tokens
 *     too, the last is not. What the target would choose behind it is not known from a pass over
 *     the text
 * @param foundInText how many of them, from the first on, are the text's own tokens
 */
public record ScoredStart(
    int anchor, List<Integer> proposed, int acceptedByTarget, boolean open, int foundInText) {

  /**
   * Copies the list.
   *
   * @throws NullPointerException if the list or an element is null
   */
  public ScoredStart {
    proposed = List.copyOf(proposed);
  }

  /**
   * Judges a block.
   *
   * @param text the text
   * @param choices the target's choice behind every token of the text
   */
  static ScoredStart judge(int anchor, List<Integer> proposed, int[] text, int[] choices) {
    int accepted = 0;
    boolean open = false;
    while (!open
        && accepted < proposed.size()
        && proposed.get(accepted) == choices[anchor + accepted]) {
      // From here on the pass over the text stands behind other tokens than the block.
      open = choices[anchor + accepted] != text[anchor + accepted + 1];
      accepted++;
    }
    int found = 0;
    while (found < proposed.size() && proposed.get(found) == text[anchor + found + 1]) {
      found++;
    }
    return new ScoredStart(anchor, proposed, accepted, open && accepted < proposed.size(), found);
  }
}
