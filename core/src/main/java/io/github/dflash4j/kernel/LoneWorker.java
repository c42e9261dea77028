/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.kernel;

/** The caller alone. */
final class LoneWorker implements Workers {

  @Override
  public int count() {
    return 1;
  }

  @Override
  public void run(int items, int grain, Part part) {
    if (items > 0) {
      part.run(0, items);
    }
  }

  @Override
  public void close() {
    // Nothing to end.
  }
}
