/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.GenerationStep;
import io.github.dflash4j.server.ReasoningSplitter.Piece;
import io.github.dflash4j.text.StreamDecoder;
import io.github.dflash4j.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;

/**
 * One text as it grows: the events of its generation in, what a client is sent out. Streams and
 * whole answers are made of the same pieces. Not thread-safe.
 */
final class ReplyChoice {
  private final int number;
  private final boolean splits;
  private final boolean opensThoughts;
  private final Tokenizer tokenizer;
  private final ReplyTokens tokens;
  private final ReasoningSplitter splitter;
  private final List<GenerationStep> steps = new ArrayList<>();
  private int released;

  /**
   * @param splits whether thoughts are told apart from the answer
   */
  ReplyChoice(int number, TextRequest request, Tokenizer tokenizer, boolean splits) {
    this.number = number;
    this.splits = splits;
    this.tokenizer = tokenizer;
    opensThoughts = request.opensThoughts();
    tokens = new ReplyTokens(tokenizer, request.generation().prompt(), request.generation().echo());
    splitter = new ReasoningSplitter(opensThoughts);
  }

  void add(GenerationStep step) {
    tokens.add(step);
    steps.add(step);
  }

  ReplyDelta add(String text) {
    released += text.length();
    return delta(splits ? splitter.add(text) : new Piece("", text));
  }

  /** What was held back until the end. */
  ReplyDelta rest() {
    return delta(splits ? splitter.finish() : new Piece("", ""));
  }

  private ReplyDelta delta(Piece piece) {
    ReplyDelta delta =
        new ReplyDelta(
            number, piece.reasoning(), piece.content(), tokens.upTo(released), List.copyOf(steps));
    steps.clear();
    return delta;
  }

  ReplyEnd end(GenerationResult result) {
    return new ReplyEnd(number, result, splits ? reasoningTokens(result.ids()) : 0);
  }

  /** Tokens up to and with the one that closes the thoughts. */
  private int reasoningTokens(int[] ids) {
    ReasoningSplitter replay = new ReasoningSplitter(opensThoughts);
    StreamDecoder decoder = tokenizer.continuationDecoder();
    for (int i = 0; i < ids.length; i++) {
      replay.add(decoder.next(ids[i]));
      if (!replay.mayBeThinking()) {
        return replay.hasThoughts() ? i + 1 : 0;
      }
    }
    return replay.hasThoughts() ? ids.length : 0;
  }
}
