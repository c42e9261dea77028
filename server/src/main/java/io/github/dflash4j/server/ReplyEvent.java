/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.GenerationStep;

/** What a generation tells the thread of its connection. */
sealed interface ReplyEvent {

  /** It has its turn. */
  record Started() implements ReplyEvent {}

  /** Tokens were added to a text. */
  record Tokens(int choice, GenerationStep step) implements ReplyEvent {}

  /** Characters were completed. */
  record Text(int choice, String text) implements ReplyEvent {}

  /** One of the texts is finished. */
  record ChoiceEnd(int choice, GenerationResult result) implements ReplyEvent {}

  /** Nothing follows. */
  record Ended() implements ReplyEvent {}

  /** It failed, and nothing follows. */
  record Failed(Throwable cause) implements ReplyEvent {}

  /** About what it takes in memory until it is written, in bytes. */
  default int weight() {
    return switch (this) {
      case Text text -> 64 + 2 * text.text().length();
      case Tokens tokens -> {
        int top =
            tokens.step().logprobs().isEmpty() ? 0 : tokens.step().logprobs().get(0).top().size();
        yield 128 + tokens.step().rows() * 16 + tokens.step().logprobs().size() * (64 + 40 * top);
      }
      default -> 64;
    };
  }
}
