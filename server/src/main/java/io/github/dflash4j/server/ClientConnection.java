/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.http.Method;
import io.helidon.webserver.ConnectionContext;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * The connection during one request: whether its client is still there, and until when what it does
 * now has to be done. Belongs to the thread of the connection, but for what {@link ConnectionGuard}
 * looks at.
 */
final class ClientConnection {
  private static final ThreadLocal<ClientConnection> CURRENT = new ThreadLocal<>();
  private static final long NEVER = Long.MAX_VALUE;

  private final ConnectionContext context;
  private final long transferNanos;
  private final boolean wantsBody;
  private volatile long until;
  private volatile boolean idle;
  private volatile boolean gone;
  private Thread watcher;

  private ClientConnection(ConnectionContext context, Method method, Duration transfer) {
    this.context = context;
    wantsBody = !method.equals(Method.HEAD);
    transferNanos = transfer.toNanos();
    until = System.nanoTime() + transferNanos;
  }

  /**
   * Called by the thread of the connection when a request begins.
   *
   * @param method of the request
   * @param transfer how long reading it, and writing one piece of its answer, may take
   */
  static ClientConnection begin(ConnectionContext context, Method method, Duration transfer) {
    ClientConnection client = new ClientConnection(context, method, transfer);
    CURRENT.set(client);
    return client;
  }

  /** That of the request which this thread answers. */
  static ClientConnection current() {
    return CURRENT.get();
  }

  /** Whether the answer may have a body: one to HEAD ends with its headers. */
  boolean wantsBody() {
    return wantsBody;
  }

  /** The request was read, so that only the next one or the end of the connection can follow. */
  void endRead() {
    until = NEVER;
  }

  void beginWrite() {
    until = System.nanoTime() + transferNanos;
  }

  void endWrite() {
    until = NEVER;
  }

  /**
   * Whether the client has closed the connection, or its half of it. From the first call on a
   * thread of its own reads on, which is the only way to notice; what it reads stays for the next
   * request.
   */
  boolean isGone() {
    if (watcher == null) {
      watcher = Thread.ofVirtual().name("dflash4j-client").start(this::watch);
    }
    return gone;
  }

  private void watch() {
    try {
      context.dataReader().ensureAvailable();
    } catch (RuntimeException e) {
      gone = true;
    }
  }

  /**
   * Waits for the next request or the end, if another thread reads: two must not.
   *
   * @param most after which the connection is ended
   */
  void awaitNext(Duration most) {
    if (watcher == null) {
      return;
    }
    until = System.nanoTime() + most.toNanos();
    idle = true;
    try {
      watcher.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      gone = true;
    }
    idle = false;
    if (gone) {
      throw new ClientGoneException();
    }
  }

  /** Whether it takes longer than it may. */
  boolean isLate() {
    long limit = until;
    return limit != NEVER && System.nanoTime() - limit > 0;
  }

  /** Whether it waits for another request. */
  boolean isIdle() {
    return idle;
  }

  /** Ends the connection, whatever its threads do. */
  void abort() {
    abort(context);
  }

  /** Ends a connection, also one on which no request has come. */
  static void abort(ConnectionContext context) {
    try {
      context.serverSocket().close();
    } catch (UncheckedIOException e) {
      // It was closed already.
    }
  }
}
