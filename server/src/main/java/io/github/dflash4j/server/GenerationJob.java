/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.Cancellation;
import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.GenerationStep;
import io.github.dflash4j.decode.Generator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** One request on its way through the queue and the loop. Thread-safe. */
final class GenerationJob implements Runnable {
  private final Generator generator;
  private final TextRequest request;
  private final ReplyQueue events;
  private final Cancellation cancellation = new Cancellation();
  private final AtomicReference<EndCause> cause = new AtomicReference<>();
  private volatile boolean ended;

  GenerationJob(Generator generator, TextRequest request, int backlogBytes) {
    this.generator = generator;
    this.request = request;
    this.events = new ReplyQueue(backlogBytes);
  }

  TextRequest request() {
    return request;
  }

  ReplyQueue events() {
    return events;
  }

  /** Asks the generation to end before its next forward. The first cause counts. */
  void cancel(EndCause why) {
    cause.compareAndSet(null, why);
    cancellation.cancel();
  }

  /** Why it was asked to end. */
  Optional<EndCause> cause() {
    return Optional.ofNullable(cause.get());
  }

  /** Says that it left the queue without having had its turn. */
  void skip() {
    end(new ReplyEvent.Ended());
  }

  private void end(ReplyEvent last) {
    ended = true;
    events.end(last);
  }

  /** Whether nothing is left to be cancelled. */
  boolean isEnded() {
    return ended;
  }

  /** Generates; called by a thread of the queue. */
  @Override
  public void run() {
    if (cancellation.isRequested()) {
      skip();
      return;
    }
    try {
      events.add(new ReplyEvent.Started());
      generator.generateChoices(
          request.generation(), request.choices(), Listener::new, cancellation);
      end(new ReplyEvent.Ended());
    } catch (RuntimeException | Error e) {
      end(new ReplyEvent.Failed(e));
    }
  }

  private final class Listener implements GenerationListener {
    private final int choice;

    Listener(int choice) {
      this.choice = choice;
    }

    @Override
    public void tokens(GenerationStep step) {
      add(new ReplyEvent.Tokens(choice, step));
    }

    @Override
    public void text(String text) {
      add(new ReplyEvent.Text(choice, text));
    }

    @Override
    public void finish(GenerationResult result) {
      add(new ReplyEvent.ChoiceEnd(choice, result));
    }

    private void add(ReplyEvent event) {
      if (!events.add(event)) {
        cancel(EndCause.SLOW_READER);
      }
    }
  }
}
