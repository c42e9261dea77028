/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.ArrayDeque;
import java.util.Deque;

/** What has been opened so far, to be closed in reverse order, whole or half-way. */
final class OpenModels {
  private final Deque<Runnable> closings = new ArrayDeque<>();

  void add(Runnable closing) {
    closings.push(closing);
  }

  /** Closes everything once; what fails to close does not keep the rest open. */
  synchronized void close() {
    RuntimeException failure = null;
    while (!closings.isEmpty()) {
      try {
        closings.pop().run();
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
