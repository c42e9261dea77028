/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.measure;

import io.github.dflash4j.text.ChatMessage;
import io.github.dflash4j.weights.ModelFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * One prompt or text of a file: characters, the messages of a chat, or token ids. Two of the three
 * are empty.
 *
 * @param file the file it came from
 * @param line its line there, 0 if the whole file is the text
 * @param kind what kind of text it is, such as {@code code}; empty if the file does not say
 * @param text the characters
 * @param messages the messages, oldest first
 * @param ids the tokens, to be taken as they are
 */
public record TextEntry(
    Path file, int line, String kind, String text, List<ChatMessage> messages, List<Integer> ids) {

  /**
   * Copies the lists.
   *
   * @throws NullPointerException if anything is null
   */
  public TextEntry {
    messages = List.copyOf(messages);
    ids = List.copyOf(ids);
  }

  /**
   * Says that this entry cannot be used.
   *
   * @param problem what is wrong with it
   * @param cause the error behind it
   * @return the exception to throw; it names file and line
   */
  public ModelFileException refusal(String problem, RuntimeException cause) {
    return new ModelFileException(file, (line == 0 ? "" : "line " + line + ": ") + problem, cause);
  }
}
