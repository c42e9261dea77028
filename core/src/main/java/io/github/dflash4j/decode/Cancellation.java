/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

/**
 * A request to end one generation early, made from any thread. The generation looks at it before
 * every forward, so what is running is finished first. Thread-safe; not reusable.
 */
public final class Cancellation {
  private volatile boolean requested;

  /** A cancellation that has not been requested yet. */
  public Cancellation() {}

  /** Asks the generation to end. Asking again changes nothing. */
  public void cancel() {
    requested = true;
  }

  /**
   * Whether the end was asked for.
   *
   * @return true from the first {@link #cancel()} on
   */
  public boolean isRequested() {
    return requested;
  }
}
