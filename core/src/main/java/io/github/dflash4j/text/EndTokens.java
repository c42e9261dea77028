/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.Set;

/**
 * Names of tokens that end a turn or a text in the usual vocabularies. Files often name only one of
 * them; a chat model that runs past the others never stops (target-models 7.4).
 */
final class EndTokens {
  private static final Set<String> NAMES =
      Set.of(
          "<|im_end|>",
          "<|endoftext|>",
          "<|eot_id|>",
          "<|eom_id|>",
          "<|end_of_text|>",
          "<|end|>",
          "<\uFF5Cend\u2581of\u2581sentence\uFF5C>",
          "</s>");

  private EndTokens() {}

  static boolean contains(String token) {
    return NAMES.contains(token);
  }
}
