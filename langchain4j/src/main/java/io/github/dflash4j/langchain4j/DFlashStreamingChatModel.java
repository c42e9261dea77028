/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.github.dflash4j.decode.ModelPair;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * A chat model that runs in this process and gives its answer in pieces, several tokens at a time
 * where a draft is right. Thoughts come apart from the answer. What is refused is refused as by
 * {@link DFlashChatModel}, by an exception of the call; what fails later reaches the handler.
 *
 * <p>Thread-safe; chats at the same time share the threads of the pair, which stays the caller's
 * and must be open until the last of them has ended. The handler is called by one thread, in order.
 * Its streaming handle ends an answer before the next pass of the target; nothing is called after
 * that. A handler that throws ends the answer, and its exception is what {@code onError} gets.
 */
public final class DFlashStreamingChatModel implements StreamingChatModel {
  private final ChatEngine engine;
  private final Executor executor;

  private DFlashStreamingChatModel(ChatEngine engine, Executor executor) {
    this.engine = engine;
    this.executor = executor;
  }

  /** Makes a model. */
  public static final class Builder extends ChatModelBuilder<Builder> {
    private Executor executor =
        task -> Thread.ofPlatform().daemon().name("dflash4j-chat").start(task);

    private Builder(ModelPair pair) {
      super(pair);
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Where answers are computed, in place of a new thread for each.
     *
     * @param runner runs one task for each answer, which takes as long as the answer does
     * @return this
     */
    public Builder executor(Executor runner) {
      executor = runner;
      return this;
    }

    /**
     * Makes it.
     *
     * @return the model
     * @throws IllegalArgumentException if the target has no tokenizer, or no chat format that is
     *     known and none was given
     */
    public DFlashStreamingChatModel build() {
      return new DFlashStreamingChatModel(new ChatEngine(this), executor);
    }
  }

  /**
   * Begins a model.
   *
   * @param pair target and draft; stays the caller's
   * @return a builder
   */
  public static Builder builder(ModelPair pair) {
    return new Builder(pair);
  }

  /**
   * Begins to write the answer and returns.
   *
   * @param request with all its parameters
   * @param handler receives the answer
   */
  @Override
  public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
    ChatEngine.Prepared prepared = engine.prepare(request);
    executor.execute(new AnswerStream(engine, prepared, handler));
  }

  @Override
  public ChatRequestParameters defaultRequestParameters() {
    return engine.defaults();
  }

  @Override
  public List<ChatModelListener> listeners() {
    return engine.listeners();
  }

  @Override
  public ModelProvider provider() {
    return ModelProvider.OTHER;
  }
}
