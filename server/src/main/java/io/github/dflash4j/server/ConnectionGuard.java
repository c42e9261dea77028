/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Knows the connections of all requests, and those on which none has come yet, and ends those that
 * are late. Thread-safe.
 */
final class ConnectionGuard implements Http1ConnectionListener, AutoCloseable {
  /** Most time from the opening of a connection to the first line of its first request. */
  private static final Duration SILENT = Duration.ofSeconds(10);

  /** Those without a request, and when they end. */
  private final Map<ConnectionContext, Long> silent = new ConcurrentHashMap<>();

  private final Set<ClientConnection> clients = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("dflash4j-connections").factory());
  private final Duration transfer;
  private final long silentNanos;
  private volatile boolean ending;

  /**
   * @param transfer how long one read or write may take
   */
  ConnectionGuard(Duration transfer) {
    this.transfer = transfer;
    silentNanos = Math.min(SILENT.toNanos(), transfer.toNanos());
    long every = Math.max(10, Math.min(500, transfer.toMillis() / 4));
    timer.scheduleWithFixedDelay(this::look, every, every, TimeUnit.MILLISECONDS);
  }

  /** A connection begins. */
  void opened(ConnectionContext context) {
    silent.put(context, System.nanoTime() + silentNanos);
  }

  @Override
  public void prologue(ConnectionContext context, HttpPrologue prologue) {
    silent.remove(context);
    clients.add(ClientConnection.begin(context, prologue.method(), transfer));
  }

  /** The request of this connection was answered. */
  void release(ClientConnection client) {
    clients.remove(client);
  }

  private void look() {
    long now = System.nanoTime();
    silent.forEach((context, until) -> {
      if (now - until > 0 && silent.remove(context, until)) {
        ClientConnection.abort(context);
      }
    });
    abort(client -> client.isLate() || ending && client.isIdle());
  }

  private void abort(Predicate<ClientConnection> which) {
    for (ClientConnection client : clients) {
      if (which.test(client)) {
        clients.remove(client);
        client.abort();
      }
    }
  }

  /** From now on connections are not kept for another request. */
  void end() {
    ending = true;
    abort(ClientConnection::isIdle);
  }

  /** Whether connections end with their request. */
  boolean isEnding() {
    return ending;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    abort(client -> true);
  }
}
