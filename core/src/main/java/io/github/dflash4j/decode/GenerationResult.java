/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.List;
import java.util.Optional;

/** What a generation wrote, how it ended and what it took. Immutable. */
public final class GenerationResult {
  private final int[] ids;
  private final String text;
  private final FinishReason finish;
  private final List<GenerationStep> steps;
  private final Optional<String> stopString;
  private final List<PositionLogprobs> promptLogprobs;
  private final List<PositionLogprobs> logprobs;
  private final GenerationFigures figures;

  GenerationResult(
      int[] ids,
      String text,
      FinishReason finish,
      Optional<String> stopString,
      List<PositionLogprobs> promptLogprobs,
      List<PositionLogprobs> logprobs,
      List<GenerationStep> steps,
      GenerationFigures figures) {
    this.ids = ids.clone();
    this.text = text;
    this.stopString = stopString;
    this.promptLogprobs = List.copyOf(promptLogprobs);
    this.logprobs = List.copyOf(logprobs);
    this.finish = finish;
    this.steps = List.copyOf(steps);
    this.figures = figures;
  }

  /**
   * The tokens written.
   *
   * @return a copy of the ids, without the prompt; a stop token that ended the text, or the token
   *     that completed a stop string, is the last one
   */
  public int[] ids() {
    return ids.clone();
  }

  /**
   * The characters written.
   *
   * @return the text without a stop token or stop string at its end, with that of the prompt if the
   *     request asked for an echo; empty if the generator has no tokenizer
   */
  public String text() {
    return text;
  }

  /**
   * Why it ended.
   *
   * @return the reason
   */
  public FinishReason finish() {
    return finish;
  }

  /**
   * The stop string that ended the text.
   *
   * @return empty if something else ended it
   */
  public Optional<String> stopString() {
    return stopString;
  }

  /**
   * Log-probabilities of the text.
   *
   * @return one entry for each of {@link #ids()}; empty if they were not asked for
   */
  public List<PositionLogprobs> logprobs() {
    return logprobs;
  }

  /**
   * Log-probabilities of the prompt.
   *
   * @return one entry for each token of the prompt but the first, which nothing predicts; empty
   *     unless the request asked for an echo with log-probabilities
   */
  public List<PositionLogprobs> promptLogprobs() {
    return promptLogprobs;
  }

  /**
   * The steps after the prompt, one target pass each.
   *
   * @return an unmodifiable list
   */
  public List<GenerationStep> steps() {
    return steps;
  }

  /**
   * Counts and times.
   *
   * @return the figures
   */
  public GenerationFigures figures() {
    return figures;
  }
}
