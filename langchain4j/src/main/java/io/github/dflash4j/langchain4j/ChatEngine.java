/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import io.github.dflash4j.decode.Cancellation;
import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.Generator;
import io.github.dflash4j.decode.ModelPair;
import io.github.dflash4j.sampling.Sampling;
import io.github.dflash4j.text.ChatMessage;
import io.github.dflash4j.text.ChatOptions;
import io.github.dflash4j.text.ChatTemplate;
import io.github.dflash4j.text.ChatTemplates;
import io.github.dflash4j.text.PromptPart;
import io.github.dflash4j.text.ThoughtSplitter;
import io.github.dflash4j.text.Tokenizer;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;

/** From requests of LangChain4j to generations and back. Immutable. */
final class ChatEngine {
  private final ModelPair pair;
  private final Generator generator;
  private final ChatTemplate format;
  private final String modelName;
  private final ChatRequestParameters defaults;
  private final Sampling sampling;
  private final ChatOptions chat;
  private final OptionalInt block;
  private final List<ChatModelListener> listeners;

  ChatEngine(ChatModelBuilder<?> builder) {
    pair = builder.pair;
    Tokenizer tokenizer =
        pair.tokenizer()
            .orElseThrow(
                () -> new IllegalArgumentException("a chat needs a target with a tokenizer"));
    format = builder.format.orElseGet(() -> ChatTemplates.forTokenizer(tokenizer));
    generator = builder.cache.map(pair.generator()::withPromptCache).orElse(pair.generator());
    modelName = builder.modelName;
    defaults = builder.parameters;
    sampling = builder.sampling;
    chat = builder.chat;
    block = builder.block;
    listeners = builder.listeners;
    ChatParameters.refuseUnsupported(defaults);
  }

  /** A request that was understood. */
  record Prepared(GenerationRequest request, boolean insideThoughts) {}

  ChatRequestParameters defaults() {
    return defaults;
  }

  List<ChatModelListener> listeners() {
    return listeners;
  }

  /** Refuses what is not supported, and what does not fit the models. */
  Prepared prepare(ChatRequest request) {
    ChatRequestParameters parameters = request.parameters();
    ChatParameters.refuseUnsupported(parameters);
    if (parameters.modelName() != null && !parameters.modelName().equals(modelName)) {
      throw new InvalidRequestException(
          "there is no model '" + parameters.modelName() + "' here, only '" + modelName + "'");
    }
    List<ChatMessage> messages = Conversations.of(request.messages());
    try {
      List<PromptPart> prompt = format.render(messages, chat);
      GenerationRequest asked = pair.request(prompt);
      int room = pair.target().spec().contextLength() - asked.prompt().length;
      asked = ChatParameters.apply(parameters, asked.withMaxTokens(Math.max(1, room)), sampling);
      if (block.isPresent()) {
        asked = asked.withBlock(block.getAsInt());
      }
      generator.check(asked);
      return new Prepared(asked, ThoughtSplitter.opens(prompt));
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(e.getMessage(), e);
    }
  }

  /** Writes the answer; the reader receives it in pieces. */
  ChatResponse answer(Prepared prepared, AnswerReader reader, Cancellation cancellation) {
    StringBuilder thoughts = new StringBuilder();
    StringBuilder answer = new StringBuilder();
    ThoughtSplitter splitter =
        new ThoughtSplitter(
            prepared.insideThoughts(),
            new AnswerReader() {
              @Override
              public void thought(String text) {
                thoughts.append(text);
                reader.thought(text);
              }

              @Override
              public void answer(String text) {
                answer.append(text);
                reader.answer(text);
              }
            });
    GenerationResult result =
        generator.generate(
            prepared.request(), GenerationListener.ofText(splitter::add), cancellation);
    splitter.end();
    AiMessage.Builder message = AiMessage.builder().text(answer.toString());
    if (!thoughts.isEmpty()) {
      message.thinking(thoughts.toString());
    }
    return ChatResponse.builder()
        .aiMessage(message.build())
        .metadata(metadata(prepared.request(), result))
        .build();
  }

  private DFlashResponseMetadata metadata(GenerationRequest request, GenerationResult result) {
    return DFlashResponseMetadata.builder()
        .id("dflash4j-" + UUID.randomUUID())
        .modelName(modelName)
        .tokenUsage(new TokenUsage(request.prompt().length, result.ids().length))
        .finishReason(
            switch (result.finish()) {
              case STOP -> FinishReason.STOP;
              case LENGTH, CONTEXT -> FinishReason.LENGTH;
              case CANCELLED -> FinishReason.OTHER;
            })
        .figures(result.figures())
        .build();
  }
}
