/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dflash4j.decode.ModelPair;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** 16 clients for 20 seconds; the profile {@code load} has more. */
@Timeout(900)
class LoadTest {
  private static final Duration LONGEST = Duration.ofMinutes(15);

  @Test
  @DisplayName(
      "B149, B155, B160, B172, B173, B176, B179: streams are never mixed, whoever else comes and"
          + " goes")
  void manyClientsEachGetTheirOwnText() throws Exception {
    int clients = Integer.getInteger("dflash4j.load.clients", 16);
    int seconds = Integer.getInteger("dflash4j.load.seconds", 20);
    ServerOptions options =
        ServerOptions.of("stories")
            .withLimits(new ServerOptions.Limits(4, 200, 1 << 20, 4096, 8, 1000, 1 << 18))
            // Who reads nothing is not cut off before it reads how its text ended.
            .withTimes(new ServerOptions.Times(LONGEST, LONGEST, Duration.ofSeconds(10)));
    try (ModelPair pair = DemoPair.openShared();
        DflashServer server = DflashServer.start(pair, options)) {
      Duration time = Duration.ofSeconds(seconds);
      new LoadRun(server, options.cacheSequences(), clients, time, new Random().nextLong()).run();
      String metrics = new Client(server).get("/metrics").response().body();
      assertThat(metrics).containsPattern("(?m)^dflash4j_passes_shared_total [1-9]");
    }
  }
}
