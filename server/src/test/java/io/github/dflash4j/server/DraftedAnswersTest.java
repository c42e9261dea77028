/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Texts, their ends and the counts of tokens are those of an answer without a draft. */
@Timeout(300)
class DraftedAnswersTest {
  private static final String PLAIN = ",'speculation':false";
  private static final List<String> DRAFTED =
      List.of(
          "",
          ",'speculation':{'mode':'fixed'}",
          ",'speculation':{'mode':'fixed','width':2}",
          ",'speculation':{'mode':'fixed','width':5}");

  private static DflashServer server;
  private static Client client;

  @BeforeAll
  static void start() {
    server = DflashServer.start(DemoPair.get(), ServerOptions.of("stories"));
    client = new Client(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** What has to be the same. */
  private record Seen(Map<Integer, String> texts, Map<Integer, String> ends, List<Integer> usage) {}

  private static Seen whole(JsonNode answer) {
    Map<Integer, String> texts = new HashMap<>();
    Map<Integer, String> ends = new HashMap<>();
    for (JsonNode choice : answer.get("choices")) {
      JsonNode text = choice.has("text") ? choice.get("text") : choice.at("/message/content");
      texts.put(choice.get("index").intValue(), text.stringValue());
      ends.put(choice.get("index").intValue(), choice.get("finish_reason").stringValue());
    }
    return new Seen(texts, ends, usage(answer));
  }

  private static Seen streamed(List<JsonNode> events, int count) {
    Map<Integer, String> texts = new HashMap<>();
    Map<Integer, String> ends = new HashMap<>();
    IntStream.range(0, count).forEach(i -> texts.put(i, StreamTest.text(events, i)));
    for (JsonNode event : events) {
      for (JsonNode choice : event.get("choices")) {
        if (choice.path("finish_reason").isString()) {
          ends.put(choice.get("index").intValue(), choice.get("finish_reason").stringValue());
        }
      }
    }
    return new Seen(texts, ends, usage(events.getLast()));
  }

  private static List<Integer> usage(JsonNode answer) {
    return List.of(
        answer.at("/usage/prompt_tokens").intValue(),
        answer.at("/usage/completion_tokens").intValue(),
        answer.at("/usage/total_tokens").intValue());
  }

  @ParameterizedTest(name = "{0} tokens, {1} texts, stop {2}")
  @CsvSource(
      delimiter = ';',
      value = {
        "1; 1; []",
        "7; 1; []",
        "60; 1; []",
        "60; 3; []",
        "60; 1; ['Lily']",
        "60; 3; [' a big', 'nowhere']",
        "60; 1; ['e']",
        "60; 2; ['irl na', '.']",
        "8; 2; ['. She', 'nowhere']",
        "470; 1; ['The end']"
      })
  void textsEndsAndCountsAreThoseOfPlainDecoding(int tokens, int count, String stops) {
    String fields = "'temperature':0,'max_tokens':" + tokens + ",'n':" + count + ",'stop':" + stops;
    for (String path : new String[] {"/v1/completions", "/v1/chat/completions"}) {
      String ask =
          (path.contains("chat")
                  ? "'messages':[{'role':'user','content':'Once upon a time'}],"
                  : "'prompt':'Once upon a time',")
              + fields;
      Seen right = whole(ask(path, ask + PLAIN));
      assertThat(right.texts()).hasSize(count);
      assertThat(right.usage().get(1)).isBetween(1, count * tokens);
      String streaming = ask + ",'stream_options':{'include_usage':true}";
      assertThat(streamed(client.stream(path, streaming + PLAIN), count)).isEqualTo(right);
      for (String drafted : DRAFTED) {
        assertThat(whole(ask(path, ask + drafted))).as(path + drafted).isEqualTo(right);
        assertThat(streamed(client.stream(path, streaming + drafted), count))
            .as("stream of " + path + drafted)
            .isEqualTo(right);
      }
    }
  }

  private static JsonNode ask(String path, String fields) {
    return client.post(path, "{" + fields.replace('\'', '"') + "}").ok();
  }

  /** Else the comparison would say nothing. */
  @Test
  void theseTextsAreDraftedAndEndBothWays() {
    String ask = "'prompt':'Once upon a time','temperature':0,'max_tokens':60" + DRAFTED.get(1);
    JsonNode all = client.complete(ask).ok();
    JsonNode stopped = client.complete(ask + ",'stop':['Lily']").ok();

    assertThat(all.at("/usage/speculation/accepted").intValue()).isPositive();
    assertThat(all.at("/choices/0/finish_reason").stringValue()).isEqualTo("length");
    assertThat(stopped.at("/usage/speculation/accepted").intValue()).isPositive();
    assertThat(stopped.at("/choices/0/finish_reason").stringValue()).isEqualTo("stop");
    assertThat(stopped.at("/usage/completion_tokens").intValue()).isBetween(2, 59);
  }
}
