/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import io.github.dflash4j.decode.Cancellation;

/** One answer on its way to a handler. */
final class AnswerStream implements Runnable, AnswerReader, StreamingHandle {
  private final ChatEngine engine;
  private final ChatEngine.Prepared prepared;
  private final StreamingChatResponseHandler handler;
  private final Cancellation cancellation = new Cancellation();

  AnswerStream(
      ChatEngine engine, ChatEngine.Prepared prepared, StreamingChatResponseHandler handler) {
    this.engine = engine;
    this.prepared = prepared;
    this.handler = handler;
  }

  @Override
  public void run() {
    try {
      ChatResponse response = engine.answer(prepared, this, cancellation);
      if (!isCancelled()) {
        handler.onCompleteResponse(response);
      }
    } catch (RuntimeException | Error e) {
      if (!isCancelled()) {
        handler.onError(e);
      }
    }
  }

  @Override
  public void thought(String text) {
    if (!isCancelled()) {
      handler.onPartialThinking(new PartialThinking(text), new PartialThinkingContext(this));
    }
  }

  @Override
  public void answer(String text) {
    if (!isCancelled()) {
      handler.onPartialResponse(new PartialResponse(text), new PartialResponseContext(this));
    }
  }

  @Override
  public void cancel() {
    cancellation.cancel();
  }

  @Override
  public boolean isCancelled() {
    return cancellation.isRequested();
  }
}
