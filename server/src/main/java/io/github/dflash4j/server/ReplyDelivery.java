/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.FinishReason;
import io.github.dflash4j.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Brings the events of one generation to its client, and the end of the client to the generation.
 * Used by the thread of the connection.
 */
final class ReplyDelivery {
  private static final String FAILED = "the generation failed; the log of the server says why";

  /** How often a client that only waits is looked after. */
  private static final long LOOK_MILLIS = 50;

  private final GenerationJob job;
  private final ReplySink sink;
  private final Consumer<Throwable> log;
  private final List<ReplyChoice> choices = new ArrayList<>();
  private int ended;

  ReplyDelivery(
      GenerationJob job,
      ReplySink sink,
      Tokenizer tokenizer,
      boolean splitsThoughts,
      Consumer<Throwable> log) {
    this.job = job;
    this.sink = sink;
    this.log = log;
    for (int i = 0; i < job.request().choices(); i++) {
      choices.add(new ReplyChoice(i, job.request(), tokenizer, splitsThoughts));
    }
  }

  /**
   * Delivers until nothing follows.
   *
   * @throws ClientGoneException if the client is gone
   */
  void run(GenerationQueue.Place place, ClientConnection client) {
    while (true) {
      if (client.isGone()) {
        place.end(EndCause.CLIENT_GONE);
        throw new ClientGoneException();
      }
      ReplyEvent event = next();
      if (event != null && deliver(event)) {
        return;
      }
    }
  }

  private ReplyEvent next() {
    try {
      return job.events().poll(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientGoneException();
    }
  }

  /**
   * @return whether this was the last event
   */
  private boolean deliver(ReplyEvent event) {
    switch (event) {
      case ReplyEvent.Started started -> sink.start();
      case ReplyEvent.Tokens tokens -> choices.get(tokens.choice()).add(tokens.step());
      case ReplyEvent.Text text -> send(choices.get(text.choice()).add(text.text()));
      case ReplyEvent.ChoiceEnd end -> end(end);
      case ReplyEvent.Ended none -> {
        if (ended == choices.size()) {
          sink.finish();
        } else {
          sink.fail(job.cause().map(EndCause::error).orElseGet(() -> ApiError.internal(FAILED)));
        }
        return true;
      }
      case ReplyEvent.Failed failed -> {
        log.accept(failed.cause());
        sink.fail(ApiError.internal(FAILED));
        return true;
      }
    }
    return false;
  }

  private void send(ReplyDelta delta) {
    if (!delta.isEmpty()) {
      sink.add(delta);
    }
  }

  private void end(ReplyEvent.ChoiceEnd end) {
    ReplyChoice choice = choices.get(end.choice());
    send(choice.rest());
    if (end.result().finish() != FinishReason.CANCELLED) {
      sink.end(choice.end(end.result()));
      ended++;
    }
  }
}
