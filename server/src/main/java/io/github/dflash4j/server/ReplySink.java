/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

/** Where an answer goes, whole or piece by piece. Called by the thread of the connection alone. */
interface ReplySink {

  /** The generation has its turn: from here on it is certain that there is an answer. */
  void start();

  /** A text grew. */
  void add(ReplyDelta delta);

  /** A text is complete. */
  void end(ReplyEnd end);

  /** All texts are complete. */
  void finish();

  /**
   * There is no complete answer.
   *
   * @throws ApiError if nothing was sent yet
   */
  void fail(ApiError error);
}
