/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.decode.GenerationListener;
import io.github.dflash4j.decode.GenerationStep;

/**
 * A line on standard error that says what is going on, if that is a terminal. It is erased before
 * anything else is written there.
 */
final class Progress implements GenerationListener {
  private static final long PAUSE_NANOS = 100_000_000;

  private final TextOutput err;
  private long shownAt;
  private int tokens;
  private boolean shown;

  Progress(TextOutput err) {
    this.err = err;
  }

  void show(String what) {
    if (err.isTerminal()) {
      err.print("\r\u001b[K" + what + " ...");
      err.flush();
      shown = true;
      shownAt = System.nanoTime();
    }
  }

  void erase() {
    if (shown) {
      err.print("\r\u001b[K");
      err.flush();
      shown = false;
    }
  }

  @Override
  public void tokens(GenerationStep step) {
    tokens += step.kept();
    if (System.nanoTime() - shownAt >= PAUSE_NANOS) {
      show(tokens + " tokens");
    }
  }
}
