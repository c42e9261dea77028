/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What all chunks of an answer begin with.
 *
 * @param id of the answer
 * @param created seconds since 1970
 * @param model name of the pair
 */
record ReplyHead(String id, long created, String model) {

  static ReplyHead of(String prefix, String model) {
    String id = prefix + UUID.randomUUID().toString().replace("-", "");
    return new ReplyHead(id, Instant.now().getEpochSecond(), model);
  }

  /** An object with these and no choices yet. */
  ObjectNode object(String kind) {
    ObjectNode node = Json.object();
    node.put("id", id);
    node.put("object", kind);
    node.put("created", created);
    node.put("model", model);
    node.putArray("choices");
    return node;
  }

  static ObjectNode addChoice(ObjectNode node, int number) {
    ObjectNode choice = ((ArrayNode) node.get("choices")).addObject();
    return choice.put("index", number);
  }
}
