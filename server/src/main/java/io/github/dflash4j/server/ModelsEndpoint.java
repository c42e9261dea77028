/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.github.dflash4j.draft.Draft;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Says what is served. */
final class ModelsEndpoint {
  private final ServedPair served;

  ModelsEndpoint(ServedPair served) {
    this.served = served;
  }

  void list(ServerRequest request, ServerResponse response) {
    ObjectNode node = Json.object();
    node.put("object", "list");
    node.putArray("data").add(model());
    Answers.send(response, node);
  }

  void one(ServerRequest request, ServerResponse response) {
    String name = request.path().pathParameters().get("name");
    if (!name.equals(served.name())) {
      throw ApiError.unknownModel(
          "there is no model '" + name + "' here, but '" + served.name() + "'");
    }
    Answers.send(response, model());
  }

  private ObjectNode model() {
    ObjectNode node = Json.object();
    node.put("id", served.name());
    node.put("object", "model");
    node.put("created", served.since().getEpochSecond());
    node.put("owned_by", "dflash4j");
    node.put("context_length", served.context());
    node.put("target", served.generator().target().spec().describe());
    node.put("chat_format", served.chat().name());
    node.set("speculation", speculation(served));
    return node;
  }

  /** Whether drafts are used, and if not, why. */
  static ObjectNode speculation(ServedPair served) {
    ObjectNode node = Json.object();
    Optional<Draft> draft = served.generator().draft();
    node.put("mode", draft.isPresent() ? "adaptive" : "off");
    node.put("draft", draft.map(Draft::describe).orElse(null));
    node.put("widest", served.widest());
    node.put("reason", served.note().orElse(draft.isPresent() ? null : "no draft was given"));
    return node;
  }
}
