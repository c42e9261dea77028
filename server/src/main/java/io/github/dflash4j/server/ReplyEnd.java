/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationResult;

/**
 * How one of the texts ended.
 *
 * @param choice which of them
 * @param result of the library
 * @param reasoningTokens tokens spent on thoughts
 */
record ReplyEnd(int choice, GenerationResult result, int reasoningTokens) {

  /** The reason in the words of OpenAI. */
  String finishReason() {
    return switch (result.finish()) {
      case STOP -> "stop";
      case LENGTH, CONTEXT -> "length";
      case CANCELLED -> "cancelled";
    };
  }
}
