/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.github.dflash4j.decode.Cancellation;
import io.github.dflash4j.decode.ModelPair;
import java.util.List;

/**
 * A chat model that runs in this process. Thread-safe; chats at the same time share the threads of
 * the pair, which stays the caller's and must be open while this is used.
 *
 * <p>Tools, JSON as response format and contents other than text are refused with an {@link
 * dev.langchain4j.exception.UnsupportedFeatureException} that names what was asked for. A request
 * that does not fit the models, such as one that is longer than the context, ends in an {@link
 * dev.langchain4j.exception.InvalidRequestException}.
 */
public final class DFlashChatModel implements ChatModel {
  private final ChatEngine engine;

  private DFlashChatModel(ChatEngine engine) {
    this.engine = engine;
  }

  /** Makes a model. */
  public static final class Builder extends ChatModelBuilder<Builder> {
    private Builder(ModelPair pair) {
      super(pair);
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Makes it.
     *
     * @return the model
     * @throws IllegalArgumentException if the target has no tokenizer, or no chat format that is
     *     known and none was given
     */
    public DFlashChatModel build() {
      return new DFlashChatModel(new ChatEngine(this));
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
   * Writes the answer. The thread that calls this computes.
   *
   * @param request with all its parameters
   * @return the answer; its metadata are {@link DFlashResponseMetadata}
   */
  @Override
  public ChatResponse doChat(ChatRequest request) {
    return engine.answer(engine.prepare(request), AnswerReader.SILENT, new Cancellation());
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
