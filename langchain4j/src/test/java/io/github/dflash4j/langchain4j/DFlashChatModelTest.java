/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelResponseContext;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationResult;
import io.github.dflash4j.decode.PromptCache;
import io.github.dflash4j.text.ChatMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Answers of the embedded pair. */
class DFlashChatModelTest {
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

  private static DFlashChatModel.Builder builder() {
    return DFlashChatModel.builder(demo.pair())
        .chatFormat(new PlainFormat(""))
        .maxOutputTokens(24)
        .block(8);
  }

  private static ChatRequest request(Consumer<ChatRequest.Builder> more) {
    ChatRequest.Builder builder = ChatRequest.builder().messages(UserMessage.from(PROMPT));
    more.accept(builder);
    return builder.build();
  }

  @Test
  void theAnswerIsThatOfTheLibrary() {
    GenerationResult expected =
        demo.pair()
            .generate(demo.pair().request(PROMPT).withMaxTokens(24), GenerationListener.SILENT);
    ChatResponse response = builder().build().chat(request(b -> {}));
    assertThat(response.aiMessage().text()).isEqualTo(expected.text()).isNotBlank();
    assertThat(response.aiMessage().thinking()).isNull();
    assertThat(response.finishReason()).isEqualTo(FinishReason.LENGTH);
    assertThat(response.modelName()).isEqualTo(demo.pair().target().spec().name());
    assertThat(response.id()).startsWith("dflash4j-");
    assertThat(response.tokenUsage().outputTokenCount()).isEqualTo(24);
    assertThat(response.tokenUsage().inputTokenCount())
        .isEqualTo(demo.pair().request(PROMPT).prompt().length);
    assertThat(response.metadata())
        .isInstanceOfSatisfying(
            DFlashResponseMetadata.class,
            metadata -> {
              assertThat(metadata.figures().drafted()).isPositive();
              assertThat(metadata.figures().accepted()).isPositive();
              assertThat(metadata.toBuilder().build()).isEqualTo(metadata);
            });
    assertThat(builder().build().chat(PROMPT)).isEqualTo(expected.text());
  }

  @Test
  void parametersOfARequestGoBeforeThoseOfTheModel() {
    DFlashChatModel model = builder().build();
    assertThat(model.chat(request(b -> b.maxOutputTokens(5))).tokenUsage().outputTokenCount())
        .isEqualTo(5);
    assertThat(model.defaultRequestParameters().maxOutputTokens()).isEqualTo(24);
    String whole = model.chat(PROMPT);
    String stop = whole.substring(10, 14);
    ChatResponse stopped = model.chat(request(b -> b.stopSequences(List.of(stop))));
    assertThat(stopped.finishReason()).isEqualTo(FinishReason.STOP);
    assertThat(stopped.aiMessage().text()).isEqualTo(whole.substring(0, whole.indexOf(stop)));
  }

  @Test
  void everyParameterOfSamplingReachesTheLoop() {
    // Long enough to say a token twice, without which penalties change nothing.
    DFlashChatModel model = builder().maxOutputTokens(80).seed(5).build();
    String greedy = model.chat(PROMPT);
    String drawn = text(model, b -> b.temperature(2.0));
    assertThat(drawn).isNotEqualTo(greedy).isEqualTo(text(model, b -> b.temperature(2.0)));
    // With a single token to draw from, each of these filters is greedy again.
    assertThat(text(model, b -> b.temperature(2.0).topK(1))).isEqualTo(greedy);
    assertThat(text(model, b -> b.temperature(2.0).topP(1e-6))).isEqualTo(greedy);
    assertThat(longer().seed(5).temperature(2).sampling(1, 1).build().chat(PROMPT))
        .isEqualTo(greedy);
    assertThat(text(model, b -> b.presencePenalty(50.0))).isNotEqualTo(greedy);
    assertThat(text(model, b -> b.frequencyPenalty(50.0))).isNotEqualTo(greedy);
    assertThat(longer().sampling(0, 50).build().chat(PROMPT)).isNotEqualTo(greedy);
    assertThat(longer().temperature(2).topK(1).build().chat(PROMPT)).isEqualTo(greedy);
    assertThat(longer().temperature(2).topP(1e-6).build().chat(PROMPT)).isEqualTo(greedy);
    assertThat(longer().penalties(50, 50).build().chat(PROMPT)).isNotEqualTo(greedy);
  }

  private static DFlashChatModel.Builder longer() {
    return builder().maxOutputTokens(80);
  }

  private static String text(DFlashChatModel model, Consumer<ChatRequest.Builder> more) {
    return model.chat(request(more)).aiMessage().text();
  }

  @Test
  void withoutALimitAnAnswerMayFillTheContext() {
    ChatResponse response =
        DFlashChatModel.builder(demo.pair())
            .chatFormat(new PlainFormat(""))
            .build()
            .chat(UserMessage.from(PROMPT));
    assertThat(response.tokenUsage().totalTokenCount())
        .isLessThanOrEqualTo(demo.pair().target().spec().contextLength());
    assertThat(response.tokenUsage().outputTokenCount()).isGreaterThan(100);
  }

  @Test
  void thoughtsComeApartFromTheAnswer() {
    String all = builder().build().chat(PROMPT);
    AiMessage thinking =
        DFlashChatModel.builder(demo.pair())
            .chatFormat(new PlainFormat("<think>"))
            .maxOutputTokens(24)
            .build()
            .chat(UserMessage.from(PROMPT))
            .aiMessage();
    assertThat(thinking.text()).isEmpty();
    assertThat(thinking.thinking()).isNotBlank().isNotEqualTo(all);
  }

  @Test
  void everyKindOfTextMessageReachesTheFormat() {
    PlainFormat format = new PlainFormat("");
    DFlashChatModel model =
        DFlashChatModel.builder(demo.pair())
            .chatFormat(format)
            .maxOutputTokens(1)
            .thinking(false)
            .build();
    model.chat(
        SystemMessage.from("Be short."),
        UserMessage.from(TextContent.from("One"), TextContent.from("two")),
        AiMessage.builder().text("Three").thinking("Hm").build(),
        ToolExecutionResultMessage.from("1", "count", "Four"));
    assertThat(format.seen)
        .containsExactly(
            ChatMessage.of("system", "Be short."),
            ChatMessage.of("user", "One\ntwo"),
            new ChatMessage("assistant", "Three", Optional.of("Hm")),
            ChatMessage.of("tool", "Four"));
    assertThat(format.options.enableThinking()).contains(false);
  }

  private static void refused(Consumer<ChatRequest.Builder> more, String... words) {
    DFlashChatModel model = builder().build();
    assertThatThrownBy(() -> model.chat(request(more)))
        .isInstanceOf(UnsupportedFeatureException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void whatIsNotSupportedIsRefusedByName() {
    ToolSpecification tool = ToolSpecification.builder().name("clock").build();
    refused(b -> b.toolSpecifications(tool), "tools", "'clock'");
    refused(
        b -> b.parameters(ChatRequestParameters.builder().toolChoice(ToolChoice.REQUIRED).build()),
        "tools",
        "required");
    refused(b -> b.responseFormat(ResponseFormat.JSON), "response format JSON");
    refused(
        b ->
            b.messages(
                UserMessage.from(
                    TextContent.from("What is this?"), ImageContent.from("http://localhost/a"))),
        "image content",
        "a user message");
    refused(b -> b.messages(UserMessage.from("Ann", "Hello")), "names of users", "'Ann'");
    refused(
        b ->
            b.messages(
                AiMessage.from(ToolExecutionRequest.builder().id("1").name("clock").build())),
        "tools",
        "calls 'clock'");
    refused(b -> b.messages(CustomMessage.from(Map.of("a", "b"))), "CUSTOM");
    assertThatThrownBy(
            () -> {
              builder()
                  .defaultRequestParameters(
                      ChatRequestParameters.builder().toolSpecifications(tool).build())
                  .build();
            })
        .isInstanceOf(UnsupportedFeatureException.class);
  }

  @Test
  void whatDoesNotFitTheModelIsAnInvalidRequest() {
    DFlashChatModel model = builder().build();
    invalid(model, b -> b.modelName("gpt"), "no model 'gpt'");
    invalid(model, b -> b.temperature(-1.0), "temperature");
    invalid(model, b -> b.maxOutputTokens(0), "at least 1 token");
    invalid(model, b -> b.stopSequences(List.of("")), "stop string");
    invalid(model, b -> b.messages(UserMessage.from("word ".repeat(600))), "context");
    DFlashChatModel wide = builder().block(9).build();
    invalid(wide, b -> {}, "block of 9 rows");
    assertThatThrownBy(() -> DFlashChatModel.builder(demo.pair()).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no chat template");
  }

  private static void invalid(
      DFlashChatModel model, Consumer<ChatRequest.Builder> more, String words) {
    assertThatThrownBy(() -> model.chat(request(more)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(words);
  }

  @Test
  void chatsAtTheSameTimeDoNotMix() throws Exception {
    DFlashChatModel model = builder().promptCache(new PromptCache(2, 256)).build();
    List<String> prompts = List.of("Once upon a time", "Lily and Tom", "The sun was", "A cat");
    List<String> expected = prompts.stream().map(builder().build()::chat).toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Callable<String>> chats = new ArrayList<>();
      for (int round = 0; round < 3; round++) {
        prompts.forEach(prompt -> chats.add(() -> model.chat(prompt)));
      }
      List<Future<String>> answers = threads.invokeAll(chats);
      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).get()).isEqualTo(expected.get(i % prompts.size()));
      }
    }
  }

  @Test
  void listenersAreCalled() {
    List<String> heard = new ArrayList<>();
    DFlashChatModel model =
        builder()
            .modelName("stories")
            .listeners(
                List.of(
                    new ChatModelListener() {
                      @Override
                      public void onResponse(ChatModelResponseContext context) {
                        heard.add(context.chatResponse().modelName());
                      }
                    }))
            .build();
    model.chat(PROMPT);
    assertThat(heard).containsExactly("stories");
  }
}
