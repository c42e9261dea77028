/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

/** Why a generation ended. */
public enum FinishReason {
  /** A stop token was written, or the token that completes a stop string; it is the last id. */
  STOP,
  /** As many tokens as asked for were written. */
  LENGTH,
  /** Prompt and text fill the context of the target, before as many tokens as asked for. */
  CONTEXT,
  /** The caller cancelled it. */
  CANCELLED
}
