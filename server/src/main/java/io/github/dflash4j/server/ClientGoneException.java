/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

/** The client has closed its connection; there is nobody to tell anything. */
final class ClientGoneException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ClientGoneException() {
    super("the client is gone", null, false, false);
  }
}
