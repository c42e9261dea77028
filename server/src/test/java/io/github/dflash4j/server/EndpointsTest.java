/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every path, and what is no path. */
class EndpointsTest {
  private static DflashServer server;
  private static Client client;

  @BeforeAll
  static void start() {
    server = DflashServer.start(DemoPair.get(), ServerOptions.of("stories"));
    client = new Client(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void completes() {
    JsonNode answer =
        client.complete("'prompt':'Once upon a time','max_tokens':12,'temperature':0").ok();

    assertThat(answer.at("/choices/0/text").stringValue()).startsWith(", there was a little girl");
    assertThat(answer.at("/choices/0/finish_reason").stringValue()).isEqualTo("length");
    assertThat(answer.at("/usage/completion_tokens").intValue()).isEqualTo(12);
  }
}
