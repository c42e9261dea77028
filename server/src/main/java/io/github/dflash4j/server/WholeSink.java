/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Sends an answer in one. */
final class WholeSink implements ReplySink {
  private final TextRequest request;
  private final ReplyFormat format;
  private final Consumer<ObjectNode> send;
  private final List<WholeChoice> choices = new ArrayList<>();

  WholeSink(TextRequest request, ReplyFormat format, Consumer<ObjectNode> send) {
    this.request = request;
    this.format = format;
    this.send = send;
    for (int i = 0; i < request.choices(); i++) {
      choices.add(new WholeChoice(i));
    }
  }

  @Override
  public void start() {}

  @Override
  public void add(ReplyDelta delta) {
    choices.get(delta.choice()).add(delta);
  }

  @Override
  public void end(ReplyEnd end) {
    choices.get(end.choice()).end(end);
  }

  @Override
  public void finish() {
    List<ReplyEnd> ends = choices.stream().map(WholeChoice::ended).toList();
    send.accept(format.whole(choices, UsageJson.of(request, ends)));
  }

  @Override
  public void fail(ApiError error) {
    throw error;
  }
}
