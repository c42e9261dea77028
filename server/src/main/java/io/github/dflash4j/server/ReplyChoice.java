/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.GenerationStep;
import io.github.dflash4j.text.StreamDecoder;
import io.github.dflash4j.text.ThoughtSplitter;
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
  private final Pieces pieces = new Pieces();
  private final ThoughtSplitter splitter;
  private final List<GenerationStep> steps = new ArrayList<>();
  private int released;

  /** What became certain. */
  private static final class Pieces implements ThoughtSplitter.Reader {
    private final StringBuilder reasoning = new StringBuilder();
    private final StringBuilder content = new StringBuilder();

    @Override
    public void thought(String text) {
      reasoning.append(text);
    }

    @Override
    public void answer(String text) {
      content.append(text);
    }
  }

  /**
   * @param splits whether thoughts are told apart from the answer
   */
  ReplyChoice(int number, TextRequest request, Tokenizer tokenizer, boolean splits) {
    this.number = number;
    this.splits = splits;
    this.tokenizer = tokenizer;
    opensThoughts = request.opensThoughts();
    tokens = new ReplyTokens(tokenizer, request.generation().prompt(), request.generation().echo());
    splitter = new ThoughtSplitter(opensThoughts, pieces);
  }

  void add(GenerationStep step) {
    tokens.add(step);
    steps.add(step);
  }

  ReplyDelta add(String text) {
    released += text.length();
    if (splits) {
      splitter.add(text);
    } else {
      pieces.answer(text);
    }
    return delta();
  }

  /** What was held back until the end. */
  ReplyDelta rest() {
    splitter.end();
    return delta();
  }

  private ReplyDelta delta() {
    ReplyDelta delta =
        new ReplyDelta(
            number,
            pieces.reasoning.toString(),
            pieces.content.toString(),
            tokens.upTo(released),
            List.copyOf(steps));
    pieces.reasoning.setLength(0);
    pieces.content.setLength(0);
    steps.clear();
    return delta;
  }

  ReplyEnd end(GenerationResult result) {
    return new ReplyEnd(number, result, splits ? reasoningTokens(result.ids()) : 0);
  }

  /** Tokens in front of the one that begins the answer, if there are thoughts. */
  private int reasoningTokens(int[] ids) {
    Pieces replayed = new Pieces();
    ThoughtSplitter replay = new ThoughtSplitter(opensThoughts, replayed);
    StreamDecoder decoder = tokenizer.continuationDecoder();
    int before = ids.length;
    for (int i = 0; i < ids.length && before == ids.length; i++) {
      replay.add(decoder.next(ids[i]));
      before = replayed.content.isEmpty() ? before : i;
    }
    replay.end();
    return replayed.reasoning.isEmpty() ? 0 : before;
  }
}
