/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationStep;
import java.util.List;

/**
 * What a text grew by.
 *
 * @param choice which of the texts
 * @param reasoning thoughts
 * @param content the answer proper
 * @param tokens tokens that begin in it
 * @param steps steps that gave it
 */
record ReplyDelta(
    int choice,
    String reasoning,
    String content,
    List<ReplyToken> tokens,
    List<GenerationStep> steps) {

  boolean isEmpty() {
    return reasoning.isEmpty() && content.isEmpty() && tokens.isEmpty();
  }
}
