/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Thoughts are told apart from the answer, wherever the tags fall in a block. */
class ThinkingTest {
  private static final String ASK = "'messages':[{'role':'user','content':'Why?'}],'temperature':0";
  private static final String PATH = "/v1/chat/completions";

  @TempDir private Path folder;

  private static String joined(List<JsonNode> events, String field) {
    StringBuilder text = new StringBuilder();
    for (JsonNode event : events) {
      JsonNode piece = event.at("/choices/0/delta/" + field);
      text.append(piece.isString() ? piece.stringValue() : "");
    }
    return text.toString();
  }

  @ParameterizedTest
  @DisplayName("B145: the boundary of thoughts at every place of a block")
  @CsvSource({
    "abc</think>def, 1",
    "abc</think>def, 2",
    "abc</think>def, 3",
    "abc</think>def, 8",
    "<think>abc</think>def, 3",
    "'<think>\nabc\n</think>\n\ndef', 8",
    "xabc</think>def, 8",
    "xxabc</think>def, 8",
    "xxxabc</think>def, 8",
    "xxxxabc</think>def, 8"
  })
  void splitsAtTheTag(String script, int block) {
    ChatKit kit = ChatKit.qwen35(folder).write(script);
    String thoughts = script.replace("<think>", "").split("</think>")[0].strip();
    try (DflashServer server = kit.serve(ServerOptions.of("kit"), block, 5)) {
      Client client = new Client(server);
      JsonNode message = client.chat(ASK).ok().at("/choices/0/message");
      assertThat(message.get("reasoning_content").stringValue()).isEqualTo(thoughts);
      assertThat(message.get("content").stringValue()).isEqualTo("def");

      List<JsonNode> events = client.stream(PATH, ASK);
      assertThat(joined(events, "reasoning_content")).isEqualTo(thoughts);
      assertThat(joined(events, "content")).isEqualTo("def");
    }
  }

  @Test
  @DisplayName("B146: with and without a draft the answer is the same but for its figures")
  void draftDoesNotShowInTheAnswer() {
    ChatKit kit = ChatKit.qwen3(folder).write("<think>\nHm.\n</think>\n\nBecause 1 < 2.");
    try (DflashServer server = kit.serve(ServerOptions.of("kit"), 8, 3)) {
      Client client = new Client(server);
      ObjectNode drafted = stable(client.chat(ASK + ",'logprobs':true,'top_logprobs':2").ok());
      ObjectNode plain =
          stable(client.chat(ASK + ",'logprobs':true,'top_logprobs':2,'speculation':false").ok());

      assertThat(drafted).isEqualTo(plain);
      assertThat(drafted.at("/choices/0/message/content").stringValue())
          .isEqualTo("Because 1 < 2.");
    }
  }

  private static ObjectNode stable(JsonNode answer) {
    ObjectNode node = (ObjectNode) answer;
    ((ObjectNode) node.get("usage")).remove("speculation");
    return node.without(List.of("id", "created"));
  }

  @Test
  void otherAnglesAreText() {
    ChatKit kit = ChatKit.qwen3(folder).write("<thin> a <think>b</think>");
    try (DflashServer server = kit.serve(ServerOptions.of("kit"), 4, 3)) {
      JsonNode message = new Client(server).chat(ASK).ok().at("/choices/0/message");

      assertThat(message.get("content").stringValue()).isEqualTo("<thin> a <think>b</think>");
      assertThat(message.has("reasoning_content")).isFalse();
    }
  }

  @ParameterizedTest
  @DisplayName("B130, B131: reasoning tokens are among the tokens of the answer, cut anywhere")
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 24, 30})
  void countsThoughts(int maxTokens) {
    ChatKit kit = ChatKit.qwen3(folder).write("<think>abc</think>def");
    try (DflashServer server = kit.serve(ServerOptions.of("kit"), 8, 4)) {
      Client client = new Client(server);
      String fields = ASK + ",'max_tokens':" + maxTokens;
      JsonNode usage = client.chat(fields).ok().get("usage");
      JsonNode streamed =
          client.stream(PATH, fields + ",'stream_options':{'include_usage':true}").getLast();

      int reasoning = usage.at("/completion_tokens_details/reasoning_tokens").intValue();
      int completion = usage.get("completion_tokens").intValue();
      assertThat(completion).isLessThanOrEqualTo(maxTokens);
      assertThat(reasoning).isBetween(0, completion);
      int whole = kit.tokenizer.encode("<think>abc</think>").length;
      // Nobody can tell before something is thought.
      boolean opened = maxTokens > kit.tokenizer.encode("<think>").length;
      assertThat(reasoning).isEqualTo(opened ? Math.min(maxTokens, whole) : 0);
      assertThat(streamed.get("usage")).isEqualTo(usage);
    }
  }

  @Test
  void thoughtsThatDoNotEndAreThoughts() {
    ChatKit kit = ChatKit.qwen35(folder).write("hmm </thi");
    try (DflashServer server = kit.serve(ServerOptions.of("kit"), 4, 3)) {
      JsonNode message = new Client(server).chat(ASK).ok().at("/choices/0/message");

      assertThat(message.get("reasoning_content").stringValue()).isEqualTo("hmm </thi");
      assertThat(message.get("content").stringValue()).isEmpty();
    }
  }

  @Test
  @DisplayName("B236: the switch reaches the template, at both places")
  void switchesThinking() {
    ChatKit kit = ChatKit.qwen35(folder).write("Hi.");
    try (DflashServer server = kit.serve(ServerOptions.of("kit"), 4, 3)) {
      Client client = new Client(server);
      for (String off :
          List.of(
              ",'enable_thinking':false",
              ",'chat_template_kwargs':{'enable_thinking':false}",
              ",'reasoning_effort':'none'")) {
        JsonNode message = client.chat(ASK + off).ok().at("/choices/0/message");
        assertThat(message.get("content").stringValue()).as(off).isEqualTo("Hi.");
      }
      JsonNode message = client.chat(ASK + ",'enable_thinking':true").ok().at("/choices/0/message");
      assertThat(message.get("reasoning_content").stringValue()).isEqualTo("Hi.");
    }
  }

  @Test
  void reasoningOfEarlierAnswersIsRead() {
    ChatKit kit = ChatKit.qwen3(folder);
    try (DflashServer server = kit.serve(ServerOptions.of("kit"), 1, 1)) {
      Client client = new Client(server);
      String before =
          "{'messages':[{'role':'user','content':'a'},{'role':'assistant','content':'b'";
      String with = before + ",'reasoning_content':'THOUGHT'}]}";
      int plain =
          client
              .post("/tokenize", (before + "}]}").replace('\'', '"'))
              .ok()
              .get("count")
              .intValue();
      int thinking = client.post("/tokenize", with.replace('\'', '"')).ok().get("count").intValue();

      assertThat(thinking).isGreaterThan(plain + "THOUGHT".length() - 1);
    }
  }
}
