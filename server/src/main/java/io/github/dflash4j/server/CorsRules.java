/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;

/** Which pages may call from a browser: none, unless they were named. Immutable. */
final class CorsRules {
  private static final String ALL = "*";

  private final List<String> origins;

  CorsRules(List<String> origins) {
    this.origins = origins;
  }

  /**
   * Sets what a browser has to know.
   *
   * @return whether the request was a browser's question and is answered
   */
  boolean answer(ServerRequest request, ServerResponse response) {
    if (origins.isEmpty()) {
      return false;
    }
    response.header(HeaderNames.VARY, "Origin");
    Optional<String> origin = request.headers().value(HeaderNames.ORIGIN);
    if (origin.isEmpty() || !(origins.contains(origin.get()) || origins.contains(ALL))) {
      return false;
    }
    response.header(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin.get());
    boolean asks = request.headers().contains(HeaderNames.ACCESS_CONTROL_REQUEST_METHOD);
    if (!asks || !request.prologue().method().equals(Method.OPTIONS)) {
      return false;
    }
    response.header(HeaderNames.ACCESS_CONTROL_ALLOW_METHODS, "GET, POST");
    response.header(HeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, "Authorization, Content-Type");
    response.header(HeaderNames.ACCESS_CONTROL_MAX_AGE, "600");
    response.status(Status.NO_CONTENT_204).send();
    return true;
  }
}
