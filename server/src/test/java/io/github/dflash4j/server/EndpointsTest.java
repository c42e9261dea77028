/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.ModelPair;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Every path, and what is no path. */
class EndpointsTest {
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

  @Test
  void completes() {
    JsonNode answer =
        client.complete("'prompt':'Once upon a time','max_tokens':12,'temperature':0").ok();

    assertThat(answer.get("id").stringValue()).startsWith("cmpl-");
    assertThat(answer.get("object").stringValue()).isEqualTo("text_completion");
    assertThat(answer.get("model").stringValue()).isEqualTo("stories");
    assertThat(answer.at("/choices/0/text").stringValue()).startsWith(", there was a little girl");
    assertThat(answer.at("/choices/0/finish_reason").stringValue()).isEqualTo("length");
    assertThat(answer.at("/usage/completion_tokens").intValue()).isEqualTo(12);
    assertThat(answer.at("/usage/total_tokens").intValue())
        .isEqualTo(12 + answer.at("/usage/prompt_tokens").intValue());
  }

  /** A target without a template goes on with the messages as one text. */
  @Test
  void chatsWithATargetThatHasNoTemplate() {
    JsonNode answer =
        client
            .chat(
                "'messages':[{'role':'system','content':'Once"
                    + " upon'},{'role':'user','content':[{'type':'text','text':'a"
                    + " '},{'type':'text','text':'time'}]}],'max_tokens':12,'temperature':0")
            .ok();
    JsonNode plain =
        client.complete("'prompt':'Once upon\\na time','max_tokens':12,'temperature':0").ok();

    assertThat(answer.get("object").stringValue()).isEqualTo("chat.completion");
    assertThat(answer.at("/choices/0/message/role").stringValue()).isEqualTo("assistant");
    assertThat(answer.at("/choices/0/message/content")).isEqualTo(plain.at("/choices/0/text"));
  }

  @Test
  void listsItsModel() {
    JsonNode list = client.get("/v1/models").ok();
    JsonNode model = list.at("/data/0");

    assertThat(list.get("object").stringValue()).isEqualTo("list");
    assertThat(list.get("data")).hasSize(1);
    assertThat(model.get("id").stringValue()).isEqualTo("stories");
    assertThat(model.get("object").stringValue()).isEqualTo("model");
    assertThat(model.get("owned_by").stringValue()).isEqualTo("dflash4j");
    assertThat(model.get("context_length").intValue()).isEqualTo(512);
    assertThat(model.get("chat_format").stringValue()).isEqualTo("plain");
    assertThat(model.at("/speculation/mode").stringValue()).isEqualTo("adaptive");
    assertThat(model.at("/speculation/widest").intValue()).isEqualTo(7);
    assertThat(client.get("/v1/models/stories").ok()).isEqualTo(model);
    assertThat(client.get("/v1/models/other").refused(404).get("code").stringValue())
        .isEqualTo("model_not_found");
  }

  @Test
  @DisplayName("B002: a server without a draft says so and why")
  void saysWhyThereIsNoDraft() {
    try (ModelPair plain = DemoPair.openPlain();
        DflashServer other =
            DflashServer.start(
                plain, ServerOptions.of("alone").withSpeculationNote("none was found"))) {
      Client there = new Client(other);
      for (JsonNode found :
          new JsonNode[] {
            there.get("/v1/models").ok().at("/data/0/speculation"),
            there.get("/health").ok().get("speculation")
          }) {
        assertThat(found.get("mode").stringValue()).isEqualTo("off");
        assertThat(found.get("draft").isNull()).isTrue();
        assertThat(found.get("reason").stringValue()).isEqualTo("none was found");
      }
      there.complete("'prompt':'Once','max_tokens':3").ok();
      JsonNode error =
          there.complete("'prompt':'Once','speculation':{'mode':'fixed','width':3}").refused(400);
      assertThat(error.get("message").stringValue()).contains("no draft");
    }
  }

  @Test
  void tokenizesAndBack() {
    JsonNode tokens = client.post("/tokenize", "{\"prompt\":\"Once upon a time\"}").ok();
    assertThat(tokens.get("count").intValue()).isEqualTo(tokens.get("tokens").size());
    assertThat(tokens.get("max_model_len").intValue()).isEqualTo(512);

    String back = "{\"tokens\":" + tokens.get("tokens") + "}";
    assertThat(client.post("/detokenize", back).ok().get("prompt").stringValue())
        .isEqualTo("Once upon a time");
    JsonNode bare =
        client
            .post(
                "/tokenize",
                "{\"content\":\"Once upon a"
                    + " time\",\"add_special_tokens\":false,\"return_token_strs\":true}")
            .ok();
    assertThat(bare.get("count").intValue()).isEqualTo(tokens.get("count").intValue() - 1);
    assertThat(bare.get("token_strs")).hasSize(bare.get("count").intValue());
    client.post("/tokenize", "{}").refused(400);
    client.post("/detokenize", "{\"tokens\":[512]}").refused(400);
    client.post("/detokenize", "{\"tokens\":[-1]}").refused(400);
    client.post("/detokenize", "{\"tokens\":\"x\"}").refused(400);
  }

  @Test
  void saysThatItLives() {
    for (String path : new String[] {"/health", "/health/live", "/health/ready"}) {
      assertThat(client.get(path).ok().get("status").stringValue()).isEqualTo("ok");
    }
  }

  @Test
  void countsForPrometheus() {
    client.complete("'prompt':'Once','max_tokens':7,'speculation':{'mode':'fixed'}").ok();
    client.get("/nowhere/at/all");
    Client.Answer answer = client.get("/metrics");

    assertThat(answer.header("content-type")).startsWith("text/plain; version=0.0.4");
    assertThat(answer.response().body())
        .containsPattern("(?m)^dflash4j_completion_tokens_total [1-9]")
        .containsPattern("(?m)^dflash4j_drafted_tokens_total [1-9]")
        .containsPattern("(?m)^dflash4j_accepted_tokens_total ")
        .containsPattern("(?m)^dflash4j_fallback_steps_total ")
        .containsPattern("(?m)^dflash4j_target_passes_total [1-9]")
        .containsPattern("(?m)^dflash4j_requests_running ")
        .containsPattern("(?m)^dflash4j_requests_waiting 0")
        .containsPattern("(?m)^dflash4j_cache_bytes [1-9]")
        .contains("path=\"other\",status=\"404\"")
        .doesNotContain("/nowhere");
  }

  @Test
  void refusesEmbeddings() {
    JsonNode error = client.post("/v1/embeddings", "{\"input\":\"x\"}").refused(400);
    assertThat(error.get("message").stringValue()).contains("embeddings are not supported");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1",
        "/v1/",
        "/v1/chat",
        "/v2/models",
        "/etc/passwd",
        "/%2e%2e/etc/passwd",
        "/v1/models/%2e%2e/%2e%2e/etc",
        "/favicon.ico"
      })
  void otherPathsAreNotThere(String path) {
    client.get(path).refused(404);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/completions, POST",
    "DELETE, /v1/chat/completions, POST",
    "PUT, /tokenize, POST",
    "POST, /v1/models, 'GET, HEAD'",
    "POST, /health, 'GET, HEAD'",
    "PATCH, /metrics, 'GET, HEAD'",
    "OPTIONS, /v1/completions, POST"
  })
  void otherMethodsAreNotAllowed(String method, String path, String allowed) {
    Client.Answer answer =
        client.send(client.request(path).method(method, HttpRequest.BodyPublishers.noBody()));

    answer.refused(405);
    assertThat(answer.header("allow")).isEqualTo(allowed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text/plain", "application/x-www-form-urlencoded", "application/jsonx", ";;"})
  void otherTypesAreRefused(String type) {
    HttpRequest.Builder request =
        client
            .request("/v1/completions")
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString("{\"prompt\":\"x\"}"));
    client.send(request).refused(415);
  }

  @Test
  void theTypeMayHaveAParameter() {
    client
        .send(
            client
                .request("/tokenize")
                .header("Content-Type", "Application/JSON; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString("{\"prompt\":\"x\"}")))
        .ok();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "1",
        "\"x\"",
        "{}",
        "{\"prompt\":\"x\"} {}",
        "{'prompt':'x'}",
        "{\"prompt\":\"x\",}",
        "\u0000",
        "{\"prompt\":1e999999999}",
        "{\"prompt\":NaN}"
      })
  void otherBodiesAreRefused(String body) {
    client.post("/v1/completions", body).refused(400);
    client.post("/v1/chat/completions", body).refused(400);
  }

  @Test
  void deepBodiesAreRefused() {
    String deep = "{\"prompt\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    client.post("/v1/completions", deep).refused(400);
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() {
    byte[] body = "{\"prompt\":\"x?\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    body[12] = (byte) 0xff;
    HttpRequest.Builder request =
        client
            .request("/v1/completions")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    client.send(request).refused(400);
  }
}
