/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** What every request goes through: who may ask, and what becomes of errors. Thread-safe. */
final class Gate implements Filter {
  private static final System.Logger LOG = System.getLogger(Gate.class.getName());

  /** How long a connection is kept for another request. */
  static final Duration IDLE = Duration.ofMinutes(1);

  private final AccessRules access;
  private final CorsRules cors;
  private final ConnectionGuard guard;
  private final ServerMetrics metrics;

  Gate(AccessRules access, CorsRules cors, ConnectionGuard guard, ServerMetrics metrics) {
    this.access = access;
    this.cors = cors;
    this.guard = guard;
    this.metrics = metrics;
  }

  /** Puts it in front of everything. */
  void addTo(HttpRouting.Builder routing) {
    routing.addFilter(this);
    routing.error(ApiError.class, Gate::refuse);
    routing.error(ClientGoneException.class, (request, response, e) -> close());
    routing.error(CloseConnectionException.class, (request, response, e) -> close());
    routing.error(Throwable.class, (request, response, e) -> fail(response, e));
  }

  @Override
  public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    ClientConnection client = ClientConnection.current();
    long since = System.nanoTime();
    try {
      pass(chain, request, response);
      client.endWrite();
      metrics.answered(request.path().path(), response.status().code(), since);
      if (closes(request)) {
        close();
      }
      client.awaitNext(IDLE);
    } finally {
      guard.release(client);
    }
  }

  private void pass(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    SecurityHeaders.set(response);
    try {
      access.checkHost(request);
      if (!cors.answer(request, response)) {
        access.checkKey(request);
        chain.proceed();
      }
    } catch (ApiError e) {
      refuse(request, response, e);
    }
  }

  private boolean closes(RoutingRequest request) {
    return guard.isEnding()
        || request.headers().value(HeaderNames.CONNECTION).orElse("").equalsIgnoreCase("close");
  }

  private static void refuse(ServerRequest request, ServerResponse response, ApiError error) {
    if (request.content().hasEntity() && !request.content().consumed()) {
      // What is left of the body would be taken for the next request.
      response.header(HeaderNames.CONNECTION, "close");
    }
    Answers.send(response, error);
  }

  private static void fail(ServerResponse response, Throwable failure) {
    LOG.log(Level.WARNING, "a request failed: " + failure, failure);
    if (response.isSent() || response.bytesWritten() > 0) {
      close();
    }
    response.header(HeaderNames.CONNECTION, "close");
    Answers.send(response, ApiError.internal("the request failed; the log of the server says why"));
  }

  private static void close() {
    throw new CloseConnectionException("there is nobody to answer");
  }
}
