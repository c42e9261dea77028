/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Talks to a server of a test. */
final class Client {
  static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final URI base;

  Client(DflashServer server) {
    base = URI.create("http://127.0.0.1:" + server.port());
  }

  /** An answer in one. */
  record Answer(HttpResponse<String> response) {
    JsonNode json() {
      return Json.MAPPER.readTree(response.body());
    }

    JsonNode ok() {
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      return json();
    }

    /** Checks that it is an error in the form of OpenAI, and gives its inside. */
    JsonNode refused(int status) {
      assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
      assertThat(header("content-type")).startsWith("application/json");
      JsonNode error = json().get("error");
      assertThat(error.propertyNames()).containsExactly("message", "type", "param", "code");
      assertThat(error.get("message").stringValue())
          .isNotBlank()
          .doesNotContain("Exception", "\n", "io.github");
      return error;
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(base.resolve(path)).timeout(Duration.ofMinutes(5));
  }

  Answer send(HttpRequest.Builder request) {
    try {
      return new Answer(HTTP.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8)));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Answer get(String path) {
    return send(request(path));
  }

  /** A value of the metrics by name and tags, 0 if it is not there. */
  double metric(String line) {
    return get("/metrics")
        .response()
        .body()
        .lines()
        .filter(l -> l.startsWith(line + " "))
        .mapToDouble(l -> Double.parseDouble(l.substring(line.length() + 1)))
        .sum();
  }

  HttpRequest.Builder posting(String path, String body) {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  Answer post(String path, String body) {
    return send(posting(path, body));
  }

  Answer complete(String fields) {
    return post("/v1/completions", "{" + fields.replace('\'', '"') + "}");
  }

  Answer chat(String fields) {
    return post("/v1/chat/completions", "{" + fields.replace('\'', '"') + "}");
  }

  /** All events of a stream, which has to end with [DONE]. */
  List<JsonNode> stream(String path, String fields) {
    Answer answer =
        post(path, "{'stream':true,".replace('\'', '"') + fields.replace('\'', '"') + "}");
    assertThat(answer.response().statusCode()).as(answer.response().body()).isEqualTo(200);
    assertThat(answer.header("content-type")).isEqualTo("text/event-stream; charset=utf-8");
    return events(answer.response().body());
  }

  static List<JsonNode> events(String body) {
    List<JsonNode> events = new ArrayList<>();
    String[] blocks = body.split("\n\n", -1);
    assertThat(blocks[blocks.length - 1]).isEmpty();
    assertThat(blocks[blocks.length - 2]).isEqualTo("data: [DONE]");
    for (int i = 0; i < blocks.length - 2; i++) {
      assertThat(blocks[i]).startsWith("data: {").doesNotContain("\n", "\r");
      events.add(Json.MAPPER.readTree(blocks[i].substring("data: ".length())));
    }
    return events;
  }
}
