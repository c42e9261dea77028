/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.decode.GenerationFigures;

/**
 * What drafting brought, summed over generations. The first token of a text comes from its prompt
 * and is counted nowhere.
 *
 * @param tokens tokens behind the first ones
 * @param targetPasses target passes that gave them
 * @param drafted drafted tokens that were verified
 * @param accepted those of them that were the target's own choice
 * @param slots acceptance slot by slot
 */
public record AcceptanceCounts(
    long tokens, long targetPasses, long drafted, long accepted, SlotCounts slots) {
  /** Of no generation. */
  public static final AcceptanceCounts NONE = new AcceptanceCounts(0, 0, 0, 0, SlotCounts.NONE);

  static AcceptanceCounts of(GenerationFigures figures) {
    return new AcceptanceCounts(
        Math.max(0, figures.emitted() - 1),
        figures.targetPasses(),
        figures.drafted(),
        figures.accepted(),
        new SlotCounts(figures.slots()));
  }

  /**
   * Both sums together.
   *
   * @param other other generations
   * @return the sum
   */
  public AcceptanceCounts plus(AcceptanceCounts other) {
    return new AcceptanceCounts(
        tokens + other.tokens,
        targetPasses + other.targetPasses,
        drafted + other.drafted,
        accepted + other.accepted,
        slots.plus(other.slots));
  }

  /**
   * Tokens that a target pass gave on average; plain decoding gives exactly 1.
   *
   * @return tokens / target passes, 0 if there was no pass
   */
  public double tokensPerTargetPass() {
    return targetPasses == 0 ? 0 : (double) tokens / targetPasses;
  }

  /**
   * The share of drafted tokens that were accepted.
   *
   * @return accepted / drafted, 0 if nothing was drafted
   */
  public double acceptance() {
    return drafted == 0 ? 0 : (double) accepted / drafted;
  }
}
