/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** What every request goes through: who may ask, and what becomes of errors. Thread-safe. */
final class Gate implements Filter {
  private static final System.Logger LOG = System.getLogger(Gate.class.getName());

  /** Bytes of an unwanted body that are read all the same. */
  private static final long READ_AWAY = 64 * 1024;

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
    routing.error(HttpException.class, Gate::refuse);
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
      if (closes(request, response)) {
        throw new ClientGoneException();
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

  private boolean closes(RoutingRequest request, RoutingResponse response) {
    return guard.isEnding()
        || request.headers().contains(HeaderValues.CONNECTION_CLOSE)
        || response.headers().contains(HeaderValues.CONNECTION_CLOSE);
  }

  private static void refuse(ServerRequest request, ServerResponse response, ApiError error) {
    if (!isRead(request)) {
      // What is left of the body would be taken for the next request.
      response.header(HeaderValues.CONNECTION_CLOSE);
    }
    Answers.send(response, error);
  }

  /** A client that is still sending might never see the answer; what is short is read. */
  private static boolean isRead(ServerRequest request) {
    if (!request.content().hasEntity() || request.content().consumed()) {
      return true;
    }
    // Chunks are not read away: a line that should say how long one is may never end.
    if (request.headers().contains(HeaderNames.EXPECT)
        || request.headers().contains(HeaderNames.TRANSFER_ENCODING)
        || request.headers().contentLength().orElse(0) > READ_AWAY) {
      return false;
    }
    try (InputStream in = request.content().inputStream()) {
      return in.skip(READ_AWAY) < READ_AWAY && in.read() < 0;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /** What Helidon finds wrong with a request. */
  private static void refuse(ServerRequest request, ServerResponse response, HttpException error) {
    int status = error.status().code();
    if (status >= 500) {
      fail(response, error);
    } else {
      refuse(
          request,
          response,
          ApiError.ofStatus(status, "no valid request: " + error.status().reasonPhrase()));
    }
  }

  private static void fail(ServerResponse response, Throwable failure) {
    LOG.log(Level.WARNING, "a request failed: " + failure, failure);
    if (response.isSent() || response.bytesWritten() > 0) {
      throw new ClientGoneException(); // the answer broke off, and nothing can be added to it
    }
    response.header(HeaderValues.CONNECTION_CLOSE);
    Answers.send(response, ApiError.internal("the request failed; the log of the server says why"));
  }
}
