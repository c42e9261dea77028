/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationStep;

/** Writes the text as it comes, and shows progress where that does not get into its way. */
final class AnswerWriter implements GenerationListener {
  private final TextOutput out;
  private final Progress progress;

  AnswerWriter(TextOutput out, Progress progress) {
    this.out = out;
    this.progress = progress;
  }

  @Override
  public void tokens(GenerationStep step) {
    if (!out.isTerminal()) {
      progress.tokens(step);
    }
  }

  @Override
  public void text(String text) {
    if (out.isTerminal()) {
      progress.erase();
    }
    out.print(text);
    out.flush();
  }
}
