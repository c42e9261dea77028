/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationRequest;
import io.github.dflash4j.sampling.Sampling;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/**
 * Many clients at once: each asks for texts of its own, greedy or drawn with a seed, and compares
 * every one with that of the library, or disconnects, sends what is no request, or reads slowly.
 * Beside them one reads nothing at all.
 */
final class LoadRun {
  private static final String PATH = "/v1/completions";
  private static final String CHAT = "/v1/chat/completions";
  private static final String[] PROMPTS = {
    "Once upon a time",
    "Once upon a time, there was a boy",
    "Once upon a time, there was a girl",
    "The dog",
    "Lily and Tom",
    "One day a cat",
    "It was raining",
    "Mom said"
  };

  private static final int[] TOKENS = {5, 30, 90};
  private static final int DRAWN_TOKENS = 30;
  private static final Sampling DRAWN = Sampling.at(0.8).withSeed(11);

  /** Far more bytes than sockets and the server keep for a client that reads nothing. */
  private static final String UNREAD =
      "{'messages':[{'role':'user','content':'Once upon a time'}],'max_tokens':490,'n':8,"
          + "'temperature':0,'ignore_eos':true,'stream':true,'logprobs':true,'top_logprobs':20}";

  /** What may be in use longer than after the warm-up, for what the JVM compiles and caches. */
  private static final long GROWTH = 16L << 20;

  private final DflashServer server;
  private final int cached;
  private final int clients;
  private final Duration time;
  private final long seed;
  private final Map<String, String> right = new HashMap<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
  private final AtomicInteger streams = new AtomicInteger();
  private final AtomicInteger wholes = new AtomicInteger();
  private final AtomicInteger dropped = new AtomicInteger();
  private final AtomicInteger malformed = new AtomicInteger();
  private final AtomicInteger slow = new AtomicInteger();
  private final AtomicInteger chats = new AtomicInteger();
  private final AtomicInteger drawn = new AtomicInteger();
  private final AtomicLong characters = new AtomicLong();

  /**
   * @param server a new one
   * @param cached prompts it keeps
   */
  LoadRun(DflashServer server, int cached, int clients, Duration time, long seed) {
    this.server = server;
    this.cached = cached;
    this.clients = clients;
    this.time = time;
    this.seed = seed;
    for (String prompt : PROMPTS) {
      for (int tokens : TOKENS) {
        right.put(prompt + tokens + Kind.GREEDY, text(request(prompt, tokens).withoutDraft()));
      }
      GenerationRequest drawn = request(prompt, DRAWN_TOKENS).withSampling(DRAWN);
      right.put(prompt + DRAWN_TOKENS + Kind.DRAWN_PLAINLY, text(drawn.withoutDraft()));
      right.put(prompt + DRAWN_TOKENS + Kind.DRAWN_DRAFTED, text(drawn));
    }
  }

  /** How tokens are chosen: the draft changes nothing of greedy texts alone. */
  private enum Kind {
    GREEDY("'temperature':0", "true", "false", "{'mode':'fixed'}", "{'width':3,'details':true}"),
    DRAWN_PLAINLY("'temperature':0.8,'seed':11", "false", "{'mode':'off'}"),
    DRAWN_DRAFTED("'temperature':0.8,'seed':11", "true", "{'mode':'fixed'}");

    private final String sampling;
    private final String[] speculations;

    Kind(String sampling, String... speculations) {
      this.sampling = sampling;
      this.speculations = speculations;
    }

    String fields(Random random) {
      return sampling + ",'speculation':" + speculations[random.nextInt(speculations.length)];
    }
  }

  private static GenerationRequest request(String prompt, int tokens) {
    return DemoPair.get().request(prompt).withMaxTokens(tokens);
  }

  private static String text(GenerationRequest request) {
    return DemoPair.get().generate(request, GenerationListener.SILENT).text();
  }

  /** Runs and prints the figures; fails if any well-formed request did. */
  void run() throws Exception {
    System.out.println(clients + " clients for " + time.toSeconds() + " s, seed " + seed);
    // Buffers of a kept prompt grow with the widths it is used with.
    long mostCached = 2 * cached * largestSequence();
    clients(time.dividedBy(4), seed);
    long usedBefore = usedMemory();
    RawClient stuck = RawClient.connect(server, 16_384).post(CHAT, UNREAD);
    clients(time.multipliedBy(3).dividedBy(4), seed + clients);
    readTooLate(stuck);
    long usedAfter = usedMemory();
    print(usedBefore, usedAfter);

    assertThat(streams.get() + wholes.get()).isGreaterThan(clients);
    assertThat(metric("dflash4j_requests_ended_total{cause=\"slow_reader\"}")).isEqualTo(1);
    assertThat(metric("dflash4j_cache_bytes")).isBetween(1.0, (double) mostCached);
    assertThat(usedAfter - usedBefore).isLessThan(GROWTH);
  }

  /** Bytes of a kept prompt with a draft or without, whichever has more; the cache is empty. */
  private long largestSequence() {
    Client client = new Client(server);
    assertThat(metric("dflash4j_cache_bytes")).isZero();
    String ask = "'prompt':'Once','max_tokens':5,'speculation':";
    client.complete(ask + "{'mode':'fixed'}").ok();
    double drafted = metric("dflash4j_cache_bytes");
    client.complete(ask + "false").ok();
    return (long) Math.max(drafted, metric("dflash4j_cache_bytes") - drafted);
  }

  private double metric(String name) {
    return new Client(server).metric(name);
  }

  /** Runs the clients until they have ended and all places are free. */
  private void clients(Duration time, long seeds) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      Random random = new Random(seeds + i);
      threads.add(Thread.ofVirtual().start(() -> client(random, end)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).as("seed %d", seed).isEmpty();
    awaitIdle();
  }

  /** Its text was given up, and nobody has waited for it. */
  private void readTooLate(RawClient client) throws IOException {
    try (client) {
      List<JsonNode> events = Client.events(client.reply().body());
      assertThat(events.getLast().at("/error/message").stringValue()).contains("read too slowly");
      String begin = StreamTest.text(events.subList(0, events.size() - 1), 0);
      assertThat(begin).startsWith(right.get(PROMPTS[0] + 90 + Kind.GREEDY));
    }
  }

  private static long usedMemory() {
    System.gc();
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private void awaitIdle() throws InterruptedException {
    Client client = new Client(server);
    for (int i = 0; i < 12_000; i++) {
      JsonNode health = client.get("/health").ok();
      if (health.get("running").intValue() == 0 && health.get("waiting").intValue() == 0) {
        return;
      }
      Thread.sleep(10);
    }
    throw new AssertionError("places are still taken: " + client.get("/health").ok());
  }

  private void print(long usedBefore, long usedAfter) {
    List<Long> sorted = nanos.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "load: %d streams, %d whole answers, %d dropped, %d malformed, %d slow,"
            + " %d chats, %d drawn; %d characters"
            + " compared; answers took %.0f ms in the middle, %.0f ms at 99 %%; memory %d MiB"
            + " after the warm-up, %d MiB at the end%n",
        streams.get(),
        wholes.get(),
        dropped.get(),
        malformed.get(),
        slow.get(),
        chats.get(),
        drawn.get(),
        characters.get(),
        sorted.get(sorted.size() / 2) / 1e6,
        sorted.get(sorted.size() * 99 / 100) / 1e6,
        usedBefore >> 20,
        usedAfter >> 20);
  }

  private void client(Random random, long end) {
    while (System.nanoTime() < end && failures.isEmpty()) {
      try (RawClient client = RawClient.connect(server)) {
        // A connection serves several requests, unless one of them ends it.
        for (boolean open = true; open && System.nanoTime() < end; ) {
          open = request(client, random);
        }
      } catch (Throwable e) {
        failures.add(e);
      }
    }
  }

  private boolean request(RawClient client, Random random) throws Exception {
    return switch (random.nextInt(12)) {
      case 0 -> drop(client, random);
      case 1 -> malformed(client, random);
      case 2 -> {
        answer(client, random, true, 2);
        slow.incrementAndGet();
        yield true;
      }
      case 3, 4, 5, 6, 7 -> {
        answer(client, random, true, 0);
        streams.incrementAndGet();
        yield true;
      }
      default -> {
        answer(client, random, false, 0);
        wholes.incrementAndGet();
        yield random.nextInt(4) > 0;
      }
    };
  }

  private static String fields(
      String prompt, int tokens, Kind kind, boolean chat, boolean stream, Random random) {
    return (chat
            ? "{'messages':[{'role':'user','content':'" + prompt + "'}]"
            : "{'prompt':'" + prompt + "'")
        + ",'max_tokens':"
        + tokens
        + ",'stream':"
        + stream
        + ","
        + kind.fields(random)
        + "}";
  }

  private void answer(RawClient client, Random random, boolean stream, int waitMillis)
      throws Exception {
    String prompt = PROMPTS[random.nextInt(PROMPTS.length)];
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    int tokens = kind == Kind.GREEDY ? TOKENS[random.nextInt(TOKENS.length)] : DRAWN_TOKENS;
    boolean chat = random.nextInt(3) == 0;
    long since = System.nanoTime();
    client.post(chat ? CHAT : PATH, fields(prompt, tokens, kind, chat, stream, random));
    RawClient.Reply head = client.head();
    assertThat(head.status()).isEqualTo(200);
    String text = stream ? streamed(client, waitMillis) : whole(client.body(head), chat);
    nanos.add(System.nanoTime() - since);
    assertThat(text)
        .as("%s, %d tokens, %s, chat %s", prompt, tokens, kind, chat)
        .isEqualTo(right.get(prompt + tokens + kind));
    characters.addAndGet(text.length());
    chats.addAndGet(chat ? 1 : 0);
    drawn.addAndGet(kind == Kind.GREEDY ? 0 : 1);
  }

  private static String streamed(RawClient client, int waitMillis) throws Exception {
    StringBuilder body = new StringBuilder();
    for (String chunk = client.chunk(); !chunk.isEmpty(); chunk = client.chunk()) {
      body.append(chunk);
      Thread.sleep(waitMillis);
    }
    return StreamTest.text(Client.events(body.toString()), 0);
  }

  private static String whole(String body, boolean chat) {
    return Json.MAPPER
        .readTree(body)
        .at(chat ? "/choices/0/message/content" : "/choices/0/text")
        .stringValue();
  }

  private boolean drop(RawClient client, Random random) throws Exception {
    boolean stream = random.nextBoolean();
    String prompt = PROMPTS[random.nextInt(PROMPTS.length)];
    client.post(PATH, fields(prompt, 90, Kind.GREEDY, false, stream, random));
    Thread.sleep(random.nextInt(50));
    if (stream && random.nextBoolean()) {
      client.head();
      client.chunk();
    }
    if (random.nextBoolean()) {
      client.reset();
    }
    dropped.incrementAndGet();
    return false;
  }

  private boolean malformed(RawClient client, Random random) throws IOException {
    String[] bodies = {
      "{", "", "[]", "{'prompt':5}", "{'prompt':'x','temperature':9}", "{'prompt':'x','tools':[1]}"
    };
    RawClient.Reply reply = client.post(PATH, bodies[random.nextInt(bodies.length)]).reply();
    assertThat(reply.status()).isEqualTo(400);
    malformed.incrementAndGet();
    return true;
  }
}
