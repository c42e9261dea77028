/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask. */
class AccessTest {
  private static final String BODY = "{\"prompt\":\"x\",\"max_tokens\":1}";
  private static final String PATH = "/v1/completions";

  private static DflashServer start(ServerOptions options) {
    return DflashServer.start(DemoPair.get(), options);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::"})
  void otherMachinesNeedAKey(String host) {
    ServerOptions open = ServerOptions.of("stories").withAddress(host, 0);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> start(open))
        .withMessageContaining("needs an API key");
    try (DflashServer server = start(open.withApiKey("secret"))) {
      Client client = new Client(server);
      client.post(PATH, BODY).refused(401);
      client.send(client.posting(PATH, BODY).header("Authorization", "Bearer secret")).ok();
    }
  }

  @Test
  void unknownHostsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> start(ServerOptions.of("stories").withAddress("no.such.host.invalid", 0)))
        .withMessageContaining("no.such.host.invalid");
  }

  @Test
  void aPortInUseIsNamed() {
    try (DflashServer server = start(ServerOptions.of("stories"))) {
      ServerOptions same = ServerOptions.of("stories").withAddress("127.0.0.1", server.port());
      assertThatIllegalArgumentException()
          .isThrownBy(() -> start(same))
          .withMessageContaining("cannot listen on 127.0.0.1, port " + server.port());
    }
  }

  @Test
  void theKeyIsAskedForEverywhereButForHealth() {
    try (DflashServer server = start(ServerOptions.of("stories").withApiKey("top secret"))) {
      Client client = new Client(server);
      for (String path : List.of("/v1/models", "/metrics", "/nothing", "/healthy")) {
        Client.Answer answer = client.get(path);
        assertThat(answer.refused(401).get("code").stringValue()).isEqualTo("invalid_api_key");
        assertThat(answer.header("www-authenticate")).isEqualTo("Bearer");
      }
      client.post(PATH, BODY).refused(401);
      client.get("/health").ok();
      client.get("/health/live").ok();
      for (String wrong :
          List.of(
              "Bearer",
              "Bearer ",
              "Bearer top secre",
              "Bearer top secrett",
              "top secret",
              "Basic top secret",
              "Bearer TOP SECRET")) {
        client.send(client.request("/v1/models").header("Authorization", wrong)).refused(401);
      }
      for (String right : List.of("Bearer top secret", "bearer top secret")) {
        client.send(client.request("/v1/models").header("Authorization", right)).ok();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/health/../v1/models",
        "/health/%2e%2e/v1/models",
        "/health/..%2fv1/models",
        "/health/live/../../v1/models",
        "/page/../v1/models",
        "/page/%2e%2e/v1/models",
        "/page/page.css/../../v1/models",
        "//v1/models",
        "/./v1/models",
        "/v1/models;a=/health",
        "/v1/models?/health",
        "http://localhost/v1/models"
      })
  void noDetourLeadsAroundTheKey(String path) throws Exception {
    try (DflashServer server = start(ServerOptions.of("stories").withApiKey("secret"));
        RawClient raw = RawClient.connect(server)) {
      raw.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(raw.reply().status()).isIn(400, 401, 404);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example, 403",
    "127.0.0.1.evil.example, 403",
    "localhost.evil.example:80, 403",
    "127.0.0.2, 403",
    "'', 400",
    "localhost, 200",
    "LocalHost:1234, 200",
    "127.0.0.1:1, 200",
    "[::1]:5, 200"
  })
  void otherNamesForThisMachineAreRefused(String host, int status) throws Exception {
    try (DflashServer server = start(ServerOptions.of("stories"));
        RawClient raw = RawClient.connect(server)) {
      raw.send("GET /health HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
      RawClient.Reply reply = raw.reply();
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.header("content-type")).startsWith("application/json");
    }
  }

  @Test
  void pagesOfOtherOriginsMayNotCall() {
    try (DflashServer server = start(ServerOptions.of("stories"))) {
      Client client = new Client(server);
      Client.Answer answer =
          client.send(client.request("/v1/models").header("Origin", "https://page.example"));
      assertThat(answer.header("access-control-allow-origin")).isEmpty();
      client.send(preflight(client, "https://page.example")).refused(405);
    }
  }

  @Test
  void pagesOfNamedOriginsMay() {
    ServerOptions options =
        ServerOptions.of("stories")
            .withApiKey("k")
            .withCorsOrigins(List.of("https://page.example"));
    try (DflashServer server = start(options)) {
      Client client = new Client(server);
      Client.Answer asked = client.send(preflight(client, "https://page.example"));
      assertThat(asked.response().statusCode()).isEqualTo(204);
      assertThat(asked.header("access-control-allow-origin")).isEqualTo("https://page.example");
      assertThat(asked.header("access-control-allow-headers")).contains("Authorization");
      Client.Answer called =
          client.send(client.request("/health").header("Origin", "https://page.example"));
      assertThat(called.header("access-control-allow-origin")).isEqualTo("https://page.example");
      assertThat(called.header("vary")).isEqualTo("Origin");
      Client.Answer other =
          client.send(client.request("/health").header("Origin", "https://other.example"));
      assertThat(other.header("access-control-allow-origin")).isEmpty();
    }
  }

  private static HttpRequest.Builder preflight(Client client, String origin) {
    return client
        .request(PATH)
        .header("Origin", origin)
        .header("Access-Control-Request-Method", "POST")
        .method("OPTIONS", HttpRequest.BodyPublishers.noBody());
  }

  @Test
  void everyAnswerKeepsBrowsersInBounds() {
    try (DflashServer server = start(ServerOptions.of("stories"))) {
      Client client = new Client(server);
      String stream = "{\"prompt\":\"x\",\"max_tokens\":1,\"stream\":true}";
      for (Client.Answer answer :
          List.of(client.get("/health"), client.get("/nothing"), client.post(PATH, stream))) {
        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(answer.header("x-frame-options")).isEqualTo("DENY");
        assertThat(answer.header("referrer-policy")).isEqualTo("no-referrer");
        assertThat(answer.header("content-security-policy")).contains("default-src 'none'");
        assertThat(answer.header("server")).isEmpty();
      }
    }
  }
}
