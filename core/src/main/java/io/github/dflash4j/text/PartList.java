/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.ArrayList;
import java.util.List;

/** Collects the parts of a prompt; neighbouring texts become one. */
final class PartList {
  private final List<PromptPart> parts = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  PartList special(String token) {
    endText();
    parts.add(PromptPart.special(token));
    return this;
  }

  PartList text(String more) {
    text.append(more);
    return this;
  }

  List<PromptPart> toList() {
    endText();
    return List.copyOf(parts);
  }

  private void endText() {
    if (!text.isEmpty()) {
      parts.add(PromptPart.text(text.toString()));
      text.setLength(0);
    }
  }
}
