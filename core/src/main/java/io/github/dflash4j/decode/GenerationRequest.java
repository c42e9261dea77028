/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.OptionalInt;
import java.util.Set;

/**
 * What to write: prompt and limits. Immutable; the {@code with} methods give changed copies.
 * Whether it fits a target is checked by {@link Generator#generate}.
 */
public final class GenerationRequest {
  private static final int DEFAULT_MAX_TOKENS = 256;

  private final int[] prompt;
  private final int maxTokens;
  private final Set<Integer> stopIds;
  private final boolean ignoreStops;
  private final OptionalInt block;

  private GenerationRequest(
      int[] prompt, int maxTokens, Set<Integer> stopIds, boolean ignoreStops, OptionalInt block) {
    this.prompt = prompt;
    this.maxTokens = maxTokens;
    this.stopIds = stopIds;
    this.ignoreStops = ignoreStops;
    this.block = block;
  }

  /**
   * A request for at most 256 tokens, without stop tokens, with the widest block of the draft.
   *
   * @param prompt token ids, at least one
   * @return the request
   * @throws IllegalArgumentException if the prompt is empty
   */
  public static GenerationRequest of(int... prompt) {
    if (prompt.length == 0) {
      throw new IllegalArgumentException("the prompt is empty: at least one token is needed");
    }
    return new GenerationRequest(
        prompt.clone(), DEFAULT_MAX_TOKENS, Set.of(), false, OptionalInt.empty());
  }

  /**
   * Limits the text.
   *
   * @param tokens the most tokens to write, at least 1
   * @return a changed copy
   * @throws IllegalArgumentException if it is less than 1
   */
  public GenerationRequest withMaxTokens(int tokens) {
    if (tokens < 1) {
      throw new IllegalArgumentException("at least 1 token must be asked for, not " + tokens);
    }
    return new GenerationRequest(prompt, tokens, stopIds, ignoreStops, block);
  }

  /**
   * Names the tokens that end the text, in place of those named before.
   *
   * @param ids token ids; may be empty
   * @return a changed copy
   */
  public GenerationRequest withStopIds(Set<Integer> ids) {
    return new GenerationRequest(prompt, maxTokens, Set.copyOf(ids), ignoreStops, block);
  }

  /**
   * Says whether stop tokens are treated as any other token.
   *
   * @param ignore true to go on past them
   * @return a changed copy
   */
  public GenerationRequest withIgnoredStops(boolean ignore) {
    return new GenerationRequest(prompt, maxTokens, stopIds, ignore, block);
  }

  /**
   * Sets the number of rows the target verifies in a step, the anchor's included. The draft still
   * drafts its whole block, of which the first {@code rows - 1} tokens are verified, because the
   * tokens of a block depend on how long the block is. The text does not depend on it.
   *
   * @param rows 1 for plain decoding, 2 up to the block size of the draft otherwise
   * @return a changed copy
   * @throws IllegalArgumentException if it is less than 1
   */
  public GenerationRequest withBlock(int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("a block has at least 1 row, not " + rows);
    }
    return new GenerationRequest(prompt, maxTokens, stopIds, ignoreStops, OptionalInt.of(rows));
  }

  /**
   * Asks for plain decoding: one token a target pass, no draft.
   *
   * @return a changed copy
   */
  public GenerationRequest withoutDraft() {
    return withBlock(1);
  }

  /**
   * The prompt.
   *
   * @return a copy of the ids
   */
  public int[] prompt() {
    return prompt.clone();
  }

  /**
   * The limit of the text.
   *
   * @return the most tokens to write
   */
  public int maxTokens() {
    return maxTokens;
  }

  /**
   * The tokens that end the text.
   *
   * @return an unmodifiable set
   */
  public Set<Integer> stopIds() {
    return stopIds;
  }

  /**
   * Whether stop tokens are treated as any other token.
   *
   * @return true if they are
   */
  public boolean ignoreStops() {
    return ignoreStops;
  }

  /**
   * Rows the target verifies in a step.
   *
   * @return the number with the anchor's row, or empty for the whole block of the draft
   */
  public OptionalInt block() {
    return block;
  }
}
