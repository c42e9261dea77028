/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

/**
 * Decodes tokens one by one without ever splitting a character: bytes of an incomplete character
 * are held back until it is complete. Joining everything returned, {@link #finish()} included,
 * gives what decoding all ids at once gives. Not thread-safe.
 */
public interface StreamDecoder {

  /**
   * Takes the next token.
   *
   * @param id a token id
   * @return the characters that are complete now; may be empty
   */
  String next(int id);

  /**
   * Ends the text.
   *
   * @return what was held back, as U+FFFD where it is no complete character; usually empty
   */
  String finish();
}
