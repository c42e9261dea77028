/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.langchain4j;

import io.github.dflash4j.text.ThoughtSplitter;

/** Who listens while an answer is written. */
interface AnswerReader extends ThoughtSplitter.Reader {
  AnswerReader SILENT = new AnswerReader() {};

  @Override
  default void thought(String text) {}

  @Override
  default void answer(String text) {}
}
