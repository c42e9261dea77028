/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import io.github.dflash4j.sampling.Sampling;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What to write: prompt and limits. Immutable; the {@code with} methods give changed copies.
 * Whether it fits a target is checked by {@link Generator#generate}.
 */
public final class GenerationRequest {
  private static final int DEFAULT_MAX_TOKENS = 256;

  private final int[] prompt;
  private final Settings settings;

  private GenerationRequest(int[] prompt, Settings settings) {
    this.prompt = prompt;
    this.settings = settings;
  }

  /** All but the prompt. */
  private record Settings(
      int maxTokens,
      Set<Integer> stopIds,
      List<String> stopStrings,
      boolean ignoreStops,
      OptionalInt block,
      Sampling sampling,
      OptionalInt logprobs,
      boolean echo) {

    static final Settings DEFAULT =
        new Settings(
            DEFAULT_MAX_TOKENS,
            Set.of(),
            List.of(),
            false,
            OptionalInt.empty(),
            Sampling.greedy(),
            OptionalInt.empty(),
            false);
  }

  /**
   * A request for at most 256 tokens, without stop tokens, with as many drafted tokens a step as
   * pay.
   *
   * @param prompt token ids, at least one
   * @return the request
   * @throws IllegalArgumentException if the prompt is empty
   */
  public static GenerationRequest of(int... prompt) {
    if (prompt.length == 0) {
      throw new IllegalArgumentException("the prompt is empty: at least one token is needed");
    }
    return new GenerationRequest(prompt.clone(), Settings.DEFAULT);
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
    return new GenerationRequest(
        prompt,
        new Settings(
            tokens,
            settings.stopIds(),
            settings.stopStrings(),
            settings.ignoreStops(),
            settings.block(),
            settings.sampling(),
            settings.logprobs(),
            settings.echo()));
  }

  /**
   * Names the tokens that end the text, in place of those named before.
   *
   * @param ids token ids; may be empty
   * @return a changed copy
   */
  public GenerationRequest withStopIds(Set<Integer> ids) {
    return new GenerationRequest(
        prompt,
        new Settings(
            settings.maxTokens(),
            Set.copyOf(ids),
            settings.stopStrings(),
            settings.ignoreStops(),
            settings.block(),
            settings.sampling(),
            settings.logprobs(),
            settings.echo()));
  }

  /**
   * Says whether stop tokens are treated as any other token.
   *
   * @param ignore true to go on past them
   * @return a changed copy
   */
  public GenerationRequest withIgnoredStops(boolean ignore) {
    return new GenerationRequest(
        prompt,
        new Settings(
            settings.maxTokens(),
            settings.stopIds(),
            settings.stopStrings(),
            ignore,
            settings.block(),
            settings.sampling(),
            settings.logprobs(),
            settings.echo()));
  }

  /**
   * Sets the number of rows the target verifies in a step, the anchor's included. The draft still
   * drafts its whole block, of which the first {@code rows - 1} tokens are verified, because the
   * tokens of a block depend on how long the block is. Greedy text does not depend on it. Without
   * this the number changes from step to step with what is measured, and nothing is drafted where
   * plain decoding is faster; with it, steps are the same in every run. Sampling with a seed and a
   * draft that draws its tokens takes the whole block where nothing else is asked for, since that
   * text does depend on the number.
   *
   * @param rows 1 for plain decoding, 2 up to the block size of the draft otherwise
   * @return a changed copy
   * @throws IllegalArgumentException if it is less than 1
   */
  public GenerationRequest withBlock(int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("a block has at least 1 row, not " + rows);
    }
    return new GenerationRequest(
        prompt,
        new Settings(
            settings.maxTokens(),
            settings.stopIds(),
            settings.stopStrings(),
            settings.ignoreStops(),
            OptionalInt.of(rows),
            settings.sampling(),
            settings.logprobs(),
            settings.echo()));
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
   * Names texts that end the text, in place of those named before. The text ends in front of the
   * first one to be completed; the token that completed it is the last id.
   *
   * @param strings none of them empty; needs a tokenizer
   * @return a changed copy
   * @throws IllegalArgumentException if one is empty
   */
  public GenerationRequest withStopStrings(List<String> strings) {
    if (strings.stream().anyMatch(String::isEmpty)) {
      throw new IllegalArgumentException("a stop string is empty");
    }
    return new GenerationRequest(
        prompt,
        new Settings(
            settings.maxTokens(),
            settings.stopIds(),
            List.copyOf(strings),
            settings.ignoreStops(),
            settings.block(),
            settings.sampling(),
            settings.logprobs(),
            settings.echo()));
  }

  /**
   * Sets how tokens are chosen.
   *
   * @param chosen temperature, filters, penalties, bias, seed
   * @return a changed copy
   */
  public GenerationRequest withSampling(Sampling chosen) {
    return new GenerationRequest(
        prompt,
        new Settings(
            settings.maxTokens(),
            settings.stopIds(),
            settings.stopStrings(),
            settings.ignoreStops(),
            settings.block(),
            chosen,
            settings.logprobs(),
            settings.echo()));
  }

  /**
   * Asks for the log-probability of every token of the text.
   *
   * @param top how many of the most likely tokens of each position are wanted beside it; may be 0
   * @return a changed copy
   * @throws IllegalArgumentException if it is negative
   */
  public GenerationRequest withLogprobs(int top) {
    if (top < 0) {
      throw new IllegalArgumentException("at least 0 top tokens can be asked for, not " + top);
    }
    return new GenerationRequest(
        prompt,
        new Settings(
            settings.maxTokens(),
            settings.stopIds(),
            settings.stopStrings(),
            settings.ignoreStops(),
            settings.block(),
            settings.sampling(),
            OptionalInt.of(top),
            settings.echo()));
  }

  /**
   * Makes the prompt part of the text, and of the log-probabilities if they are asked for.
   *
   * @param echoed true to repeat it
   * @return a changed copy
   */
  public GenerationRequest withEcho(boolean echoed) {
    return new GenerationRequest(
        prompt,
        new Settings(
            settings.maxTokens(),
            settings.stopIds(),
            settings.stopStrings(),
            settings.ignoreStops(),
            settings.block(),
            settings.sampling(),
            settings.logprobs(),
            echoed));
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
    return settings.maxTokens();
  }

  /**
   * The tokens that end the text.
   *
   * @return an unmodifiable set
   */
  public Set<Integer> stopIds() {
    return settings.stopIds();
  }

  /**
   * Whether stop tokens are treated as any other token.
   *
   * @return true if they are
   */
  public boolean ignoreStops() {
    return settings.ignoreStops();
  }

  /**
   * Rows the target verifies in a step.
   *
   * @return the number with the anchor's row, or empty if that is left to the generator
   */
  public OptionalInt block() {
    return settings.block();
  }

  /**
   * The texts that end the text.
   *
   * @return an unmodifiable list
   */
  public List<String> stopStrings() {
    return settings.stopStrings();
  }

  /**
   * How tokens are chosen.
   *
   * @return greedily, if nothing else was asked for
   */
  public Sampling sampling() {
    return settings.sampling();
  }

  /**
   * Whether log-probabilities are wanted.
   *
   * @return how many tokens per position beside the one of the text; empty for none at all
   */
  public OptionalInt logprobs() {
    return settings.logprobs();
  }

  /**
   * Whether the prompt is part of the text.
   *
   * @return true if it is
   */
  public boolean echo() {
    return settings.echo();
  }

  /** Whether the logits of all rows of the prompt are needed, and not only those of the last. */
  boolean readsEveryRow() {
    return echo() && logprobs().isPresent();
  }

  /** The request for one of several texts: a seed of its own, which the first one shares. */
  GenerationRequest forChoice(int choice) {
    return sampling().seed().isEmpty() || choice == 0
        ? this
        : withSampling(sampling().withSeed(sampling().seed().getAsLong() + choice));
  }
}
