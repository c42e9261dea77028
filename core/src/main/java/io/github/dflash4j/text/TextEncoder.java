/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

/** Encodes text that holds no added token. Stateless and safe to share between threads. */
interface TextEncoder {

  /**
   * Encodes a run of text.
   *
   * @param text well-formed text, not empty
   * @param atStart whether nothing or an added token is in front of it
   * @param ids where the ids go
   */
  void encode(String text, boolean atStart, IdList ids);
}
