/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM while 16 clients are answered: what was acknowledged is not lost. */
@Timeout(600)
class ServeEndTest {
  private static final int CLIENTS = 16;

  @TempDir private Path folder;

  /** Runs clients against a server that is told to end in their middle. */
  private ServeClients endAmidst(String grace, String kernels, boolean seesThemRun)
      throws Exception {
    long seed = new Random().nextLong();
    Path own = Files.createTempDirectory(folder, "server");
    try (ServerProcess server =
        ServerProcess.start(
            own, Map.of(), "--grace", grace, "--parallel", "6", "--kernels", kernels)) {
      ServeClients clients = new ServeClients(server.base(), seed);
      clients.start(CLIENTS);
      while (clients.complete.get() < CLIENTS) {
        clients.check();
        Thread.sleep(5);
      }
      // Seconds of decoding are left of a long text that begins now.
      int begun = clients.longBegun.get();
      while (clients.longBegun.get() == begun) {
        clients.check();
        Thread.sleep(1);
      }
      clients.tell();
      server.terminate();
      if (seesThemRun) {
        assertThat(runningWhileEnding(server.base())).isPositive();
      }
      clients.join();
      System.out.printf(
          "SIGTERM with --grace %s, seed %d: %d texts complete, %d of them long, %d streams ended"
              + " by an event, %d requests refused, %d unanswered%n",
          grace,
          seed,
          clients.complete.get(),
          clients.longTexts.get(),
          clients.ended.get(),
          clients.refused.get(),
          clients.unanswered.get());
      assertThat(server.exitCode()).isEqualTo(128 + 15);
      assertThat(server.err()).doesNotContain("Exception", "\tat ");
      return clients;
    }
  }

  /** Texts that run when the server already says that it is ending. */
  private static int runningWhileEnding(URI base) throws IOException, InterruptedException {
    while (!ServeTest.get(base, "/health/ready", "").startsWith("HTTP/1.1 503 ")) {
      Thread.sleep(1);
    }
    Matcher running =
        Pattern.compile("(?m)^dflash4j_requests_running (\\d+)")
            .matcher(ServeTest.get(base, "/metrics", ""));
    assertThat(running.find()).isTrue();
    return Integer.parseInt(running.group(1));
  }

  @Test
  @DisplayName("every text that runs at SIGTERM comes to its own right end within the time for it")
  void textsThatRunAreFinished() throws Exception {
    ServeClients clients = endAmidst("300", "auto", true);

    assertThat(clients.ended).hasValue(0);
    assertThat(clients.refused.get()).as("those that waited").isPositive();
  }

  @Test
  @DisplayName("with too little time for it streams end with an error behind what is right")
  void textsThatMayNotBeFinishedSaySo() throws Exception {
    // Slow kernels, since a text that is done within the time shows nothing; and again, if it was.
    ServeClients clients = endAmidst("1", "scalar", false);
    for (int again = 0; again < 4 && clients.ended.get() == 0; again++) {
      clients = endAmidst("1", "scalar", false);
    }

    assertThat(clients.ended.get()).as("texts that ran at the signal").isPositive();
    assertThat(clients.refused.get()).as("those that waited").isPositive();
  }
}
