/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationStep;
import io.github.dflash4j.decode.PositionLogprobs;
import io.github.dflash4j.server.ReplyToken.Origin;
import io.github.dflash4j.text.StreamDecoder;
import io.github.dflash4j.text.Tokenizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The tokens of one text, given out with the characters that they begin. So the tokens that a
 * client sees end where its text ends, also in front of a stop string. Not thread-safe.
 */
final class ReplyTokens {
  private final StreamDecoder decoder;
  private final Deque<ReplyToken> waiting = new ArrayDeque<>();
  private int length;

  /**
   * @param echo whether the prompt is part of the text
   */
  ReplyTokens(Tokenizer tokenizer, int[] prompt, boolean echo) {
    decoder = echo ? tokenizer.streamDecoder() : tokenizer.continuationDecoder();
    for (int id : prompt) {
      String text = decoder.next(id);
      if (echo) {
        add(id, text, Origin.PROMPT, Optional.empty());
      }
    }
  }

  void add(GenerationStep step) {
    int[] ids = step.ids();
    for (int i = 0; i < ids.length; i++) {
      Optional<PositionLogprobs> logprobs =
          i < step.logprobs().size() ? Optional.of(step.logprobs().get(i)) : Optional.empty();
      add(ids[i], decoder.next(ids[i]), origin(step, i), logprobs);
    }
  }

  private static Origin origin(GenerationStep step, int index) {
    if (index < step.accepted()) {
      return Origin.ACCEPTED;
    }
    return step.accepted() < step.drafted().size() ? Origin.CORRECTED : Origin.PLAIN;
  }

  private void add(int id, String text, Origin origin, Optional<PositionLogprobs> logprobs) {
    waiting.add(new ReplyToken(id, text, origin, length, logprobs));
    length += text.length();
  }

  /**
   * Tokens that begin in the text so far and were not given out before.
   *
   * @param released characters of the text so far
   */
  List<ReplyToken> upTo(int released) {
    List<ReplyToken> tokens = new ArrayList<>();
    while (!waiting.isEmpty() && waiting.peek().start() < released) {
      tokens.add(waiting.poll());
    }
    return tokens;
  }
}
