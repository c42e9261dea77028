/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** How an endpoint writes what was generated. */
interface ReplyFormat {

  /** Whether thoughts are told apart from the answer. */
  boolean splitsThoughts();

  /** The chunk that begins a text, if there is one. */
  Optional<ObjectNode> opening(int choice);

  /** A chunk with a piece of a text. */
  ObjectNode piece(ReplyDelta delta);

  /** The last chunk of a text. */
  ObjectNode end(ReplyEnd end);

  /** The chunk behind all texts. */
  ObjectNode usage(ObjectNode usage);

  /** An answer in one. */
  ObjectNode whole(List<WholeChoice> choices, ObjectNode usage);
}
