/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.time.LocalDate;
import java.util.Optional;

/**
 * Switches of a chat template. A template ignores those it does not know, as the templates of the
 * models do.
 *
 * @param addGenerationPrompt whether the prompt ends with the beginning of the assistant's answer
 * @param enableThinking whether the model is to think first; empty for the default of the template
 * @param preserveThinking whether thoughts of earlier answers stay in the prompt; empty for the
 *     default of the template
 * @param reasoningEffort how much the model is to think, in the words of the template; empty for
 *     its default
 * @param date the date a template may tell the model; empty for the fixed one that published
 *     templates fall back on, which keeps prompts reproducible
 */
public record ChatOptions(
    boolean addGenerationPrompt,
    Optional<Boolean> enableThinking,
    Optional<Boolean> preserveThinking,
    Optional<String> reasoningEffort,
    Optional<LocalDate> date) {

  /**
   * The usual options: a generation prompt, everything else as the template has it.
   *
   * @return the options
   */
  public static ChatOptions defaults() {
    return new ChatOptions(
        true, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * These options with or without a generation prompt.
   *
   * @param add whether the prompt ends with the beginning of an answer
   * @return new options
   */
  public ChatOptions withGenerationPrompt(boolean add) {
    return new ChatOptions(add, enableThinking, preserveThinking, reasoningEffort, date);
  }

  /**
   * These options with thinking switched on or off.
   *
   * @param think whether the model is to think
   * @return new options
   */
  public ChatOptions withThinking(boolean think) {
    return new ChatOptions(
        addGenerationPrompt, Optional.of(think), preserveThinking, reasoningEffort, date);
  }

  /**
   * These options with earlier thoughts kept or left out.
   *
   * @param preserve whether they stay in the prompt
   * @return new options
   */
  public ChatOptions withPreservedThinking(boolean preserve) {
    return new ChatOptions(
        addGenerationPrompt, enableThinking, Optional.of(preserve), reasoningEffort, date);
  }

  /**
   * These options with an effort.
   *
   * @param effort in the words of the template, for example {@code low}
   * @return new options
   */
  public ChatOptions withReasoningEffort(String effort) {
    return new ChatOptions(
        addGenerationPrompt, enableThinking, preserveThinking, Optional.of(effort), date);
  }

  /**
   * These options with a date.
   *
   * @param today the date to tell the model
   * @return new options
   */
  public ChatOptions withDate(LocalDate today) {
    return new ChatOptions(
        addGenerationPrompt, enableThinking, preserveThinking, reasoningEffort, Optional.of(today));
  }
}
