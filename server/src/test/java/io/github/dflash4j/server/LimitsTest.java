/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections, headers and kept prompts have bounds, and all within them is served. */
@Timeout(600)
class LimitsTest {
  private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: localhost\r\n";

  private static ServerOptions options(int connections) {
    return ServerOptions.of("stories")
        .withLimits(new ServerOptions.Limits(4, 64, 1 << 20, 4096, 4, connections, 1 << 20));
  }

  @Test
  void connectionsBeyondTheLimitWaitUntilOneEnds() throws IOException {
    int most = 5;
    List<RawClient> open = new ArrayList<>();
    try (DflashServer server = DflashServer.start(DemoPair.get(), options(most))) {
      for (int i = 0; i < most; i++) {
        open.add(RawClient.connect(server));
        assertThat(open.getLast().send(HEALTH + "\r\n").reply().status()).isEqualTo(200);
      }
      try (RawClient further = RawClient.connect(server)) {
        further.send(HEALTH + "\r\n");
        for (int round = 0; round < 50; round++) {
          for (RawClient each : open) {
            assertThat(each.send(HEALTH + "\r\n").reply().status()).isEqualTo(200);
          }
          assertThat(further.hasBytes()).as("answered beyond the limit").isFalse();
        }
        open.removeFirst().close();
        assertThat(further.reply().status()).isEqualTo(200);
      }
      for (RawClient each : open) {
        each.close();
      }
    }
  }

  @Test
  void thereAreFiveHundredAndTwelveConnectionsByDefault() {
    assertThat(ServerOptions.of("stories").limits().connections()).isEqualTo(512);
  }

  /** All of the headers together, names and ends of lines included. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 12, 15, 17, 18, 24})
  void headersUpToSixteenKibibytesAreTaken(int kibibytes) throws IOException {
    int size = kibibytes * 1024;
    String one = "X-Long: ";
    String[] forms = {
      one + "x".repeat(size - HEALTH.length() - one.length() - 2) + "\r\n",
      "X-More: 012345678901234567890\r\n".repeat((size - HEALTH.length()) / 31)
    };
    try (DflashServer server = DflashServer.start(DemoPair.get(), options(64))) {
      for (String headers : forms) {
        try (RawClient client = RawClient.connect(server)) {
          int status = client.send(HEALTH + headers + "\r\n").reply().status();
          if (kibibytes < 16) {
            assertThat(status).as("%d bytes", headers.length()).isEqualTo(200);
          } else {
            assertThat(status).as("%d bytes", headers.length()).isBetween(400, 499);
          }
        } catch (java.net.SocketException e) {
          assertThat(kibibytes).as("closed while it was sent").isGreaterThan(16);
        }
      }
    }
  }

  private static String ask(String prompt, int tokens) {
    // Whole blocks, so that it is not the clock that decides which buffers are needed.
    return "'prompt':'"
        + prompt
        + "','max_tokens':"
        + tokens
        + ",'temperature':0,'speculation':{'mode':'fixed'}";
  }

  private static DflashServer keeping(int prompts, OptionalInt room) {
    return DflashServer.start(DemoPair.get(), options(64).withCache(prompts, room));
  }

  @Test
  void noMorePromptsAreKeptThanWereAskedFor() {
    OptionalInt room = OptionalInt.of(100);
    List<String> asks = new ArrayList<>();
    for (String prompt : new String[] {"The dog", "Lily", "One day", "Mom said", "It was"}) {
      asks.add(ask(prompt, 20));
      asks.add(ask(prompt, 60));
    }
    double largest;
    try (DflashServer one = keeping(1, room)) {
      Client client = new Client(one);
      assertThat(client.metric("dflash4j_cache_bytes")).isZero();
      asks.forEach(each -> client.complete(each).ok());
      largest = client.metric("dflash4j_cache_bytes");
      assertThat(largest).isPositive();
    }
    int kept = 2;
    try (DflashServer server = keeping(kept, room)) {
      Client client = new Client(server);
      // Longer than the room: runs, and is not kept.
      client.complete(ask("Once", 101)).ok();
      assertThat(client.metric("dflash4j_cache_bytes")).isZero();
      List<CompletableFuture<Client.Answer>> all = new ArrayList<>();
      for (String each : asks) {
        all.add(
            CompletableFuture.supplyAsync(
                () -> client.complete(each), task -> Thread.ofVirtual().start(task)));
      }
      while (!all.stream().allMatch(CompletableFuture::isDone)) {
        assertThat(client.metric("dflash4j_cache_bytes")).isBetween(0.0, kept * largest);
      }
      all.forEach(answer -> answer.join().ok());
      assertThat(client.metric("dflash4j_cache_bytes"))
          .isGreaterThan(largest)
          .isLessThanOrEqualTo(kept * largest);
    }
  }

  @Test
  void theRoomOfKeptPromptsDecidesTheirMemory() {
    List<Double> bytes = new ArrayList<>();
    for (OptionalInt room :
        new OptionalInt[] {OptionalInt.of(128), OptionalInt.of(512), OptionalInt.empty()}) {
      try (DflashServer server = keeping(4, room)) {
        Client client = new Client(server);
        client.complete(ask("Once", 5)).ok();
        bytes.add(client.metric("dflash4j_cache_bytes"));
      }
    }
    assertThat(bytes.get(0)).isLessThan(bytes.get(1));
    assertThat(bytes.get(2)).as("the context by default").isEqualTo(bytes.get(1));
  }
}
