/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

/** Why a generation was ended before its text was complete. */
enum EndCause {
  /** The client closed its connection. */
  CLIENT_GONE,
  /** It took longer than the client or the server allows. */
  DEADLINE,
  /** The server ends. */
  SHUTDOWN,
  /** The client reads more slowly than text is written, and too much is waiting for it. */
  SLOW_READER;

  ApiError error() {
    return switch (this) {
      case CLIENT_GONE -> ApiError.internal("the client is gone");
      case DEADLINE -> ApiError.tooSlow("the request took longer than is allowed");
      case SHUTDOWN -> ApiError.endingSoon();
      case SLOW_READER -> ApiError.tooSlow("the text is read too slowly");
    };
  }
}
