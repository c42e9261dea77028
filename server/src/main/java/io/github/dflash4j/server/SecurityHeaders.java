/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.webserver.http.ServerResponse;

/** Headers that keep browsers from doing more with an answer than showing it. */
final class SecurityHeaders {
  private SecurityHeaders() {}

  static void set(ServerResponse response) {
    response.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    response.header("X-Content-Type-Options", "nosniff");
    response.header("X-Frame-Options", "DENY");
    response.header("Referrer-Policy", "no-referrer");
    response.header("Cross-Origin-Resource-Policy", "same-origin");
  }
}
