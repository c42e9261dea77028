/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What goes over the wire, byte by byte. */
@Timeout(120)
class HttpTest {
  private static final String STREAM =
      "{'prompt':'Once','max_tokens':5,'temperature':0,'stream':true}";
  private static final String WHOLE = "{'prompt':'Once','max_tokens':5,'temperature':0}";
  private static final String PATH = "/v1/completions";

  private static DflashServer server;

  @BeforeAll
  static void start() {
    server =
        DflashServer.start(
            DemoPair.get(),
            ServerOptions.of("stories")
                .withTimes(
                    new ServerOptions.Times(
                        Duration.ofMinutes(1), Duration.ofMillis(700), Duration.ofSeconds(5))));
  }

  @AfterAll
  static void stop() {
    new Client(server).complete("'prompt':'Once','max_tokens':2").ok();
    server.close();
  }

  @Test
  void aConnectionServesRequestsOfAllKinds() throws IOException {
    try (RawClient client = RawClient.connect(server)) {
      String text = "";
      for (int i = 0; i < 5; i++) {
        String streamed = client.post(PATH, STREAM).reply().body();
        assertThat(streamed).endsWith("data: [DONE]\n\n");
        RawClient.Reply whole = client.post(PATH, WHOLE).reply();
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.header("connection")).isEqualTo("keep-alive");
        assertThat(client.post(PATH, "{}").reply().status()).isEqualTo(400);
        assertThat(client.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").reply().status())
            .isEqualTo(200);
        String now = Json.MAPPER.readTree(whole.body()).at("/choices/0/text").stringValue();
        assertThat(i == 0 ? now : text).isEqualTo(now);
        text = now;
      }
    }
  }

  @Test
  void aConnectionEndsIfTheClientWantsThat() throws IOException {
    for (String body : new String[] {STREAM, WHOLE, "{}"}) {
      try (RawClient client = RawClient.connect(server)) {
        client.post(PATH, body, "Connection: close\r\n").reply();
        assertThat(client.ended()).as(body).isTrue();
      }
    }
  }

  /** The second one is read while the first one is answered, and is not lost. */
  @Test
  void requestsMayBeSentAhead() throws IOException {
    try (RawClient client = RawClient.connect(server)) {
      client.post(PATH, STREAM).post(PATH, WHOLE).post(PATH, STREAM);
      assertThat(client.reply().body()).endsWith("data: [DONE]\n\n");
      assertThat(client.reply().body()).startsWith("{\"id\":\"cmpl-");
      assertThat(client.reply().body()).endsWith("data: [DONE]\n\n");
    }
  }

  /** A short body is read away, a long one ends the connection; none becomes a request. */
  @Test
  void theBodyOfARefusedRequestIsNotTheNextRequest() throws IOException {
    String smuggled = "GET /v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (String path : new String[] {"/nowhere", "/health", PATH}) {
      for (int times : new int[] {1, 10_000}) {
        String body = smuggled.repeat(times);
        try (RawClient client = RawClient.connect(server)) {
          client.send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: ");
          client.send(body.length() + "\r\n\r\n" + body);
          RawClient.Reply reply = client.reply();
          assertThat(reply.status()).isBetween(400, 499);
          if (times == 1) {
            client.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.reply().body()).startsWith("{\"status\":\"ok\"");
          } else {
            assertThat(reply.header("connection")).isEqualTo("close");
            assertThat(client.ended()).isTrue();
          }
        } catch (java.net.SocketException e) {
          assertThat(times).isGreaterThan(1); // closed while it was sent
        }
      }
    }
  }

  /** Where two lengths contradict each other nobody can say what is the next request. */
  @Test
  void twoLengthsAreNone() throws IOException {
    String body = "0\r\n\r\nGET /v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (String lengths :
        new String[] {
          "Content-Length: " + body.length() + "\r\nTransfer-Encoding: chunked",
          "Transfer-Encoding: chunked\r\nContent-Length: " + body.length(),
          "Content-Length: " + body.length() + "\r\nContent-Length: 5",
          "Content-Length: x",
          "Content-Length: -1",
          "Transfer-Encoding: other"
        }) {
      try (RawClient client = RawClient.connect(server)) {
        client.send("POST /v1/completions HTTP/1.1\r\nHost: localhost\r\n");
        client.send("Content-Type: application/json\r\n" + lengths + "\r\n\r\n" + body);
        RawClient.Reply reply = client.reply();
        assertThat(reply.status()).as(lengths).isBetween(400, 499);
        assertThat(client.ended()).as(lengths).isTrue();
      } catch (java.net.SocketException e) {
        // Closed while it was sent.
      }
    }
  }

  /** Read whole, one such chunk from each of a few clients would fill the heap. */
  @Test
  void aChunkLargerThanABodyMayBeIsRefusedBeforeItIsRead() throws IOException {
    try (RawClient client = RawClient.connect(server)) {
      client.send("POST /v1/completions HTTP/1.1\r\nHost: localhost\r\n");
      client.send("Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send("7fffffff\r\n");
      String piece = "a".repeat(1 << 20);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 64; i++) {
                  client.send(piece);
                }
              })
          .isInstanceOf(java.net.SocketException.class);
    }
  }

  @Test
  void anOlderProtocolIsToldWhatIsNeeded() throws IOException {
    try (RawClient client = RawClient.connect(server)) {
      RawClient.Reply reply = client.send("GET /v1/models HTTP/1.0\r\n\r\n").reply();
      assertThat(reply.status()).isEqualTo(505);
      assertThat(reply.body()).contains("HTTP/1.1");
    }
  }

  @Test
  void headIsAnsweredAsGetWithoutTheBody() throws IOException {
    // One connection for all: a byte of a body would be taken for the next answer.
    try (RawClient client = RawClient.connect(server)) {
      for (String path :
          new String[] {
            "/health",
            "/health/live",
            "/health/ready",
            "/v1/models",
            "/v1/models/stories",
            "/",
            "/page/page.css",
            "/v1/models/other",
            "/nowhere"
          }) {
        RawClient.Reply head = client.send(asking("HEAD", path)).head();
        RawClient.Reply get = client.send(asking("GET", path)).reply();
        assertThat(head.status()).as(path).isEqualTo(get.status());
        assertThat(withoutDate(head)).as(path).isEqualTo(withoutDate(get));
        assertThat(head.header("content-length"))
            .as(path)
            .isEqualTo("" + get.body().getBytes(StandardCharsets.UTF_8).length)
            .isNotEqualTo("0");
      }
      assertThat(client.send(asking("HEAD", "/metrics")).head().status()).isEqualTo(200);
      RawClient.Reply refused = client.send(asking("HEAD", PATH)).head();
      assertThat(refused.status()).isEqualTo(405);
      assertThat(refused.header("allow")).isEqualTo("POST");
      refused = client.send(asking("DELETE", "/health")).reply();
      assertThat(refused.status()).isEqualTo(405);
      assertThat(refused.header("allow")).isEqualTo("GET, HEAD");
      assertThat(client.send(asking("GET", "/health")).reply().status()).isEqualTo(200);
    }
  }

  private static String asking(String method, String path) {
    return method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  private static Map<String, String> withoutDate(RawClient.Reply reply) {
    Map<String, String> headers = new HashMap<>(reply.headers());
    headers.remove("date");
    return headers;
  }

  @Test
  void longHeadersAndPathsAreRefused() throws IOException {
    for (String request :
        new String[] {
          "GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: " + "x".repeat(20_000) + "\r\n\r\n",
          "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
          "GET /health HTTP/1.1\r\nHost: localhost\r\n" + "X-More: y\r\n".repeat(2_000) + "\r\n"
        }) {
      try (RawClient client = RawClient.connect(server)) {
        RawClient.Reply reply = client.send(request).reply();
        assertThat(reply.status()).isBetween(400, 499);
        assertThat(Json.MAPPER.readTree(reply.body()).at("/error/message").stringValue())
            .isNotBlank()
            .doesNotContain("Exception");
      } catch (java.net.SocketException e) {
        // The server may close while the rest is being sent.
      }
    }
  }

  @Test
  void randomBytesDoNoHarm() throws IOException {
    long seed = new Random().nextLong();
    System.out.println("random bytes, seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[1 + random.nextInt(300)];
      random.nextBytes(bytes);
      String body = new String(bytes, StandardCharsets.ISO_8859_1);
      try (RawClient client = RawClient.connect(server)) {
        if (i % 2 == 0) {
          RawClient.Reply reply = client.post(i % 4 == 0 ? PATH : "/tokenize", body).reply();
          assertThat(reply.status()).as("seed %d, round %d", seed, i).isEqualTo(400);
        } else {
          client.send(body + "\r\n\r\n");
          assertThat(client.reply().status()).as("seed %d, round %d", seed, i).isBetween(400, 499);
        }
      }
    }
  }

  @Test
  void randomlyDamagedRequestsAreAnsweredOrRefused() throws IOException {
    long seed = new Random().nextLong();
    System.out.println("damaged requests, seed " + seed);
    Random random = new Random(seed);
    String right =
        "{'messages':[{'role':'user','content':[{'type':'text','text':'a'}]}],'max_tokens':2,"
            + "'stop':['b'],'logit_bias':{'5':1},'stream_options':{'include_usage':true},'n':2,"
            + "'speculation':{'mode':'fixed','width':3},'temperature':0.5,'seed':1,'logprobs':true}";
    String pieces = "{}[]':,0-.eE\\\"nulltrue9";
    for (int i = 0; i < 300; i++) {
      StringBuilder damaged = new StringBuilder(right);
      for (int change = 0; change <= random.nextInt(3); change++) {
        int at = random.nextInt(damaged.length());
        switch (random.nextInt(3)) {
          case 0 -> damaged.deleteCharAt(at);
          case 1 -> damaged.setCharAt(at, pieces.charAt(random.nextInt(pieces.length())));
          default -> damaged.insert(at, pieces.charAt(random.nextInt(pieces.length())));
        }
      }
      try (RawClient client = RawClient.connect(server)) {
        int status = client.post("/v1/chat/completions", damaged.toString()).reply().status();
        assertThat(status).as("seed %d: %s", seed, damaged).isIn(200, 400);
      }
    }
  }

  @Test
  void aRequestThatDoesNotComeIsGivenUp() throws IOException {
    for (String begin :
        new String[] {
          "",
          "POST /v1/comp",
          "POST /v1/completions HTTP/1.1\r\nHost: loc",
          "POST /v1/completions HTTP/1.1\r\n"
              + "Host: localhost\r\n"
              + "Content-Type: application/json\r\n"
              + "Content-Length: 100\r\n\r\n"
              + "{"
        }) {
      try (RawClient client = RawClient.connect(server)) {
        client.send(begin);
        assertThat(client.ended()).as(begin).isTrue();
      }
    }
  }

  @Test
  void whoIsSilentLocksNobodyOut() throws IOException {
    ServerOptions options =
        ServerOptions.of("stories")
            .withLimits(new ServerOptions.Limits(2, 16, 100_000, 400, 4, 8, 1 << 20))
            .withTimes(
                new ServerOptions.Times(
                    Duration.ofMinutes(1), Duration.ofMillis(700), Duration.ofSeconds(5)));
    List<RawClient> silent = new ArrayList<>();
    try (DflashServer small = DflashServer.start(DemoPair.get(), options)) {
      for (int i = 0; i < 8; i++) {
        silent.add(RawClient.connect(small));
      }
      // There is no room for this one until they are gone, and it does not wait for longer than 20
      // s.
      try (RawClient client = RawClient.connect(small)) {
        assertThat(client.send(asking("GET", "/health")).reply().status()).isEqualTo(200);
      }
      for (RawClient client : silent) {
        assertThat(client.ended()).isTrue();
        client.close();
      }
    }
  }

  @Test
  void whoHasAskedMayBeSilentForLonger() throws IOException, InterruptedException {
    try (RawClient client = RawClient.connect(server)) {
      assertThat(client.send(asking("GET", "/health")).reply().status()).isEqualTo(200);
      Thread.sleep(2_000); // nearly three times what those may be who have not asked yet
      assertThat(client.send(asking("GET", "/health")).reply().status()).isEqualTo(200);
    }
  }

  @Test
  void chunksThatAreNoHttpAreRefused() throws IOException {
    for (String chunks :
        new String[] {
          "xyz\r\n{}\r\n0\r\n\r\n",
          "\r\n{}",
          "-5\r\n{}",
          "2 2\r\n{}",
          "ffffffff\r\n{}",
          "2\n{}\n0\n\n"
        }) {
      try (RawClient client = RawClient.connect(server)) {
        client.send("POST /v1/completions HTTP/1.1\r\nHost: localhost\r\n");
        client.send("Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        RawClient.Reply reply = client.send(chunks).reply();
        assertThat(reply.status()).as(chunks).isEqualTo(400);
        assertThat(reply.body()).as(chunks).contains("the chunks of the body are no valid HTTP");
        assertThat(client.ended()).as(chunks).isTrue();
      }
    }
  }

  /** A GET that says it has a body does not get a connection out of step. */
  @Test
  void aBodyWithoutUseIsNoRequest() throws IOException {
    try (RawClient client = RawClient.connect(server)) {
      client.send("GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello");
      assertThat(client.reply().status()).isEqualTo(200);
      client.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(client.reply().status()).isEqualTo(200);
    }
  }

  @Test
  void eventsAreOneLineEach() throws IOException {
    try (RawClient client = RawClient.connect(server)) {
      client.post(PATH, STREAM);
      RawClient.Reply head = client.head();
      assertThat(head.header("content-type")).isEqualTo("text/event-stream; charset=utf-8");
      assertThat(head.header("cache-control")).isEqualTo("no-cache");
      StringBuilder body = new StringBuilder();
      for (String chunk = client.chunk(); !chunk.isEmpty(); chunk = client.chunk()) {
        body.append(chunk);
      }
      assertThat(Client.events(body.toString())).hasSizeGreaterThan(2);
    }
  }
}
