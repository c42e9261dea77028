/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Clients of a server that is going to be told to end. They ask until they are refused, compare
 * every text with the plain one, and take nothing but 503 or a refused connection for a refusal,
 * and that only once the server was told.
 */
final class ServeClients {
  private static final String[] PROMPTS = {"Once upon a time", "The dog", "Lily and Tom"};
  private static final int[] TOKENS = {5, 30, 90};

  /** Some seconds of decoding, so that such a text runs whenever the server is told. */
  private static final Ask LONG = new Ask("Once upon a time", 450, 4, true);

  private static final String[] SPECULATIONS = {"true", "false", "{\"mode\":\"fixed\"}"};
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI base;
  private final long seed;
  private final Map<String, String> right = new HashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean told;

  final AtomicInteger complete = new AtomicInteger();
  final AtomicInteger longTexts = new AtomicInteger();

  /** Long texts whose answer has begun, ended ones too. */
  final AtomicInteger longBegun = new AtomicInteger();

  /** Streams that were told the end in an event of their own. */
  final AtomicInteger ended = new AtomicInteger();

  final AtomicInteger refused = new AtomicInteger();
  final AtomicInteger unanswered = new AtomicInteger();

  private record Ask(String prompt, int tokens, int texts, boolean stream) {
    String json(String speculation) {
      return "{\"prompt\":\""
          + prompt
          + "\",\"max_tokens\":"
          + tokens
          + ",\"n\":"
          + texts
          + ",\"temperature\":0,\"stream\":"
          + stream
          + ",\"speculation\":"
          + speculation
          + "}";
    }

    String key() {
      return prompt + tokens;
    }
  }

  /** Asks for the plain texts, one after the other. */
  ServeClients(URI base, long seed) throws IOException {
    this.base = base;
    this.seed = seed;
    for (String prompt : PROMPTS) {
      for (int tokens : TOKENS) {
        addRight(new Ask(prompt, tokens, 1, false));
      }
    }
    addRight(new Ask(LONG.prompt, LONG.tokens, 1, false));
  }

  private void addRight(Ask ask) throws IOException {
    Answer answer = Answer.of(post(ask.json("false"), () -> {}));
    assertThat(answer.status()).isEqualTo(200);
    right.put(ask.key(), JSON.readTree(answer.body()).at("/choices/0/text").stringValue());
  }

  /** What came until the server closed the connection. */
  private record Answer(int status, String body) {

    /** Takes what a head promises for an answer, and fails if it was not kept. */
    static Answer of(byte[] bytes) {
      String all = new String(bytes, StandardCharsets.ISO_8859_1);
      int end = all.indexOf("\r\n\r\n");
      assertThat(end).as("the head of: %s", all).isPositive();
      String head = all.substring(0, end);
      String rest = all.substring(end + 4);
      boolean chunked = head.contains("chunked");
      String body = chunked ? joined(rest) : rest;
      if (!chunked) {
        assertThat(head.replace("\r", "") + "\n")
            .containsPattern("(?i)\ncontent-length: " + body.length() + "\n");
      }
      return new Answer(
          Integer.parseInt(head.split(" ")[1]),
          new String(body.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
    }

    private static String joined(String chunks) {
      StringBuilder body = new StringBuilder();
      for (int at = 0; ; ) {
        int line = chunks.indexOf("\r\n", at);
        assertThat(line).as("a chunk behind: %s", body).isNotNegative();
        int length = Integer.parseInt(chunks.substring(at, line), 16);
        at = line + 2 + length + 2;
        assertThat(chunks.length()).as("the chunk behind: %s", body).isGreaterThanOrEqualTo(at);
        if (length == 0) {
          return body.toString();
        }
        body.append(chunks, line + 2, line + 2 + length);
      }
    }
  }

  /**
   * @param begun called when the first bytes come
   * @return all bytes until the server closes; none if it refuses the connection
   */
  private byte[] post(String body, Runnable begun) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      socket.getOutputStream().write(ServeTest.post("/v1/completions", body).getBytes());
      InputStream in = socket.getInputStream();
      byte[] piece = new byte[8192];
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        if (all.size() == 0) {
          begun.run();
        }
        all.write(piece, 0, read);
      }
    } catch (IOException e) {
      if (all.size() > 0) {
        throw new IOException("an answer was cut off: " + all, e);
      }
    }
    return all.toByteArray();
  }

  /** Lets them begin; a quarter of them asks for long texts only. */
  void start(int clients) {
    for (int i = 0; i < clients; i++) {
      boolean patient = i % 4 == 0;
      Random random = new Random(seed + i);
      threads.add(Thread.ofVirtual().start(() -> client(random, patient)));
    }
  }

  /** From now on they may be refused. */
  void tell() {
    told = true;
  }

  /** Waits until all were refused. */
  void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
    check();
  }

  /** Fails if any of them has failed so far. */
  void check() {
    assertThat(failures).as("seed %d", seed).isEmpty();
  }

  private void client(Random random, boolean patient) {
    try {
      boolean taken = true;
      while (taken && failures.isEmpty()) {
        taken = patient ? ask(LONG, "false") : request(random);
      }
    } catch (Throwable e) {
      failures.add(e);
    }
  }

  private boolean request(Random random) throws IOException {
    String prompt = PROMPTS[random.nextInt(PROMPTS.length)];
    int tokens = TOKENS[random.nextInt(TOKENS.length)];
    Ask ask = new Ask(prompt, tokens, 1, random.nextInt(3) > 0);
    return switch (random.nextInt(10)) {
      case 0 -> drop(ask);
      case 1 -> malformed();
      default -> ask(ask, SPECULATIONS[random.nextInt(SPECULATIONS.length)]);
    };
  }

  /** Goes without having read anything. */
  private boolean drop(Ask ask) {
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      socket
          .getOutputStream()
          .write(ServeTest.post("/v1/completions", ask.json("true")).getBytes());
      return true;
    } catch (IOException e) {
      assertThat(told).as("refused before the end: %s", e).isTrue();
      return false;
    }
  }

  private boolean malformed() throws IOException {
    byte[] bytes = post("{", () -> {});
    if (isRefused(bytes)) {
      return false;
    }
    assertThat(Answer.of(bytes).status()).isEqualTo(400);
    return true;
  }

  private boolean ask(Ask ask, String speculation) throws IOException {
    byte[] bytes = post(ask.json(speculation), ask == LONG ? longBegun::incrementAndGet : () -> {});
    if (isRefused(bytes)) {
      return false;
    }
    Answer answer = Answer.of(bytes);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    if (ask.stream()) {
      checkStream(ask, answer.body());
    } else {
      JsonNode json = JSON.readTree(answer.body());
      assertThat(json.at("/choices/0/text").stringValue()).isEqualTo(right.get(ask.key()));
      complete.incrementAndGet();
    }
    return true;
  }

  private boolean isRefused(byte[] bytes) {
    if (bytes.length == 0) {
      assertThat(told).as("no answer before the end").isTrue();
      unanswered.incrementAndGet();
      return true;
    }
    Answer answer = Answer.of(bytes);
    if (answer.status() != 503) {
      return false;
    }
    assertThat(told).as("503 before the end").isTrue();
    assertThat(JSON.readTree(answer.body()).at("/error/code").stringValue())
        .isEqualTo("shutting_down");
    refused.incrementAndGet();
    return true;
  }

  private void checkStream(Ask ask, String body) {
    assertThat(body).as(ask.key()).endsWith("data: [DONE]\n\n");
    String[] events = body.split("\n\n");
    StringBuilder[] texts = new StringBuilder[ask.texts()];
    java.util.Arrays.setAll(texts, i -> new StringBuilder());
    boolean whole = true;
    for (int i = 0; i < events.length - 1; i++) {
      JsonNode event = JSON.readTree(events[i].substring("data: ".length()));
      for (JsonNode choice : event.path("choices")) {
        texts[choice.get("index").intValue()].append(choice.get("text").stringValue());
      }
      if (event.has("error")) {
        assertThat(i).as("the error is the last event").isEqualTo(events.length - 2);
        assertThat(told).as("%s before the end", event).isTrue();
        assertThat(event.at("/error/code").stringValue()).isEqualTo("shutting_down");
        whole = false;
      }
    }
    for (StringBuilder text : texts) {
      if (whole) {
        assertThat(text).hasToString(right.get(ask.key()));
      } else {
        assertThat(right.get(ask.key())).startsWith(text);
      }
    }
    (whole ? complete : ended).incrementAndGet();
    if (whole && ask == LONG) {
      longTexts.incrementAndGet();
    }
  }
}
