/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.ModelPair;

/** Says why a text ended before the length asked for when the context was full. */
final class ContextNote {

  private ContextNote() {}

  static String of(ModelPair pair, GenerationResult result) {
    String context = "the context of " + pair.target().spec().contextLength() + " tokens";
    return result.ids().length == 0
        ? "there is no text because the prompt fills " + context
        : "the text ends because " + context + " is full";
  }
}
