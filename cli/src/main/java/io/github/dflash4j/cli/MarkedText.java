/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.GenerationStep;
import io.github.dflash4j.text.StreamDecoder;
import io.github.dflash4j.text.Tokenizer;

/**
 * Writes the text as it comes and marks what was drafted: in green where there are colours, in
 * square brackets otherwise. A character belongs to the token that completes it.
 */
final class MarkedText implements GenerationListener {
  private static final String GREEN = "\u001b[32m";
  private static final String NORMAL = "\u001b[0m";

  private final TextOutput out;
  private final StreamDecoder decoder;
  private final String open;
  private final String close;

  MarkedText(TextOutput out, Tokenizer tokenizer, int[] prompt) {
    this.out = out;
    decoder = tokenizer.continuationDecoder();
    for (int id : prompt) {
      decoder.next(id); // the text goes on where the prompt ends
    }
    open = out.hasColours() ? GREEN : "[";
    close = out.hasColours() ? NORMAL : "]";
  }

  /** What the marks mean, with the marks. */
  String legend() {
    return open
        + (out.hasColours() ? "Green" : "In brackets")
        + close
        + ": drafted and accepted. The rest is what the target wrote itself, one token a pass.";
  }

  @Override
  public void tokens(GenerationStep step) {
    int[] ids = step.ids();
    String drafted = decode(ids, 0, step.keptDrafted());
    if (!drafted.isEmpty()) {
      out.print(open + drafted + close);
    }
    out.print(decode(ids, step.keptDrafted(), ids.length));
    out.flush();
  }

  /** A character that the budget cut in two is shown as one that is broken, not left out. */
  @Override
  public void finish(GenerationResult result) {
    out.print(decoder.finish());
    out.flush();
  }

  private String decode(int[] ids, int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append(decoder.next(ids[i]));
    }
    return text.toString();
  }
}
