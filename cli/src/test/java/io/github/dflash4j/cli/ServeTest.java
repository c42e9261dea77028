/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** The command {@code serve}. */
@Timeout(300)
class ServeTest {
  private static final Path ROOT = Path.of("..");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  /** Sends a request and reads all that comes until the server closes the connection. */
  private static String exchange(URI base, String request) throws IOException {
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static String get(URI base, String path, String headers) throws IOException {
    return exchange(
        base,
        "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "Connection: close\r\n\r\n");
  }

  static String post(String path, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
        + "Content-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length
        + "\r\n\r\n"
        + body;
  }

  private static JsonNode json(String answer) {
    return JSON.readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
  }

  @Test
  void servesTheEmbeddedPairUntilItIsTold() throws Exception {
    try (ServerProcess server = ServerProcess.start(folder, Map.of(), "--grace", "30")) {
      JsonNode model = json(get(server.base(), "/v1/models", "")).at("/data/0");
      assertThat(model.get("id").stringValue()).isEqualTo("stories260K");
      assertThat(model.at("/speculation/mode").stringValue()).isEqualTo("adaptive");
      assertThat(model.get("context_length").intValue()).isEqualTo(512);

      // Told to end while a text is being written: it is finished.
      String body =
          "{\"prompt\":\"Once upon a time\",\"max_tokens\":400,\"stream\":true,\"temperature\":0}";
      try (Socket socket = new Socket(server.base().getHost(), server.base().getPort())) {
        socket.setSoTimeout(60_000);
        socket
            .getOutputStream()
            .write(post("/v1/completions", body).getBytes(StandardCharsets.UTF_8));
        byte[] begin = socket.getInputStream().readNBytes(600);
        server.terminate();
        String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String all = new String(begin, StandardCharsets.UTF_8) + rest;
        assertThat(all).startsWith("HTTP/1.1 200 OK").contains("data: [DONE]\n\n");
        assertThat(all).contains("\"finish_reason\":\"length\"").doesNotContain("\"error\"");
      }
      assertThat(server.exitCode()).isEqualTo(128 + 15);
      assertThat(server.err())
          .contains("draft: DFlash 2, block 8")
          .doesNotContain("Exception", "\tat ");
    }
  }

  @Test
  void servesNamedModelsWithAKeyThatIsNotSeen() throws Exception {
    Models.copyTo(folder);
    Map<String, String> key = Map.of(ServerArguments.KEY_VARIABLE, "hidden");
    try (ServerProcess server =
        ServerProcess.start(
            folder,
            key,
            "--target",
            folder.resolve("stories.gguf").toString(),
            "--context",
            "512",
            "--draft",
            folder.resolve("draft1").toString(),
            "--model-name",
            "mine")) {
      assertThat(get(server.base(), "/v1/models", "")).startsWith("HTTP/1.1 401 ");
      JsonNode model =
          json(get(server.base(), "/v1/models", "Authorization: Bearer hidden\r\n")).at("/data/0");
      assertThat(model.get("id").stringValue()).isEqualTo("mine");
      assertThat(model.at("/speculation/draft").stringValue()).contains("DFlash 1");
    }
  }

  @Test
  @DisplayName("B002: without a draft the server says so and why")
  void saysWhyThereIsNoDraft() throws Exception {
    Models.copyTo(folder);
    try (ServerProcess server =
        ServerProcess.start(
            folder,
            Map.of(),
            "--target",
            folder.resolve("stories.gguf").toString(),
            "--draft",
            "none")) {
      JsonNode speculation = json(get(server.base(), "/health", "")).get("speculation");
      assertThat(speculation.get("mode").stringValue()).isEqualTo("off");
      assertThat(speculation.get("reason").stringValue()).contains("--draft none");
      assertThat(json(get(server.base(), "/v1/models", "")).at("/data/0/id").stringValue())
          .isEqualTo("stories");
      assertThat(server.err()).contains("draft: none (asked for by --draft none)");
    }
  }

  /** A draft of zeros proposes what the target does not write. */
  @Test
  void saysWhenAndWhyItTurnsDraftingOff() throws Exception {
    Models.copyTo(folder);
    Models.clearTensors(folder.resolve("draft1").resolve("model.safetensors"));
    try (ServerProcess server =
        ServerProcess.start(
            folder,
            Map.of(),
            "--target",
            folder.resolve("stories.gguf").toString(),
            "--draft",
            folder.resolve("draft1").toString())) {
      String body = "{\"prompt\":\"Once\",\"max_tokens\":100,\"temperature\":0}";
      // What costs the policy has measured decides when; a busy machine makes them rough at first.
      long latest = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (System.nanoTime() - latest < 0 && !server.err().contains("drafting off")) {
        assertThat(exchange(server.base(), post("/v1/completions", body)))
            .startsWith("HTTP/1.1 200 ");
      }
      assertThat(server.err())
          .containsPattern(
              "(?m)^note: drafting off at step \\d+: \\d\\.\\d\\d tokens expected of a pass of ");
      assertThat(get(server.base(), "/metrics", ""))
          .containsPattern("(?m)^dflash4j_fallback_steps_total [1-9]");
    }
  }

  @Test
  @DisplayName("B031: a draft without a target is a mistake of the command line")
  void mistakesAreSaidInOneLine() throws IOException {
    Run.of("serve", "--draft", "somewhere").refused(2, "--target");
    Run.of("serve", "--mtp-steps", "3").refused(2, "--mtp-steps needs --draft mtp");
    Run.of("serve", "--port", "65536").refused(2, "a port is 0 to 65535");
    Run.of("serve", "--parallel", "0").refused(2, "--parallel");
    Run.of("serve", "--cache-prompts", "-1").refused(2, "--cache-prompts");
    Run.of("serve", "--host", "0.0.0.0").refused(1, "needs an API key", "127.0.0.1");
    Run.of("serve", "--api-key", "").refused(1, "the API key is empty");
    Run.of("serve", "--port", "0", "--target", folder.resolve("none").toString())
        .refused(1, "none");
    try (ServerSocket taken = new ServerSocket(0)) {
      Run.of("serve", "--port", taken.getLocalPort()).refused(1, "cannot listen on 127.0.0.1");
    }
  }

  @Test
  @DisplayName("B002: a draft that was named and cannot be loaded ends the start")
  void aBrokenDraftIsRefused() throws IOException {
    Models.copyTo(folder);
    Files.writeString(folder.resolve("draft2").resolve("config.json"), "{}");

    Run.of(
            "serve",
            "--port",
            "0",
            "--target",
            folder.resolve("stories.gguf"),
            "--draft",
            folder.resolve("draft2"))
        .refused(1, "draft2");
  }

  @Test
  void everyOptionIsExplained() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/server.md"));
    List<String> options =
        Pattern.compile("(?m)^ +(?:-\\w, )?(--[a-z-]+)")
            .matcher(Run.of("serve", "--help").succeeded().out())
            .results()
            .map(option -> option.group(1))
            .filter(option -> !option.equals("--help"))
            .toList();

    assertThat(options).hasSizeGreaterThan(15);
    assertThat(options).allSatisfy(option -> assertThat(page).contains("`" + option));
  }

  /** What the README shows is what happens. */
  @Test
  void theReadmeShowsWhatHappens() throws Exception {
    Matcher block =
        Pattern.compile("(?ms)^```shell-session\n(.*?)^```$")
            .matcher(Files.readString(ROOT.resolve("README.md")));
    assertThat(block.find()).isTrue();
    String[] shown = block.group(1).split("\n(?=\\$ )|\n(?=\\{)");
    assertThat(shown[0])
        .startsWith("$ ./dflash4j serve")
        .contains("listening on http://127.0.0.1:8080");
    Matcher curl =
        Pattern.compile("(?s)curl -s http://127.0.0.1:8080(\\S+) .*-d '(.*)'").matcher(shown[1]);
    assertThat(curl.find()).isTrue();
    try (ServerProcess server = ServerProcess.start(folder, Map.of())) {
      ObjectNode answer =
          (ObjectNode) json(exchange(server.base(), post(curl.group(1), curl.group(2))));
      ObjectNode expected = (ObjectNode) JSON.readTree(shown[2]);

      assertThat(answer.propertyNames()).isEqualTo(expected.propertyNames());
      assertThat(answer.without(List.of("id", "created")))
          .isEqualTo(expected.without(List.of("id", "created")));
    }
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    Path page = ROOT.resolve("docs/server.md");
    Matcher links = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)").matcher(Files.readString(page));
    assertThat(links.results().map(link -> link.group(1)).toList())
        .isNotEmpty()
        .allSatisfy(link -> assertThat(page.resolveSibling(link)).exists());
  }
}
