/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Answers in pieces. */
class DFlashStreamingChatModelTest {
  private static final String PROMPT = "Once upon a time";
  private static DemoPair demo;

  @BeforeAll
  static void open() {
    demo = DemoPair.open();
  }

  @AfterAll
  static void close() {
    demo.close();
  }

  /** Keeps what it is told. */
  private static class Heard implements StreamingChatResponseHandler {
    final List<String> pieces = new ArrayList<>();
    final List<String> thoughts = new ArrayList<>();
    final List<Throwable> errors = new ArrayList<>();
    final CompletableFuture<ChatResponse> response = new CompletableFuture<>();
    Thread thread;

    @Override
    public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
      pieces.add(piece.text());
      thread = Thread.currentThread();
    }

    @Override
    public void onPartialThinking(PartialThinking thinking) {
      thoughts.add(thinking.text());
    }

    @Override
    public void onCompleteResponse(ChatResponse complete) {
      response.complete(complete);
    }

    @Override
    public void onError(Throwable error) {
      errors.add(error);
      response.completeExceptionally(error);
    }
  }

  private static DFlashStreamingChatModel.Builder builder(String end) {
    return DFlashStreamingChatModel.builder(demo.pair())
        .chatFormat(new PlainFormat(end))
        .maxOutputTokens(40)
        .block(8);
  }

  @Test
  void thePiecesAreTheAnswer() throws Exception {
    Heard heard = new Heard();
    builder("").build().chat(PROMPT, heard);
    ChatResponse response = heard.response.get(2, TimeUnit.MINUTES);
    assertThat(String.join("", heard.pieces)).isEqualTo(response.aiMessage().text());
    assertThat(heard.pieces).hasSizeBetween(2, 40);
    assertThat(heard.thread).isNotEqualTo(Thread.currentThread());
    assertThat(heard.errors).isEmpty();
    DFlashChatModel plain =
        DFlashChatModel.builder(demo.pair())
            .chatFormat(new PlainFormat(""))
            .maxOutputTokens(40)
            .build();
    assertThat(response.aiMessage().text()).isEqualTo(plain.chat(PROMPT));
    assertThat(((DFlashResponseMetadata) response.metadata()).figures().accepted()).isPositive();
  }

  @Test
  void thoughtsHaveACallOfTheirOwn() throws Exception {
    Heard heard = new Heard();
    builder("<think>").executor(Runnable::run).build().chat(PROMPT, heard);
    assertThat(heard.pieces).isEmpty();
    assertThat(heard.thoughts).hasSizeGreaterThan(1);
    assertThat(heard.response.get().aiMessage().thinking())
        .isEqualTo(String.join("", heard.thoughts));
  }

  @Test
  void nothingIsCalledBehindACancellation() {
    Heard heard =
        new Heard() {
          @Override
          public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
            super.onPartialResponse(piece, context);
            assertThat(context.streamingHandle().isCancelled()).isFalse();
            context.streamingHandle().cancel();
            assertThat(context.streamingHandle().isCancelled()).isTrue();
          }
        };
    builder("").executor(Runnable::run).build().chat(PROMPT, heard);
    assertThat(heard.pieces).hasSize(1);
    assertThat(heard.response).isNotDone();
    assertThat(heard.errors).isEmpty();
  }

  @Test
  void aHandlerThatThrowsEndsTheAnswer() {
    IllegalStateException gone = new IllegalStateException("gone");
    Heard heard =
        new Heard() {
          @Override
          public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
            super.onPartialResponse(piece, context);
            throw gone;
          }
        };
    builder("").executor(Runnable::run).build().chat(PROMPT, heard);
    assertThat(heard.pieces).hasSize(1);
    assertThat(heard.errors).containsExactly(gone);
  }

  @Test
  void whatIsRefusedIsRefusedByTheCall() {
    Heard heard = new Heard();
    ChatRequest json =
        ChatRequest.builder()
            .messages(UserMessage.from(PROMPT))
            .responseFormat(ResponseFormat.JSON)
            .build();
    DFlashStreamingChatModel model = builder("").build();
    assertThatThrownBy(() -> model.chat(json, heard))
        .isInstanceOf(UnsupportedFeatureException.class)
        .hasMessageContaining("response format JSON");
    assertThat(heard.response).isNotDone();
  }
}
