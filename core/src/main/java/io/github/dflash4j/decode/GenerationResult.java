/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.List;

/** What a generation wrote, how it ended and what it took. Immutable. */
public final class GenerationResult {
  private final int[] ids;
  private final String text;
  private final FinishReason finish;
  private final List<GenerationStep> steps;
  private final GenerationFigures figures;

  GenerationResult(
      int[] ids,
      String text,
      FinishReason finish,
      List<GenerationStep> steps,
      GenerationFigures figures) {
    this.ids = ids.clone();
    this.text = text;
    this.finish = finish;
    this.steps = List.copyOf(steps);
    this.figures = figures;
  }

  /**
   * The tokens written.
   *
   * @return a copy of the ids, without the prompt; a stop token that ended the text is the last one
   */
  public int[] ids() {
    return ids.clone();
  }

  /**
   * The characters written.
   *
   * @return the text without that of a stop token at its end; empty if the generator has no
   *     tokenizer
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
