/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.GenerationListener;
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
 * Many clients at once: each asks for texts of its own and compares every one with that of the
 * library, or disconnects, sends what is no request, or reads slowly.
 */
final class LoadRun {
  private static final String PATH = "/v1/completions";
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

  private final DflashServer server;
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
  private final AtomicLong characters = new AtomicLong();

  LoadRun(DflashServer server, int clients, Duration time, long seed) {
    this.server = server;
    this.clients = clients;
    this.time = time;
    this.seed = seed;
    for (String prompt : PROMPTS) {
      for (int tokens : new int[] {5, 30, 90}) {
        right.put(
            prompt + tokens,
            DemoPair.get()
                .generate(
                    DemoPair.get().request(prompt).withMaxTokens(tokens).withoutDraft(),
                    GenerationListener.SILENT)
                .text());
      }
    }
  }

  /** Runs and prints the figures; fails if any well-formed request did. */
  void run() throws Exception {
    System.out.println(clients + " clients for " + time.toSeconds() + " s, seed " + seed);
    long end = System.nanoTime() + time.toNanos();
    long half = System.nanoTime() + time.toNanos() / 2;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      Random random = new Random(seed + i);
      threads.add(Thread.ofVirtual().start(() -> client(random, end)));
    }
    Thread.sleep(Math.max(0, (half - System.nanoTime()) / 1_000_000));
    long usedHalfWay = usedMemory();
    for (Thread thread : threads) {
      thread.join();
    }
    long usedAtTheEnd = usedMemory();
    print(usedHalfWay, usedAtTheEnd);

    assertThat(failures).as("seed %d", seed).isEmpty();
    assertThat(streams.get() + wholes.get()).isGreaterThan(clients);
    awaitIdle();
    // What a run needs it has half-way; the rest is for what the JVM compiles and caches.
    assertThat(usedAtTheEnd - usedHalfWay).isLessThan(64L << 20);
  }

  private static long usedMemory() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private void awaitIdle() throws InterruptedException {
    Client client = new Client(server);
    for (int i = 0; i < 1000; i++) {
      JsonNode health = client.get("/health").ok();
      if (health.get("running").intValue() == 0 && health.get("waiting").intValue() == 0) {
        return;
      }
      Thread.sleep(10);
    }
    throw new AssertionError("places are still taken: " + client.get("/health").ok());
  }

  private void print(long usedHalfWay, long usedAtTheEnd) {
    List<Long> sorted = nanos.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "load: %d streams, %d whole answers, %d dropped, %d malformed, %d slow; %d characters"
            + " compared; answers took %.0f ms in the middle, %.0f ms at 99 %%; memory %d MiB"
            + " half-way, %d MiB at the end%n",
        streams.get(),
        wholes.get(),
        dropped.get(),
        malformed.get(),
        slow.get(),
        characters.get(),
        sorted.get(sorted.size() / 2) / 1e6,
        sorted.get(sorted.size() * 99 / 100) / 1e6,
        usedHalfWay >> 20,
        usedAtTheEnd >> 20);
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

  private static String fields(String prompt, int tokens, Random random, boolean stream) {
    String[] speculations = {"true", "false", "{'mode':'fixed'}", "{'width':3,'details':true}"};
    return "{'prompt':'"
        + prompt
        + "','max_tokens':"
        + tokens
        + ",'temperature':0,'stream':"
        + stream
        + ",'speculation':"
        + speculations[random.nextInt(speculations.length)]
        + "}";
  }

  private void answer(RawClient client, Random random, boolean stream, int waitMillis)
      throws Exception {
    String prompt = PROMPTS[random.nextInt(PROMPTS.length)];
    int tokens = new int[] {5, 30, 90}[random.nextInt(3)];
    long since = System.nanoTime();
    client.post(PATH, fields(prompt, tokens, random, stream));
    RawClient.Reply head = client.head();
    assertThat(head.status()).isEqualTo(200);
    String text;
    if (stream) {
      StringBuilder body = new StringBuilder();
      for (String chunk = client.chunk(); !chunk.isEmpty(); chunk = client.chunk()) {
        body.append(chunk);
        Thread.sleep(waitMillis);
      }
      text = StreamTest.text(Client.events(body.toString()), 0);
    } else {
      text = Json.MAPPER.readTree(client.body(head)).at("/choices/0/text").stringValue();
    }
    nanos.add(System.nanoTime() - since);
    assertThat(text).as("%s, %d tokens", prompt, tokens).isEqualTo(right.get(prompt + tokens));
    characters.addAndGet(text.length());
  }

  private boolean drop(RawClient client, Random random) throws Exception {
    boolean stream = random.nextBoolean();
    client.post(PATH, fields(PROMPTS[random.nextInt(PROMPTS.length)], 90, random, stream));
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
