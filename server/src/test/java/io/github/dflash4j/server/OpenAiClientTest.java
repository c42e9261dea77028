/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.NotFoundException;
import com.openai.errors.UnauthorizedException;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.chat.completions.ChatCompletionTokenLogprob;
import com.openai.models.completions.Completion;
import com.openai.models.completions.CompletionCreateParams;
import io.github.dflash4j.decode.GenerationListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client library of OpenAI, unchanged. */
@Timeout(120)
class OpenAiClientTest {
  private static DflashServer server;
  private static OpenAIClient client;

  @BeforeAll
  static void start() {
    server = DflashServer.start(DemoPair.get(), ServerOptions.of("stories").withApiKey("a key"));
    client = client("a key");
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static OpenAIClient client(String key) {
    return client(server, key);
  }

  private static OpenAIClient client(DflashServer of, String key) {
    return OpenAIOkHttpClient.builder()
        .baseUrl("http://127.0.0.1:" + of.port() + "/v1")
        .apiKey(key)
        .maxRetries(0)
        .build();
  }

  private static ChatCompletionCreateParams.Builder ask(int tokens) {
    return ChatCompletionCreateParams.builder()
        .model("stories")
        .addUserMessage("Once upon a time")
        .temperature(0)
        .maxCompletionTokens(tokens);
  }

  private static String right(int tokens) {
    return DemoPair.get()
        .generate(
            DemoPair.get().request("Once upon a time").withMaxTokens(tokens),
            GenerationListener.SILENT)
        .text();
  }

  @Test
  void answersInOne() {
    ChatCompletion answer =
        client.chat().completions().create(ask(30).logprobs(true).topLogprobs(2).build());

    ChatCompletion.Choice choice = answer.choices().getFirst();
    assertThat(choice.message().content()).contains(right(30));
    assertThat(choice.finishReason().asString()).isEqualTo("length");
    assertThat(answer.usage().orElseThrow().completionTokens()).isEqualTo(30);
    assertThat(answer.usage().orElseThrow().promptTokens()).isPositive();
    assertThat(choice.logprobs().orElseThrow().content().orElseThrow())
        .hasSize(30)
        .allSatisfy(token -> {
          assertThat(token.logprob()).isNotPositive();
          assertThat(token.topLogprobs()).hasSize(2);
        });
    answer.validate();
  }

  @Test
  void answersPieceByPiece() {
    List<ChatCompletionChunk> chunks = new ArrayList<>();
    ChatCompletionCreateParams asked =
        ask(30)
            .streamOptions(ChatCompletionStreamOptions.builder().includeUsage(true).build())
            .putAdditionalBodyProperty(
                "speculation", JsonValue.from(java.util.Map.of("mode", "fixed")))
            .build();
    try (StreamResponse<ChatCompletionChunk> stream =
        client.chat().completions().createStreaming(asked)) {
      stream.stream().forEach(chunks::add);
    }
    chunks.forEach(ChatCompletionChunk::validate);

    assertThat(
            chunks.stream()
                .flatMap(chunk -> chunk.choices().stream())
                .flatMap(choice -> choice.delta().content().stream())
                .collect(Collectors.joining()))
        .isEqualTo(right(30));
    assertThat(chunks.getLast().choices()).isEmpty();
    assertThat(chunks.getLast().usage().orElseThrow().completionTokens()).isEqualTo(30);
  }

  @Test
  void streamsBringTheLogprobsOfWholeAnswers() {
    List<ChatCompletion.Choice.Logprobs> whole =
        client
            .chat()
            .completions()
            .create(ask(30).logprobs(true).topLogprobs(2).build())
            .choices()
            .stream()
            .flatMap(choice -> choice.logprobs().stream())
            .toList();
    List<ChatCompletionChunk> chunks = new ArrayList<>();
    try (StreamResponse<ChatCompletionChunk> stream =
        client
            .chat()
            .completions()
            .createStreaming(ask(30).logprobs(true).topLogprobs(2).build())) {
      stream.stream().forEach(chunks::add);
    }
    List<ChatCompletionTokenLogprob> streamed =
        chunks.stream()
            .flatMap(chunk -> chunk.choices().stream())
            .flatMap(choice -> choice.logprobs().stream())
            .flatMap(logprobs -> logprobs.content().orElse(List.of()).stream())
            .toList();

    assertThat(streamed).hasSize(30).isEqualTo(whole.getFirst().content().orElseThrow());
    assertThat(streamed).allSatisfy(token -> assertThat(token.topLogprobs()).hasSize(2));
  }

  /** A text of far more tokens than are let through, so that only the client's going ends it. */
  @Test
  void aStreamMayBeLeftEarly(@TempDir Path folder) throws Exception {
    try (SlowKit kit = SlowKit.start(folder)) {
      OpenAIClient slow = client(kit.server(), "none");
      for (int i = 1; i <= 3; i++) {
        kit.allow(5);
        try (StreamResponse<ChatCompletionChunk> stream =
            slow.chat().completions().createStreaming(ask(2000).model("kit").build())) {
          assertThat(stream.stream().limit(3)).hasSize(3);
        }
        kit.awaitGone(i);
      }
      slow.close();
    }
  }

  @Test
  void completes() {
    Completion answer =
        client
            .completions()
            .create(
                CompletionCreateParams.builder()
                    .model("stories")
                    .prompt("Once upon a time")
                    .temperature(0)
                    .maxTokens(20)
                    .build());
    answer.validate();
    assertThat(answer.choices().getFirst().text()).isEqualTo(right(20));
  }

  @Test
  void listsModels() {
    assertThat(client.models().list().data())
        .extracting(model -> model.id())
        .containsExactly("stories");
    assertThat(client.models().retrieve("stories").id()).isEqualTo("stories");
  }

  @Test
  void errorsAreThoseItKnows() {
    assertThatThrownBy(() -> client.chat().completions().create(ask(5).topLogprobs(3).build()))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("top_logprobs needs logprobs");
    assertThatThrownBy(() -> client.chat().completions().create(ask(5).model("other").build()))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("there is no model 'other'");
    OpenAIClient other = client("another key");
    try {
      assertThatThrownBy(() -> other.models().list())
          .isInstanceOf(UnauthorizedException.class)
          .hasMessageContaining("the API key is wrong");
    } finally {
      other.close();
    }
  }
}
