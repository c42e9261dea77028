/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.decode.ModelPair;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;

/**
 * A running server. Closing it lets running texts finish for a while. The pair belongs to the
 * caller and has to stay open until then. Thread-safe.
 */
public final class DflashServer implements AutoCloseable {
  private static final int HEADER_BYTES = 16 * 1024;

  /** Up to here a body that is too large is told the limit. */
  private static final int BODY_SLACK = 64 * 1024;

  private final ServerOptions options;
  private final GenerationQueue queue;
  private final ConnectionGuard guard;
  private final WebServer server;
  private boolean closed;

  private DflashServer(
      ServerOptions options, GenerationQueue queue, ConnectionGuard guard, WebServer server) {
    this.options = options;
    this.queue = queue;
    this.guard = guard;
    this.server = server;
  }

  /**
   * Checks what can be checked without models, so that a mistake is found before they are opened.
   *
   * @param options how to serve
   * @throws IllegalArgumentException if the host is not loopback and there is no key, or the
   *     address cannot be listened on; the message is one line for people
   */
  public static void check(ServerOptions options) {
    AccessRules.of(options);
    checkAddress(options);
  }

  /**
   * Starts to serve.
   *
   * @param pair the models, with a tokenizer
   * @param options how
   * @return the server, to be closed by the caller before the pair
   * @throws IllegalArgumentException if the host is not loopback and there is no key, the address
   *     cannot be listened on, or the target comes without a tokenizer; the message is one line for
   *     people
   */
  public static DflashServer start(ModelPair pair, ServerOptions options) {
    return start(ServedPair.of(pair, options), options);
  }

  /** Serves what was put together elsewhere. */
  static DflashServer start(ServedPair served, ServerOptions options) {
    AccessRules access = AccessRules.of(options);
    checkAddress(options);
    GenerationQueue queue = new GenerationQueue(options.limits());
    ConnectionGuard guard = new ConnectionGuard(options.times().transfer());
    ServerMetrics metrics = new ServerMetrics(Routes.PATHS);
    metrics.watch(queue, served);
    ServerParts parts =
        new ServerParts(
            options, served, new RequestBodies(options.limits().bodyBytes()), queue, metrics);
    Gate gate = new Gate(access, new CorsRules(options.corsOrigins()), guard, metrics);
    try {
      WebServer server = build(parts, gate, guard).start();
      if (!server.isRunning()) {
        throw new IllegalArgumentException(
            "cannot listen on " + options.host() + ", port " + options.port());
      }
      return new DflashServer(options, queue, guard, server);
    } catch (RuntimeException | Error e) {
      queue.close();
      guard.close();
      throw e;
    }
  }

  private static WebServer build(ServerParts parts, Gate gate, ConnectionGuard guard) {
    ServerOptions options = parts.options();
    HttpRouting.Builder routing = HttpRouting.builder();
    gate.addTo(routing);
    Routes.add(routing, parts);
    return WebServer.builder()
        .host(options.host())
        .port(options.port())
        .shutdownHook(false)
        .maxTcpConnections(options.limits().connections())
        // A chunk is read whole, before anybody looks at it: its size has to be refused.
        .maxPayloadSize(2L * options.limits().bodyBytes() + BODY_SLACK)
        .idleConnectionTimeout(Gate.IDLE)
        .shutdownGracePeriod(Duration.ofSeconds(1))
        .protocolsDiscoverServices(false)
        .addConnectionSelector(new GuardedSelector(http(guard), guard))
        .directHandlers(TransportErrors.handlers())
        .routing(routing)
        .build();
  }

  private static ServerConnectionSelector http(ConnectionGuard guard) {
    return Http1ConnectionSelector.builder()
        .config(
            Http1Config.builder().maxHeadersSize(HEADER_BYTES).addReceiveListener(guard).build())
        .build();
  }

  /** The HTTP server itself does not say why it cannot listen. */
  private static void checkAddress(ServerOptions options) {
    try (ServerSocket trial = new ServerSocket()) {
      trial.setReuseAddress(true);
      trial.bind(new InetSocketAddress(options.host(), options.port()));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "cannot listen on " + options.host() + ", port " + options.port() + ": " + e.getMessage(),
          e);
    }
  }

  /**
   * Where it listens.
   *
   * @return the port, also if any free one was asked for
   */
  public int port() {
    return server.port();
  }

  /**
   * Ends: new requests are refused, those that wait are sent away, running texts may finish for the
   * time of {@link ServerOptions.Times#shutdown}, then they end with an error. Closing again does
   * nothing.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    queue.drain(options.times().shutdown());
    guard.end();
    server.stop();
    queue.close();
    guard.close();
  }
}
