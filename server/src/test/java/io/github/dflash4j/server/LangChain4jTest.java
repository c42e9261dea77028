/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.LogProb;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiChatResponseMetadata;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.output.FinishReason;
import io.github.dflash4j.decode.GenerationListener;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** LangChain4j with its module for OpenAI, unchanged. */
@Timeout(120)
class LangChain4jTest {
  private static DflashServer server;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    server = DflashServer.start(DemoPair.get(), ServerOptions.of("stories").withApiKey("a key"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String base(DflashServer of) {
    return "http://127.0.0.1:" + of.port() + "/v1";
  }

  private static String right(int tokens) {
    return DemoPair.get()
        .generate(
            DemoPair.get().request("Once upon a time").withMaxTokens(tokens),
            GenerationListener.SILENT)
        .text();
  }

  /** What a stream brings. */
  private static final class Collector implements StreamingChatResponseHandler {
    private final StringBuilder text = new StringBuilder();
    private final CompletableFuture<ChatResponse> end = new CompletableFuture<>();

    @Override
    public void onPartialResponse(String piece) {
      text.append(piece);
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
      end.complete(response);
    }

    @Override
    public void onError(Throwable error) {
      end.completeExceptionally(error);
    }
  }

  private static ChatRequest ask() {
    return ChatRequest.builder().messages(UserMessage.from("Once upon a time")).build();
  }

  @Test
  void answersInOne() {
    OpenAiChatModel model =
        OpenAiChatModel.builder()
            .baseUrl(base(server))
            .apiKey("a key")
            .modelName("stories")
            .temperature(0.0)
            .maxTokens(25)
            .maxRetries(0)
            .build();

    ChatResponse answer = model.chat(ask());

    assertThat(answer.aiMessage().text()).isEqualTo(right(25));
    assertThat(answer.finishReason()).isEqualTo(FinishReason.LENGTH);
    assertThat(answer.tokenUsage().outputTokenCount()).isEqualTo(25);
  }

  @Test
  void answersPieceByPiece() throws Exception {
    OpenAiStreamingChatModel model =
        OpenAiStreamingChatModel.builder()
            .baseUrl(base(server))
            .apiKey("a key")
            .modelName("stories")
            .temperature(0.0)
            .maxTokens(25)
            .build();
    Collector collector = new Collector();

    model.chat(ask(), collector);
    ChatResponse answer = collector.end.get(60, TimeUnit.SECONDS);

    assertThat(collector.text).hasToString(right(25));
    assertThat(answer.aiMessage().text()).isEqualTo(right(25));
    assertThat(answer.tokenUsage().outputTokenCount()).isEqualTo(25);
  }

  private static OpenAiChatRequestParameters withLogprobs() {
    return OpenAiChatRequestParameters.builder().logprobs(true).topLogprobs(2).build();
  }

  private static List<LogProb> logprobs(ChatResponse answer) {
    return ((OpenAiChatResponseMetadata) answer.metadata()).logProbs();
  }

  /** Of a stream this library hands on none; {@link OpenAiClientTest} reads those. */
  @Test
  void answersHaveLogprobs() {
    OpenAiChatModel model =
        OpenAiChatModel.builder()
            .baseUrl(base(server))
            .apiKey("a key")
            .modelName("stories")
            .temperature(0.0)
            .maxTokens(25)
            .maxRetries(0)
            .defaultRequestParameters(withLogprobs())
            .build();

    ChatResponse answer = model.chat(ask());

    assertThat(logprobs(answer))
        .hasSize(25)
        .allSatisfy(token -> {
          assertThat(token.logprob()).isNotPositive();
          assertThat(token.topLogprobs()).hasSize(2);
        });
  }

  /** Cancels after some pieces. */
  private static final class Leaver implements StreamingChatResponseHandler {
    private final AtomicInteger pieces = new AtomicInteger();
    private final CompletableFuture<Void> left = new CompletableFuture<>();

    @Override
    public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
      if (pieces.incrementAndGet() == 2) {
        context.streamingHandle().cancel();
        left.complete(null);
      }
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
      left.completeExceptionally(new AssertionError("the text was complete"));
    }

    @Override
    public void onError(Throwable error) {
      left.completeExceptionally(error);
    }
  }

  /** The server notices before the text, of which only some tokens are let through, is complete. */
  @Test
  void aStreamMayBeLeftEarly() throws Exception {
    try (SlowKit kit = SlowKit.start(folder)) {
      OpenAiStreamingChatModel model =
          OpenAiStreamingChatModel.builder()
              .baseUrl(base(kit.server()))
              .apiKey("none")
              .modelName("kit")
              .maxTokens(2000)
              .build();
      for (int i = 1; i <= 3; i++) {
        Leaver leaver = new Leaver();
        kit.allow(5);
        model.chat(ask(), leaver);
        leaver.left.get(60, TimeUnit.SECONDS);
        kit.awaitGone(i);
        assertThat(leaver.pieces).hasValue(2);
      }
    }
  }

  @Test
  void thoughtsAreToldApart() throws Exception {
    ChatKit kit = ChatKit.qwen3(folder).write("<think>\nHm.\n</think>\n\nYes.");
    try (DflashServer thinking = kit.serve(ServerOptions.of("kit"), 8, 3)) {
      OpenAiStreamingChatModel model =
          OpenAiStreamingChatModel.builder()
              .baseUrl(base(thinking))
              .apiKey("none")
              .modelName("kit")
              .returnThinking(true)
              .build();
      Collector collector = new Collector();

      model.chat(ask(), collector);
      AiMessage answer = collector.end.get(60, TimeUnit.SECONDS).aiMessage();

      assertThat(answer.thinking()).isEqualTo("Hm.");
      assertThat(answer.text()).isEqualTo("Yes.");
    }
  }
}
