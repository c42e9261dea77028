/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Chromium without a window, driven by WebDriver through an installed chromedriver. */
final class Browser implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern STARTED = Pattern.compile("started successfully on port (\\d+)");

  /** A guard against hanging only. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Process driver;
  private final HttpClient http = HttpClient.newHttpClient();
  private final String root;
  private String session = "";

  private Browser(Process driver, String root) {
    this.driver = driver;
    this.root = root;
  }

  /** For {@code EnabledIf}. */
  static boolean isInstalled() {
    return program("chromedriver").isPresent() && chromium().isPresent();
  }

  private static Optional<Path> chromium() {
    return program("chromium").or(() -> program("google-chrome")).or(() -> program("chrome"));
  }

  private static Optional<Path> program(String name) {
    for (String folder :
        System.getenv().getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator))) {
      Path file = Path.of(folder).resolve(name);
      if (!folder.isEmpty() && Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /**
   * Starts it.
   *
   * @param folder where it may write
   */
  static Browser start(Path folder) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(program("chromedriver").orElseThrow().toString(), "--port=0");
    for (String variable : List.of("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")) {
      Path own = Files.createDirectories(folder.resolve(variable));
      builder.environment().put(variable, own.toString());
    }
    // Relative, since a socket is made there, whose name must be short.
    Files.createDirectory(folder.resolve("t"));
    builder.environment().put("TMPDIR", "t");
    builder.directory(folder.toFile());
    Process driver = builder.redirectErrorStream(true).start();
    try {
      Browser browser = new Browser(driver, "http://127.0.0.1:" + port(driver));
      browser.begin(folder.resolve("profile"));
      return browser;
    } catch (RuntimeException | Error e) {
      end(driver);
      throw e;
    }
  }

  private static String port(Process driver) {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8));
    List<String> said = new ArrayList<>();
    return CompletableFuture.supplyAsync(() ->
            lines
                .lines()
                .peek(said::add)
                .map(STARTED::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("chromedriver said " + said)))
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  private void begin(Path profile) {
    // A container has neither a sandbox for root nor much shared memory.
    List<String> flags =
        List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--user-data-dir=" + profile);
    Map<String, Object> options =
        Map.of("binary", chromium().orElseThrow().toString(), "args", flags);
    JsonNode made =
        call(
            "POST",
            "/session",
            Map.of(
                "capabilities",
                Map.of(
                    "alwaysMatch",
                    Map.of(
                        "goog:chromeOptions",
                        options,
                        "goog:loggingPrefs",
                        Map.of("browser", "ALL")))));
    session = "/session/" + made.get("sessionId").asString();
  }

  /** One command of WebDriver. */
  private JsonNode call(String method, String path, Object body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(root + session + path));
    request.timeout(PATIENCE).header("Content-Type", "application/json");
    request.method(
        method,
        body == null
            ? BodyPublishers.noBody()
            : BodyPublishers.ofString(JSON.writeValueAsString(body)));
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      assertThat(response.statusCode()).as("%s: %s", path, response.body()).isEqualTo(200);
      return JSON.readTree(response.body()).get("value");
    } catch (IOException e) {
      throw new AssertionError("chromedriver does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  void open(String url) {
    call("POST", "/url", Map.of("url", url));
  }

  /** A command of Chromium's own protocol. */
  private void develop(String command, Map<String, ?> parameters) {
    call("POST", "/goog/cdp/execute", Map.of("cmd", command, "params", parameters));
  }

  void resize(int width, int height) {
    develop(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** {@code light} or {@code dark}. */
  void prefer(String scheme) {
    develop(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Runs the body of a function in the page; a promise is waited for. */
  JsonNode script(String body) {
    return call("POST", "/execute/sync", Map.of("script", body, "args", List.of()));
  }

  /** Waits until an expression of the page is true. */
  void waitFor(String condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!script("return Boolean(" + condition + ")").asBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never came true: " + condition + ", log: " + log());
      }
      try {
        Thread.sleep(30);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }

  private String element(String selector) {
    JsonNode found = call("POST", "/element", Map.of("using", "css selector", "value", selector));
    return found.values().iterator().next().asString();
  }

  void click(String selector) {
    call("POST", "/element/" + element(selector) + "/click", Map.of());
  }

  /** Types; {@code \uE007} is the key Enter. */
  void type(String selector, String keys) {
    call("POST", "/element/" + element(selector) + "/value", Map.of("text", keys));
  }

  /** Presses a key wherever the focus is. */
  void press(String key) {
    List<Map<String, String>> strokes =
        List.of(Map.of("type", "keyDown", "value", key), Map.of("type", "keyUp", "value", key));
    call(
        "POST",
        "/actions",
        Map.of("actions", List.of(Map.of("type", "key", "id", "keys", "actions", strokes))));
  }

  void clear(String selector) {
    call("POST", "/element/" + element(selector) + "/clear", Map.of());
  }

  /** What is seen of the text of an element. */
  String text(String selector) {
    return call("GET", "/element/" + element(selector) + "/text", null).asString();
  }

  boolean isEnabled(String selector) {
    return call("GET", "/element/" + element(selector) + "/enabled", null).asBoolean();
  }

  /** What a screen reader calls an element. */
  String label(String selector) {
    return call("GET", "/element/" + element(selector) + "/computedlabel", null).asString();
  }

  String role(String selector) {
    return call("GET", "/element/" + element(selector) + "/computedrole", null).asString();
  }

  byte[] screenshot() {
    return Base64.getDecoder().decode(call("GET", "/screenshot", null).asString());
  }

  /** Errors and warnings since the last call. */
  List<String> log() {
    List<String> lines = new ArrayList<>();
    for (JsonNode entry : call("POST", "/se/log", Map.of("type", "browser"))) {
      if (!entry.get("level").asString().equals("DEBUG")) {
        lines.add(entry.get("message").asString());
      }
    }
    return lines;
  }

  @Override
  public void close() {
    try {
      call("DELETE", "", null);
    } finally {
      end(driver);
    }
  }

  /** Waits for the browser too, which writes to its profile until it ends. */
  private static void end(Process driver) {
    List<ProcessHandle> all = new ArrayList<>(driver.descendants().toList());
    all.add(driver.toHandle());
    all.forEach(ProcessHandle::destroy);
    for (ProcessHandle process : all) {
      try {
        process.onExit().get(20, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException e) {
        process.destroyForcibly();
      }
    }
  }
}
