/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import tools.jackson.databind.node.ObjectNode;

/** Answers in one piece. */
final class Answers {
  private static final String JSON = "application/json; charset=utf-8";

  private Answers() {}

  static void send(ServerResponse response, ObjectNode body) {
    send(response, 200, JSON, Json.bytes(body));
  }

  static void send(ServerResponse response, int status, String type, byte[] body) {
    ClientConnection client = ClientConnection.current();
    response.status(Status.create(status));
    response.header(HeaderNames.CONTENT_TYPE, type);
    client.beginWrite();
    try {
      if (client.wantsBody()) {
        response.send(body);
      } else {
        response.contentLength(body.length);
        response.send();
      }
    } finally {
      client.endWrite();
    }
  }

  static void send(ServerResponse response, ApiError error) {
    if (error.retryAfterSeconds() > 0) {
      response.header(HeaderNames.RETRY_AFTER, Integer.toString(error.retryAfterSeconds()));
    }
    if (error.status() == 401) {
      response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    send(response, error.status(), JSON, Json.bytes(ErrorJson.of(error)));
  }
}
