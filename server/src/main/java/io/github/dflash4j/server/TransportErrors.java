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

/** Errors below HTTP routing, such as headers that are too large, in the form of all others. */
final class TransportErrors implements DirectHandler {
  static DirectHandlers handlers() {
    DirectHandlers.Builder builder = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      builder.addHandler(type, new TransportErrors());
    }
    return builder.build();
  }

  @Override
  public TransportResponse handle(
      TransportRequest request,
      EventType type,
      Status status,
      ServerResponseHeaders headers,
      String message) {
    // Bytes of which not even a method could be made end up as a failure of the parser.
    boolean noRequest = request.method().isEmpty() && status.code() >= 500;
    Status told = noRequest ? Status.BAD_REQUEST_400 : status;
    int code = told.code();
    ApiError error =
        code >= 500 && code != Status.HTTP_VERSION_NOT_SUPPORTED_505.code()
            ? ApiError.internal("the request failed; the log of the server says why")
            : ApiError.ofStatus(code, message(told));
    return TransportResponse.builder()
        .status(told)
        .headers(headers)
        .header(HeaderNames.CONTENT_TYPE, "application/json; charset=utf-8")
        .keepAlive(false)
        .entity(Json.bytes(ErrorJson.of(error)))
        .build();
  }

  private static String message(Status told) {
    if (told.code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code()) {
      return "the body is larger than this server takes";
    }
    if (told.code() == Status.HTTP_VERSION_NOT_SUPPORTED_505.code()) {
      return "HTTP/1.1 or later is needed (nginx: proxy_http_version 1.1)";
    }
    return "the request is no valid HTTP: " + told.reasonPhrase();
  }
}
