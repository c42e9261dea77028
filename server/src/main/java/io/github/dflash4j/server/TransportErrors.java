/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.lang.System.Logger.Level;

/** Errors below HTTP routing, such as headers that are too large, in the form of all others. */
final class TransportErrors implements DirectHandler {
  private static final System.Logger LOG = System.getLogger(TransportErrors.class.getName());

  static DirectHandlers handlers() {
    DirectHandlers.Builder builder = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      builder.addHandler(type, new TransportErrors());
    }
    return builder.build();
  }

  /** Bytes that make no request end up as failures of the parser; they are nothing to log. */
  @Override
  public TransportResponse handle(
      TransportRequest request,
      EventType type,
      Status status,
      ServerResponseHeaders headers,
      Throwable thrown,
      System.Logger logger) {
    Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
    if (status.code() >= 500 && cause instanceof IllegalArgumentException) {
      return handle(request, type, Status.BAD_REQUEST_400, headers, "");
    }
    if (status.code() >= 500) {
      LOG.log(Level.WARNING, "a request failed: " + cause, cause);
    }
    return handle(request, type, status, headers, "");
  }

  @Override
  public TransportResponse handle(
      TransportRequest request,
      EventType type,
      Status status,
      ServerResponseHeaders headers,
      String message) {
    int code = status.code();
    ApiError error =
        code >= 500
            ? ApiError.internal("the request failed; the log of the server says why")
            : ApiError.ofStatus(code, "the request is no valid HTTP: " + status.reasonPhrase());
    return TransportResponse.builder()
        .status(status)
        .headers(headers)
        .header(HeaderNames.CONTENT_TYPE, "application/json; charset=utf-8")
        .keepAlive(false)
        .entity(Json.bytes(ErrorJson.of(error)))
        .build();
  }
}
