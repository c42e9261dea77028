/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.webserver.CloseConnectionException;

/** The client has closed its connection; there is nobody to tell anything. */
final class ClientGoneException extends CloseConnectionException {
  private static final long serialVersionUID = 1;

  ClientGoneException() {
    super("the client is gone");
  }

  /** It happens all the time and nobody reads where. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
