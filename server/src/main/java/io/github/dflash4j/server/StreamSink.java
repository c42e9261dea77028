/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sends an answer piece by piece, as server-sent events. */
final class StreamSink implements ReplySink {
  private final TextRequest request;
  private final ReplyFormat format;
  private final EventStream events;
  private final List<ReplyEnd> ends = new ArrayList<>();
  private final Set<Integer> opened = new HashSet<>();

  StreamSink(TextRequest request, ReplyFormat format, EventStream events) {
    this.request = request;
    this.format = format;
    this.events = events;
  }

  @Override
  public void start() {
    events.open();
    open(0);
  }

  private void open(int choice) {
    if (opened.add(choice)) {
      format.opening(choice).ifPresent(events::send);
    }
  }

  @Override
  public void add(ReplyDelta delta) {
    boolean hasText = !delta.reasoning().isEmpty() || !delta.content().isEmpty();
    if (hasText || request.logprobs().isPresent() || request.speculation().details()) {
      open(delta.choice());
      events.send(format.piece(delta));
    }
  }

  @Override
  public void end(ReplyEnd end) {
    open(end.choice());
    ends.add(end);
    events.send(format.end(end));
  }

  @Override
  public void finish() {
    if (request.includeUsage()) {
      events.send(format.usage(UsageJson.of(request, ends)));
    }
    events.close();
  }

  @Override
  public void fail(ApiError error) {
    if (!events.isOpen()) {
      throw error;
    }
    events.send(ErrorJson.of(error));
    events.close();
  }
}
