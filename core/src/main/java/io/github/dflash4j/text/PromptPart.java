/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

/**
 * A part of a prompt: a special token named by its text, or ordinary text. Keeping them apart is
 * what makes {@code <|im_end|>} typed by a user ordinary characters.
 */
public sealed interface PromptPart {

  /**
   * The characters of the part.
   *
   * @return the text, or the name of the special token
   */
  String value();

  /**
   * A special token.
   *
   * @param value its exact text in the vocabulary
   */
  record Special(String value) implements PromptPart {}

  /**
   * Ordinary text.
   *
   * @param value any text
   */
  record Text(String value) implements PromptPart {}

  /**
   * A special token.
   *
   * @param token its exact text
   * @return the part
   */
  static PromptPart special(String token) {
    return new Special(token);
  }

  /**
   * Ordinary text.
   *
   * @param text any text
   * @return the part
   */
  static PromptPart text(String text) {
    return new Text(text);
  }
}
