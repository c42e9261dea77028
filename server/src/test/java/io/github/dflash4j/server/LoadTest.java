/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** 16 clients for 20 seconds; the profile {@code load} has more. */
@Timeout(900)
class LoadTest {

  @Test
  void manyClientsEachGetTheirOwnText() throws Exception {
    int clients = Integer.getInteger("dflash4j.load.clients", 16);
    int seconds = Integer.getInteger("dflash4j.load.seconds", 20);
    ServerOptions options =
        ServerOptions.of("stories")
            .withLimits(new ServerOptions.Limits(4, 200, 1 << 20, 4096, 4, 1000, 1 << 20));
    try (DflashServer server = DflashServer.start(DemoPair.get(), options)) {
      new LoadRun(server, clients, Duration.ofSeconds(seconds), new Random().nextLong()).run();
    }
  }
}
