/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.PositionLogprobs;
import java.util.Optional;

/**
 * A token of an answer.
 *
 * @param id the token
 * @param text characters it completes; empty in the middle of one
 * @param origin where it came from
 * @param start characters of the text in front of it
 * @param logprobs its probabilities, if they were asked for
 */
record ReplyToken(
    int id, String text, Origin origin, int start, Optional<PositionLogprobs> logprobs) {

  /** Where a token came from, as the page is told. */
  enum Origin {
    /** Of the prompt, which is repeated. */
    PROMPT("prompt"),
    /** Drafted, and the target's own choice. */
    ACCEPTED("accepted"),
    /** The target's own choice in place of a drafted token. */
    CORRECTED("corrected"),
    /** The target's own choice where nothing was drafted. */
    PLAIN("plain");

    private final String label;

    Origin(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }
}
