/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** A pair of models behind the HTTP API of OpenAI. */
@SuppressWarnings("requires-automatic") // Micrometer has no module descriptors
module io.github.dflash4j.server {
  requires transitive io.github.dflash4j.core;
  requires io.helidon.common.socket;
  requires io.helidon.http;
  requires io.helidon.webserver;
  requires micrometer.core;
  requires micrometer.registry.prometheus;
  requires tools.jackson.databind;

  exports io.github.dflash4j.server;
}
