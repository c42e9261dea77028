/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.GenerationStep;
import java.util.ArrayList;
import java.util.List;

/** A text that is collected until it is complete. Not thread-safe. */
final class WholeChoice {
  private final int number;
  private final StringBuilder reasoning = new StringBuilder();
  private final StringBuilder content = new StringBuilder();
  private final List<ReplyToken> tokens = new ArrayList<>();
  private final List<GenerationStep> steps = new ArrayList<>();
  private ReplyEnd end;

  WholeChoice(int number) {
    this.number = number;
  }

  void add(ReplyDelta delta) {
    reasoning.append(delta.reasoning());
    content.append(delta.content());
    tokens.addAll(delta.tokens());
    steps.addAll(delta.steps());
  }

  void end(ReplyEnd ended) {
    end = ended;
  }

  int number() {
    return number;
  }

  String reasoning() {
    return reasoning.toString();
  }

  String content() {
    return content.toString();
  }

  List<ReplyToken> tokens() {
    return tokens;
  }

  List<GenerationStep> steps() {
    return steps;
  }

  ReplyEnd ended() {
    return end;
  }
}
