/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.List;

/**
 * Log-probabilities at one position.
 *
 * @param token the token that stands there
 * @param top the most likely tokens there, by probability and then by id; as many as asked for
 */
public record PositionLogprobs(TokenLogprob token, List<TokenLogprob> top) {

  /**
   * Copies the list.
   *
   * @throws NullPointerException if something is null
   */
  public PositionLogprobs {
    top = List.copyOf(top);
  }
}
