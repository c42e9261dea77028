/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Turns, ends and limits, with a target that makes a pass only when the test lets it. */
@Timeout(120)
class QueueTest {
  private static final String TEXT = "abcdefghijklmnopqrstuvwxyz";
  private static final String PATH = "/v1/completions";
  private static final String ASK = "'prompt':'p','max_tokens':20,'temperature':0";

  @TempDir private Path folder;

  private final Semaphore passes = new Semaphore(0);
  private final AtomicInteger made = new AtomicInteger();
  private ChatKit kit;
  private DflashServer server;
  private Client client;

  @BeforeEach
  void prepare() {
    kit = ChatKit.qwen3(folder).write(TEXT);
    kit.target.beforePass(() -> {
      passes.acquireUninterruptibly();
      made.incrementAndGet();
    });
  }

  @AfterEach
  void stop() {
    passes.release(1_000_000);
    server.close();
  }

  private void serve(int running, int queued, Duration request, Duration grace) {
    ServerOptions options =
        ServerOptions.of("kit")
            .withLimits(new ServerOptions.Limits(running, queued, 1 << 20, 4096, 4, 64, 1 << 20))
            .withTimes(new ServerOptions.Times(request, Duration.ofSeconds(10), grace));
    server = kit.serve(options, 1, 1);
    client = new Client(server);
  }

  private void serve(int running, int queued) {
    serve(running, queued, Duration.ofMinutes(1), Duration.ofSeconds(10));
  }

  private CompletableFuture<Client.Answer> later(String fields) {
    return CompletableFuture.supplyAsync(
        () -> client.complete(fields), task -> Thread.ofVirtual().start(task));
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited for long enough").isLessThan(end);
      try {
        Thread.sleep(2);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void await(int running, int waiting) {
    await(() -> gauge("running") == running && gauge("waiting") == waiting);
  }

  private int gauge(String name) {
    return client.get("/health").ok().get(name).intValue();
  }

  private double counter(String line) {
    return client.metric(line);
  }

  @Test
  void whoComesFirstIsServedFirst() {
    serve(1, 8);
    List<String> order = java.util.Collections.synchronizedList(new ArrayList<>());
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String name = "r" + i;
      all.add(later(ASK).thenRun(() -> order.add(name)));
      int waiting = i;
      await(1, waiting);
    }
    for (int i = 0; i < 6; i++) {
      int done = i + 1;
      passes.release(20);
      await(() -> order.size() == done);
    }
    all.forEach(CompletableFuture::join);
    assertThat(order).containsExactly("r0", "r1", "r2", "r3", "r4", "r5");
  }

  @Test
  void moreThanMayWaitAreSentAway() {
    serve(1, 2);
    List<CompletableFuture<Client.Answer>> taken = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      taken.add(later(ASK));
      await(1, i);
    }
    for (String fields : new String[] {ASK, ASK + ",'stream':true"}) {
      Client.Answer answer = client.complete(fields);
      assertThat(answer.refused(429).get("code").stringValue()).isEqualTo("queue_full");
      assertThat(Integer.parseInt(answer.header("retry-after"))).isBetween(1, 60);
    }
    passes.release(1000);
    taken.forEach(answer -> answer.join().ok());
    client.complete(ASK).ok();
  }

  @Test
  @DisplayName("B151: a client that closes frees its place within a step, whole answer or stream")
  void aClientThatGoesFreesItsPlace() throws IOException {
    serve(1, 8);
    int gone = 0;
    for (String stream : new String[] {"", ",'stream':true"}) {
      for (boolean reset : new boolean[] {true, false}) {
        RawClient raw = RawClient.connect(server);
        raw.post(PATH, "{" + ASK + stream + "}");
        await(1, 0);
        int target = made.get() + 3; // the prompt and two steps
        passes.release(3);
        await(() -> made.get() == target);
        if (reset) {
          raw.reset();
        } else {
          raw.close();
        }
        int ended = ++gone;
        // It may be in the middle of waiting for a pass; that one is finished, no more.
        await(() -> counter("dflash4j_requests_ended_total{cause=\"client_gone\"}") == ended);
        passes.release(1);
        await(0, 0);
        assertThat(made.get()).isBetween(target, target + 1);
        passes.drainPermits();
      }
    }
    passes.release(1000);
    assertThat(client.complete(ASK).ok().at("/choices/0/text").stringValue())
        .isEqualTo(TEXT.substring(0, 20));
  }

  @Test
  @DisplayName("B151: a client that closes while its prompt is read, too")
  void aClientThatGoesWhileItsPromptIsRead() throws IOException {
    serve(1, 8);
    String prompt = "p".repeat(2000); // some thirty passes
    RawClient raw = RawClient.connect(server);
    raw.post(PATH, "{'prompt':'" + prompt + "','max_tokens':20}");
    await(1, 0);
    passes.release(3);
    await(() -> made.get() == 3);
    raw.reset();
    await(() -> counter("dflash4j_requests_ended_total{cause=\"client_gone\"}") == 1);
    passes.release(100);
    await(0, 0);

    assertThat(made.get()).isBetween(3, 4);
  }

  /**
   * Whoever runs beside one that is cancelled at any step does not notice. Passes are let through
   * one by one, so that the other one has begun when the first one goes, and has not ended.
   */
  @Test
  @DisplayName("B149: a client that goes ends its own text alone")
  void theOthersGoOn() throws IOException {
    serve(2, 8);
    for (int round = 0; round < 20; round++) {
      int begin = made.get();
      RawClient raw = RawClient.connect(server);
      raw.post(PATH, "{" + ASK + ",'stream':true,'n':4}");
      await(1, 0);
      passes.release(round);
      int alone = begin + round;
      await(() -> made.get() == alone);
      CompletableFuture<Client.Answer> other = later(ASK);
      await(2, 0);
      passes.release(5); // of both, and fewer than either needs
      await(() -> made.get() == alone + 5);
      assertThat(other).as("round %d", round).isNotDone();
      raw.reset();
      int gone = round + 1;
      await(() -> counter("dflash4j_requests_ended_total{cause=\"client_gone\"}") == gone);
      passes.release(100);
      assertThat(other.join().ok().at("/choices/0/text").stringValue())
          .as("round %d", round)
          .isEqualTo(TEXT.substring(0, 20));
      await(0, 0);
      // The other's 20 passes and those before, and one that was under way when the client went.
      assertThat(made.get()).isBetween(alone + 20, alone + 26);
      passes.drainPermits();
    }
  }

  @Test
  @DisplayName("B148: a waiting client that goes leaves the running one alone")
  void aWaitingClientThatGoesIsForgotten() throws IOException {
    serve(1, 8);
    CompletableFuture<Client.Answer> running = later(ASK);
    await(1, 0);
    RawClient waiting = RawClient.connect(server);
    waiting.post(PATH, "{" + ASK + "}");
    await(1, 1);
    waiting.close();
    await(1, 0);
    passes.release(20);
    JsonNode answer = running.join().ok();

    assertThat(answer.at("/choices/0/text").stringValue()).isEqualTo(TEXT.substring(0, 20));
    assertThat(made.get()).isEqualTo(20);
  }

  @Test
  void aRequestThatTakesTooLongEnds() throws Exception {
    serve(1, 8, Duration.ofSeconds(1), Duration.ofSeconds(5));
    CompletableFuture<Client.Answer> running = later(ASK);
    await(1, 0);
    CompletableFuture<Client.Answer> waiting = later(ASK + ",'stream':true");
    assertThat(waiting.join().refused(504).get("code").stringValue())
        .isEqualTo("deadline_exceeded");
    passes.release(1); // looked at before the next pass
    assertThat(running.join().refused(504).get("type").stringValue()).isEqualTo("timeout_error");
    await(0, 0);

    // A stream that has begun ends with an error and [DONE].
    try (RawClient raw = RawClient.connect(server)) {
      raw.post(PATH, "{" + ASK + ",'stream':true}");
      passes.release(3);
      await(() -> passes.availablePermits() == 0);
      Thread.sleep(1200);
      passes.release(1);
      RawClient.Reply reply = raw.reply();
      List<JsonNode> events = Client.events(reply.body());
      assertThat(reply.status()).isEqualTo(200);
      assertThat(events.getLast().at("/error/code").stringValue()).isEqualTo("deadline_exceeded");
      assertThat(StreamTest.text(events.subList(0, events.size() - 1), 0)).startsWith("abc");
    }
  }

  @Test
  void aRequestMayBringItsOwnDeadline() {
    serve(1, 8);
    CompletableFuture<Client.Answer> running = later(ASK);
    await(1, 0);
    client.complete(ASK + ",'timeout':0.05").refused(504);
    passes.release(1000);
    running.join().ok();
    client.complete(ASK + ",'timeout':1000").ok();
  }

  @Test
  void closingLetsRunningTextsFinish() throws Exception {
    serve(2, 8);
    RawClient stream = RawClient.connect(server);
    stream.post(PATH, "{" + ASK + ",'stream':true}");
    passes.release(2);
    CompletableFuture<Client.Answer> whole = later(ASK);
    await(2, 0);
    CompletableFuture<Client.Answer> waiting = later(ASK);
    await(2, 1);

    Thread closing = Thread.ofPlatform().start(server::close);
    assertThat(waiting.join().refused(503).get("code").stringValue()).isEqualTo("shutting_down");
    client.get("/health/ready").refused(503);
    client.get("/health/live").ok();
    Client.Answer late = client.complete(ASK);
    late.refused(503);
    assertThat(late.header("retry-after")).isNotEmpty();
    passes.release(1000);

    assertThat(StreamTest.text(Client.events(stream.reply().body()), 0))
        .isEqualTo(TEXT.substring(0, 20));
    assertThat(whole.join().ok().at("/choices/0/text").stringValue())
        .isEqualTo(TEXT.substring(0, 20));
    closing.join();
    stream.close();
  }

  @Test
  void closingEndsTextsThatTakeTooLong() throws Exception {
    serve(2, 8, Duration.ofMinutes(1), Duration.ofMillis(200));
    RawClient stream = RawClient.connect(server);
    stream.post(PATH, "{" + ASK + ",'stream':true}");
    passes.release(3);
    CompletableFuture<Client.Answer> whole = later(ASK);
    await(2, 0);

    Thread closing = Thread.ofPlatform().start(server::close);
    Thread.sleep(1500); // far longer than the time of grace
    passes.release(2);
    List<JsonNode> events = Client.events(stream.reply().body());
    assertThat(events.getLast().at("/error/code").stringValue()).isEqualTo("shutting_down");
    whole.join().refused(503);
    closing.join();
    stream.close();
  }

  @Test
  @DisplayName("B151: a generation that fails is an error, and the next one is as ever")
  void aGenerationThatFailsIsAnError() {
    serve(1, 8);
    passes.release(1000);
    String right = client.complete(ASK).ok().at("/choices/0/text").stringValue();
    AtomicInteger left = new AtomicInteger(5);
    kit.target.beforePass(() -> {
      if (left.decrementAndGet() < 0) {
        throw new IllegalStateException("made up for a test, with /secret/path");
      }
    });
    JsonNode error = client.complete(ASK).refused(500);
    assertThat(error.get("message").stringValue()).doesNotContain("secret");
    left.set(5);
    List<JsonNode> events = client.stream(PATH, ASK);
    assertThat(events.getLast().at("/error/type").stringValue()).isEqualTo("server_error");
    left.set(1000);
    assertThat(client.complete(ASK).ok().at("/choices/0/text").stringValue()).isEqualTo(right);
  }

  /** More than the buffers of sockets take waits for clients that read nothing. */
  private List<RawClient> unread(int count, Duration transfer) throws IOException {
    kit.write("x".repeat(4000));
    ServerOptions options =
        ServerOptions.of("kit")
            .withLimits(new ServerOptions.Limits(1, 8, 1 << 20, 4096, 4, 64, 50_000))
            .withTimes(
                new ServerOptions.Times(Duration.ofMinutes(1), transfer, Duration.ofSeconds(10)));
    server = kit.serve(options, 1, 1);
    client = new Client(server);
    passes.release(1_000_000);
    List<RawClient> unread = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RawClient raw = RawClient.connect(server, 16_384);
      raw.post(
          "/v1/chat/completions",
          "{'messages':[{'role':'user','content':'p'}],'max_tokens':4000,'temperature':0,"
              + "'stream':true,'logprobs':true,'top_logprobs':20}");
      unread.add(raw);
    }
    return unread;
  }

  @Test
  void whoReadsTooSlowlyHoldsNobodyUp() throws IOException {
    List<RawClient> slow = unread(2, Duration.ofMinutes(1));
    // There is one place, and whoever reads gets an answer although nobody else does.
    client.complete("'prompt':'p','max_tokens':3,'temperature':0").ok();
    await(0, 0);
    for (RawClient raw : slow) {
      List<JsonNode> events = Client.events(raw.reply().body());
      assertThat(events.getLast().at("/error/message").stringValue()).contains("read too slowly");
      raw.close();
    }
    assertThat(counter("dflash4j_requests_ended_total{cause=\"slow_reader\"}")).isEqualTo(2);
  }

  @Test
  void whoReadsNothingIsCutOff() throws Exception {
    List<RawClient> stuck = unread(2, Duration.ofMillis(300));
    // A write that does not end in time ends the connection.
    String ended = "dflash4j_requests_ended_total";
    await(() ->
        counter(ended + "{cause=\"slow_reader\"}") + counter(ended + "{cause=\"client_gone\"}")
            == 2);
    Thread.sleep(2000); // the texts have ended; their last writes end far within this time
    for (RawClient raw : stuck) {
      assertThatIOException().isThrownBy(raw::reply);
      raw.close();
    }
    client.complete("'prompt':'p','max_tokens':3,'temperature':0").ok();
  }
}
