/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A server of a long text whose passes have to be allowed, to see what ends it. */
final class SlowKit implements AutoCloseable {
  private static final int TOKENS = 3000;

  private final Semaphore passes;
  private final AtomicInteger made;
  private final DflashServer server;
  private int before;

  private SlowKit(Semaphore passes, AtomicInteger made, DflashServer server) {
    this.passes = passes;
    this.made = made;
    this.server = server;
  }

  /** Serves it as the model {@code kit}, without a key. */
  static SlowKit start(Path folder) {
    ChatKit kit = ChatKit.qwen3(folder).write("x".repeat(TOKENS));
    Semaphore passes = new Semaphore(0);
    AtomicInteger made = new AtomicInteger();
    kit.target.beforePass(() -> {
      passes.acquireUninterruptibly();
      made.incrementAndGet();
    });
    return new SlowKit(passes, made, kit.serve(ServerOptions.of("kit"), 1, 1));
  }

  DflashServer server() {
    return server;
  }

  /** Lets so many passes through, and no others that may be left. */
  void allow(int count) {
    passes.drainPermits();
    before = made.get();
    passes.release(count);
  }

  /**
   * Waits until so many texts have ended because their client went, this one long before its end.
   */
  void awaitGone(int count) throws InterruptedException {
    Client client = new Client(server);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (client.metric("dflash4j_requests_ended_total{cause=\"client_gone\"}") < count) {
      assertThat(System.nanoTime()).as("waited for the end of text %d", count).isLessThan(end);
      // Some clients go with the next event only.
      passes.release(1);
      Thread.sleep(5);
    }
    passes.release(1); // what it may wait for
    while (client.get("/health").ok().get("running").intValue() > 0) {
      Thread.sleep(5);
    }
    assertThat(made.get() - before).isLessThan(TOKENS / 2);
  }

  @Override
  public void close() {
    passes.release(1_000_000);
    server.close();
  }
}
