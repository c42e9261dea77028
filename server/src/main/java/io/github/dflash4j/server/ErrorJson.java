/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import tools.jackson.databind.node.ObjectNode;

/** Errors in the form of OpenAI. */
final class ErrorJson {
  private ErrorJson() {}

  static ObjectNode of(ApiError error) {
    ObjectNode node = Json.object();
    ObjectNode inner = node.putObject("error");
    inner.put("message", error.getMessage());
    inner.put("type", error.type());
    inner.put("param", error.param().orElse(null));
    inner.put("code", error.code().orElse(null));
    return node;
  }
}
