/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is sent piece by piece is what is sent in one. */
class StreamTest {
  private static final String CHAT = "/v1/chat/completions";
  private static final String PLAIN = "/v1/completions";
  private static final String STORY = "'prompt':'Once upon a time','temperature':0";
  private static final String ASK =
      "'messages':[{'role':'user','content':'Once upon a time'}],'temperature':0";

  private static DflashServer server;
  private static Client client;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    server = DflashServer.start(DemoPair.get(), ServerOptions.of("stories"));
    client = new Client(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static String text(List<JsonNode> events, int choice) {
    StringBuilder text = new StringBuilder();
    for (JsonNode event : events) {
      for (JsonNode each : event.get("choices")) {
        if (each.get("index").intValue() == choice) {
          JsonNode piece = each.has("delta") ? each.at("/delta/content") : each.get("text");
          text.append(piece.isString() ? piece.stringValue() : "");
        }
      }
    }
    return text.toString();
  }

  @Test
  void textIsThatOfTheLibrary() {
    GenerationRequest request = DemoPair.get().request("Once upon a time").withMaxTokens(60);
    String text = DemoPair.get().generate(request, GenerationListener.SILENT).text();

    String fields = STORY + ",'max_tokens':60";
    assertThat(client.complete(fields).ok().at("/choices/0/text").stringValue()).isEqualTo(text);
    assertThat(text(client.stream(PLAIN, fields), 0)).isEqualTo(text);
    assertThat(text(client.stream(CHAT, ASK + ",'max_tokens':60"), 0)).isEqualTo(text);
  }

  @Test
  @DisplayName("B152: every chunk has what the schema of OpenAI asks for")
  void chunksAreComplete() {
    List<JsonNode> events =
        client.stream(CHAT, ASK + ",'max_tokens':20,'stream_options':{'include_usage':true}");

    assertThat(events).hasSizeGreaterThan(3);
    String id = events.getFirst().get("id").stringValue();
    for (JsonNode event : events) {
      assertThat(event.get("id").stringValue()).isEqualTo(id).startsWith("chatcmpl-");
      assertThat(event.get("object").stringValue()).isEqualTo("chat.completion.chunk");
      assertThat(event.get("created").isIntegralNumber()).isTrue();
      assertThat(event.get("model").stringValue()).isEqualTo("stories");
      assertThat(event.get("choices").isArray()).isTrue();
      for (JsonNode choice : event.get("choices")) {
        assertThat(choice.get("index").intValue()).isZero();
        assertThat(choice.get("delta").isObject()).isTrue();
        assertThat(choice.has("finish_reason")).isTrue();
      }
    }
    assertThat(events.getFirst().at("/choices/0/delta/role").stringValue()).isEqualTo("assistant");
    JsonNode end = events.get(events.size() - 2);
    assertThat(end.at("/choices/0/delta").isEmpty()).isTrue();
    assertThat(end.at("/choices/0/finish_reason").stringValue()).isEqualTo("length");
  }

  @Test
  @DisplayName("B134: the chunk of counts has no choices and the numbers of an answer in one")
  void usageComesLast() {
    String fields = STORY + ",'max_tokens':20,'speculation':{'mode':'fixed'}";
    client.complete(fields).ok(); // so that both find the prompt in the cache
    JsonNode whole = client.complete(fields).ok().get("usage");
    List<JsonNode> events =
        client.stream(PLAIN, fields + ",'stream_options':{'include_usage':true}");

    assertThat(events.getLast().get("choices").isEmpty()).isTrue();
    assertThat(events.getLast().get("usage")).isEqualTo(whole);
    assertThat(client.stream(PLAIN, fields)).noneMatch(event -> event.has("usage"));
  }

  @Test
  @DisplayName("B244: tokens are those of the counts, not of the chunks")
  void oneChunkMayHaveSeveralTokens() {
    List<JsonNode> events =
        client.stream(
            PLAIN,
            STORY
                + ",'max_tokens':60,'speculation':{'mode':'fixed'},'stream_options':{'include_usage':true}");

    int tokens = events.getLast().at("/usage/completion_tokens").intValue();
    assertThat(tokens).isEqualTo(60);
    assertThat(events.size()).isLessThan(tokens);
  }

  @Test
  @DisplayName("B178: several texts of one request")
  void severalTexts() {
    String fields = "'prompt':'Once','temperature':1,'seed':5,'n':4,'max_tokens':15";
    JsonNode whole = client.complete(fields).ok();
    List<JsonNode> events = client.stream(PLAIN, fields);

    assertThat(whole.get("choices")).hasSize(4);
    for (int i = 0; i < 4; i++) {
      assertThat(whole.at("/choices/" + i + "/index").intValue()).isEqualTo(i);
      assertThat(text(events, i)).isEqualTo(whole.at("/choices/" + i + "/text").stringValue());
    }
    assertThat(text(events, 0)).isNotEqualTo(text(events, 1));
    assertThat(whole.at("/usage/completion_tokens").intValue()).isEqualTo(60);
  }

  @ParameterizedTest
  @DisplayName("B136: characters of several tokens are never cut, wherever they fall in a block")
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void charactersAreWhole(int offset) {
    String script = "x".repeat(offset) + "\uD83D\uDE00 中文 é\uD83D\uDE80";
    ChatKit kit = ChatKit.qwen3(folder).write(script);
    try (DflashServer scripted = kit.serve(ServerOptions.of("kit"), 8, 5)) {
      List<JsonNode> events = new Client(scripted).stream(CHAT, ASK);
      for (JsonNode event : events) {
        String piece = event.at("/choices/0/delta/content").asString("");
        assertThat(piece).doesNotContain("\uFFFD");
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(piece)).isTrue();
      }
      assertThat(text(events, 0)).isEqualTo(script);
    }
  }

  @Test
  @DisplayName("B137: a character that the limit cuts is one U+FFFD at the very end")
  void cutCharacterIsReplacedAtTheEnd() {
    ChatKit kit = ChatKit.qwen3(folder).write("ab中文");
    try (DflashServer scripted = kit.serve(ServerOptions.of("kit"), 4, 5)) {
      Client other = new Client(scripted);
      String fields = ASK + ",'max_tokens':4";

      assertThat(text(other.stream(CHAT, fields), 0)).isEqualTo("ab\uFFFD");
      assertThat(other.chat(fields).ok().at("/choices/0/message/content").stringValue())
          .isEqualTo("ab\uFFFD");
    }
  }

  @Test
  @DisplayName("B140: a prompt that ends in the middle of a character does not leak")
  void promptDoesNotLeak() {
    ChatKit kit = ChatKit.qwen3(folder);
    int[] emoji = kit.tokenizer.encode("secret \uD83D\uDE00");
    String half = java.util.Arrays.toString(java.util.Arrays.copyOf(emoji, emoji.length - 2));
    kit.target.write(emoji[emoji.length - 2], emoji[emoji.length - 1]);
    try (DflashServer scripted = kit.serve(ServerOptions.of("kit"), 4, 5)) {
      String text =
          new Client(scripted)
              .complete("'prompt':" + half)
              .ok()
              .at("/choices/0/text")
              .stringValue();

      assertThat(text).startsWith("\uD83D\uDE00").doesNotContain("secret").hasSizeLessThan(5);
    }
  }

  @ParameterizedTest
  @DisplayName(
      "B122, B124, B125: a stop string ends text and log-probabilities, anywhere in a block")
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void stopStringsCut(int offset) {
    String before = "x".repeat(offset) + "yz";
    ChatKit kit = ChatKit.qwen3(folder).write(before + "ENDmore text behind");
    try (DflashServer scripted = kit.serve(ServerOptions.of("kit"), 8, 100)) {
      Client other = new Client(scripted);
      String fields = ASK + ",'stop':['END','nowhere'],'logprobs':true,'max_tokens':100";
      JsonNode whole = other.chat(fields).ok();
      List<JsonNode> events = other.stream(CHAT, fields);

      assertThat(whole.at("/choices/0/message/content").stringValue()).isEqualTo(before);
      assertThat(whole.at("/choices/0/finish_reason").stringValue()).isEqualTo("stop");
      assertThat(whole.at("/usage/completion_tokens").intValue()).isEqualTo(before.length() + 3);
      assertThat(text(events, 0)).isEqualTo(before);
      JsonNode logprobs = whole.at("/choices/0/logprobs/content");
      StringBuilder tokens = new StringBuilder();
      logprobs.forEach(entry -> tokens.append(entry.get("token").stringValue()));
      assertThat(tokens).hasToString(before);
      StringBuilder streamed = new StringBuilder();
      for (JsonNode event : events) {
        event
            .at("/choices/0/logprobs/content")
            .forEach(entry -> streamed.append(entry.get("token").stringValue()));
      }
      assertThat(streamed).hasToString(before);
    }
  }
}
