/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.decode;

import java.util.function.Consumer;

/**
 * Follows one generation. Called by the generating thread between forwards, for every step first
 * {@link #tokens}, then {@link #text} if characters were completed, and at the end {@link #finish}.
 * An exception thrown here ends the generation and reaches its caller; {@link #finish} is not
 * called then.
 */
public interface GenerationListener {

  /** Listens to nothing. */
  GenerationListener SILENT = new GenerationListener() {};

  /**
   * Listens to the text alone.
   *
   * @param reader receives it in whole characters
   * @return the listener
   */
  static GenerationListener ofText(Consumer<String> reader) {
    return new GenerationListener() {
      @Override
      public void text(String text) {
        reader.accept(text);
      }
    };
  }

  /**
   * Tokens were added to the text: first the one that the prompt's last row gives (see {@link
   * GenerationStep#ofPrompt()}), then those of every step.
   *
   * @param step the step that gave them
   */
  default void tokens(GenerationStep step) {}

  /**
   * Characters were completed. Joining all of them gives the text of {@link
   * GenerationResult#text()}: characters that may begin a stop string are held back until that is
   * known, and the prompt comes first of all if the request asked for an echo. Not called if the
   * generator has no tokenizer.
   *
   * @param text at least one whole character
   */
  default void text(String text) {}

  /**
   * The generation ended, cancelled or not.
   *
   * @param result what {@link Generator#generate} returns next
   */
  default void finish(GenerationResult result) {}
}
