/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import tools.jackson.databind.node.ObjectNode;

/** Says whether the server lives, and whether it takes requests. */
final class HealthEndpoint {
  private final ServerParts parts;

  HealthEndpoint(ServerParts parts) {
    this.parts = parts;
  }

  void live(ServerRequest request, ServerResponse response) {
    Answers.send(response, Json.object().put("status", "ok"));
  }

  void ready(ServerRequest request, ServerResponse response) {
    if (parts.queue().isEnding()) {
      throw ApiError.endingSoon();
    }
    ObjectNode node = Json.object().put("status", "ok");
    node.put("running", parts.queue().running());
    node.put("waiting", parts.queue().waiting());
    node.set("speculation", ModelsEndpoint.speculation(parts.served()));
    Answers.send(response, node);
  }
}
