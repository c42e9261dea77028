/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.decode.FinishReason;
import java.util.List;
import java.util.Optional;

/**
 * One prompt, decoded plainly and speculatively.
 *
 * @param promptTokens tokens of the prompt
 * @param tokens tokens of the plain text
 * @param finish why the plain text ended
 * @param divergence where a speculative run first wrote another token; empty if none did
 * @param sameEnd whether all runs ended for the same reason and decoded to the same characters
 * @param counts what drafting brought, in the first speculative run
 * @param rounds the times, pair by pair
 */
public record PromptComparison(
    int promptTokens,
    int tokens,
    FinishReason finish,
    Optional<Divergence> divergence,
    boolean sameEnd,
    AcceptanceCounts counts,
    List<Round> rounds) {

  /**
   * Copies the list.
   *
   * @throws NullPointerException if anything is null
   */
  public PromptComparison {
    rounds = List.copyOf(rounds);
  }

  /**
   * Whether the draft changed nothing.
   *
   * @return true if tokens, characters and the reason of the end are the same in all runs
   */
  public boolean identical() {
    return divergence.isEmpty() && sameEnd;
  }
}
